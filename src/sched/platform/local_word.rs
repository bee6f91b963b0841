//! A word for each worker: what `current.rs` knows of the code that runs.

use std::cell::Cell;
use std::ptr::null;

#[cfg(not(sparring_shuttle))]
thread_local! {
    static LOCAL: Cell<*const ()> = const { Cell::new(null()) };
}
#[cfg(sparring_shuttle)]
shuttle::thread_local! {
    static LOCAL: Cell<*const ()> = Cell::new(null());
}

/// A word that each thread has at another address, for as long as it lives.
#[cfg(feature = "simulate")]
pub(super) fn thread_word() -> *mut Cell<*const ()> {
    LOCAL.with(|word| std::ptr::from_ref(word).cast_mut())
}

/// A word that each worker has for itself: of its thread, or of its coroutine.
pub(crate) fn local_word() -> *const () {
    LOCAL.with(Cell::get)
}

pub(crate) fn set_local_word(word: *const ()) {
    LOCAL.with(|local| local.set(word));
}

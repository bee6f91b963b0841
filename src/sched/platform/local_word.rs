//! A word for each worker, whether thread or coroutine, which `current.rs` uses.

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

/// Returns an address that identifies the thread while it lives.
#[cfg(feature = "simulate")]
pub(super) fn thread_word() -> *mut Cell<*const ()> {
    LOCAL.with(|word| std::ptr::from_ref(word).cast_mut())
}

#[inline]
pub(crate) fn local_word() -> *const () {
    LOCAL.with(Cell::get)
}

pub(crate) fn set_local_word(word: *const ()) {
    LOCAL.with(|local| local.set(word));
}

//! The handle of the code that runs now, for code that finds its worker by the thread.
//!
//! A handle names the first free slot of its worker's ring, so only one handle of a worker may be
//! used at a time. [`Worker::as_current`] gives its handle up for the run of a closure: it lies in
//! [`Own::current`]. [`with_current`] takes it out, so that nobody else finds it meanwhile, and
//! puts it back. So the handle is used by one piece of code at a time, as a [`Worker`] is that is
//! passed on by value.
//!
//! # Coroutines
//! A coroutine that sleeps in here and goes on at another depth, or never, would leave a handle to
//! the wrong depth. Each of the two functions finds, before it returns, whether the cell holds
//! what it left there, and otherwise ends the process. What runs in between finds the handle of
//! what was really begun last, so it overwrites nothing.
//!
//! [`Worker::as_current`]: crate::Worker::as_current

use crate::handle::Handle;
use crate::handover::ring::RingSlot;
use crate::sync::abort::abort;
use crate::worker::core::Own;
use crate::worker::current::with_worker;
use std::ptr::NonNull;

/// A change of the cell, which is taken back on drop.
struct Changed<'o> {
    own: &'o Own,
    before: Option<NonNull<RingSlot>>,
    now: Option<NonNull<RingSlot>>,
}

impl<'o> Changed<'o> {
    #[inline(always)]
    fn to(own: &'o Own, now: Option<NonNull<RingSlot>>) -> Changed<'o> {
        Changed { own, before: own.current.replace(now), now }
    }
}

impl Drop for Changed<'_> {
    #[inline(always)]
    fn drop(&mut self) {
        if self.own.current.replace(self.before) != self.now {
            left_out_of_order();
        }
    }
}

#[cold]
#[inline(never)]
fn left_out_of_order() -> ! {
    abort(
        "a coroutine slept in a task that finds its worker by the thread, and the task went on without it; let \
         coroutines end in the task in which they began",
    )
}

impl Handle<'_> {
    /// Runs `f`, whose code finds this handle by its thread.
    #[inline(always)]
    pub(crate) fn as_current<R>(self, f: impl FnOnce() -> R) -> R {
        let _changed = Changed::to(self.own(), Some(self.place()));
        f()
    }
}

/// Calls `f` with the current handle, which nobody else finds meanwhile. `None`: this thread is no
/// worker, or the handle is in use.
#[inline(always)]
pub(crate) fn with_current<R>(f: impl FnOnce(Option<Handle<'_>>) -> R) -> R {
    with_worker(|own| {
        let Some((own, slot)) = own.and_then(|own| Some((own, own.current.get()?))) else { return f(None) };
        let _changed = Changed::to(own, None);
        // SAFETY: `as_current` got the slot from a handle of this thread, whose owner gave it up
        // until that call returns, and this one returns before that.
        f(Some(unsafe { Handle::new(slot) }))
    })
}

impl Own {
    /// Calls `f` with the current handle, or with one on top of this thread's task if that is in
    /// use.
    pub(crate) fn with_handle<R>(&self, f: impl FnOnce(Handle<'_>) -> R) -> R {
        match self.current.get() {
            Some(slot) => {
                let _changed = Changed::to(self, None);
                // SAFETY: as in `with_current`.
                f(unsafe { Handle::new(slot) })
            }
            None => self.run_on_top(self.inside.get(), f),
        }
    }
}

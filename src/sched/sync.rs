//! The primitives under the scheduler's protocols: real ones, or loom's under `--cfg loom`.
//!
//! Only what is modelled goes through here; the rest of the scheduler uses std, crossbeam and
//! parking_lot directly.

#[cfg(loom)]
pub(crate) use loom::sync::atomic;
#[cfg(not(loom))]
pub(crate) use std::sync::atomic;

#[cfg(not(loom))]
pub(crate) use parking_lot::{Condvar, Mutex};
#[cfg(not(loom))]
pub(crate) use std::time::Instant;

/// A sequentially consistent fence. One of the two sides of every "store, fence, load" pair of this
/// scheduler.
#[cfg(not(tsan))]
#[inline]
pub(crate) fn full_fence() {
    atomic::fence(atomic::Ordering::SeqCst);
}

/// ThreadSanitizer does not model fences. A read-modify-write of one shared word orders the same
/// two sides for it.
#[cfg(tsan)]
pub(crate) fn full_fence() {
    static ORDER: atomic::AtomicUsize = atomic::AtomicUsize::new(0);
    ORDER.fetch_add(1, atomic::Ordering::SeqCst);
}

/// A value behind a lock, on whose changes threads wait.
pub(crate) struct Monitor<T> {
    #[cfg(not(loom))]
    value: parking_lot::Mutex<T>,
    #[cfg(not(loom))]
    changed: parking_lot::Condvar,
    #[cfg(loom)]
    value: loom::sync::Mutex<T>,
    #[cfg(loom)]
    changed: loom::sync::Condvar,
}

impl<T> Monitor<T> {
    pub(crate) fn new(value: T) -> Monitor<T> {
        #[cfg(not(loom))]
        return Monitor { value: parking_lot::Mutex::new(value), changed: Default::default() };
        #[cfg(loom)]
        return Monitor { value: loom::sync::Mutex::new(value), changed: loom::sync::Condvar::new() };
    }

    #[cfg(not(loom))]
    fn lock(&self) -> parking_lot::MutexGuard<'_, T> {
        self.value.lock()
    }

    #[cfg(loom)]
    fn lock(&self) -> loom::sync::MutexGuard<'_, T> {
        self.value.lock().unwrap()
    }

    /// Changes the value and wakes everyone who waits.
    pub(crate) fn change(&self, change: impl FnOnce(&mut T)) {
        change(&mut self.lock());
        self.changed.notify_all();
    }

    /// Looks at the value, or takes something out for which nobody waits.
    pub(crate) fn look<R>(&self, look: impl FnOnce(&mut T) -> R) -> R {
        look(&mut self.lock())
    }

    /// Waits until `ready` says so. It is asked with the lock held, so that a change made before
    /// [`Monitor::change`] returns cannot fall between the question and the wait.
    pub(crate) fn wait_until(&self, mut ready: impl FnMut(&mut T) -> bool) {
        let mut value = self.lock();
        while !ready(&mut value) {
            #[cfg(not(loom))]
            self.changed.wait(&mut value);
            #[cfg(loom)]
            {
                value = self.changed.wait(value).unwrap();
            }
        }
    }
}

//! The primitives under the scheduler's protocols: real ones, or loom's under `--cfg loom`.
//!
//! Only what is modelled goes through here ([`super::gate`] and [`super::sleep`]); the rest of the scheduler uses std,
//! crossbeam and parking_lot directly.

#[cfg(loom)]
pub(crate) use loom::sync::atomic;
#[cfg(not(loom))]
pub(crate) use std::sync::atomic;

/// A sequentially consistent fence. One of the two sides of every "store, fence, load" pair of this scheduler.
#[cfg(not(tsan))]
#[inline]
pub(crate) fn full_fence() {
    atomic::fence(atomic::Ordering::SeqCst);
}

/// ThreadSanitizer does not model fences. A read-modify-write of one shared word orders the same two sides for it.
#[cfg(tsan)]
pub(crate) fn full_fence() {
    static ORDER: atomic::AtomicUsize = atomic::AtomicUsize::new(0);
    ORDER.fetch_add(1, atomic::Ordering::SeqCst);
}

/// Where one thread waits until another says so: a mutex and a condition variable, held only around the wait itself.
pub(crate) struct Parker {
    #[cfg(not(loom))]
    lock: parking_lot::Mutex<()>,
    #[cfg(not(loom))]
    condvar: parking_lot::Condvar,
    #[cfg(loom)]
    lock: loom::sync::Mutex<()>,
    #[cfg(loom)]
    condvar: loom::sync::Condvar,
}

impl Parker {
    pub(crate) fn new() -> Parker {
        Parker { lock: Default::default(), condvar: Default::default() }
    }

    /// Waits while `asleep()` is true. `asleep` is asked with the lock held, so that a change made before
    /// [`Parker::notify`] cannot fall between the question and the wait.
    #[cfg(not(loom))]
    pub(crate) fn park_while(&self, asleep: impl Fn() -> bool) {
        let mut guard = self.lock.lock();
        while asleep() {
            self.condvar.wait(&mut guard);
        }
    }

    #[cfg(loom)]
    pub(crate) fn park_while(&self, asleep: impl Fn() -> bool) {
        let mut guard = self.lock.lock().unwrap();
        while asleep() {
            guard = self.condvar.wait(guard).unwrap();
        }
    }

    /// Ends the wait of the parked thread, if what it waits for has changed.
    pub(crate) fn notify(&self) {
        // Taking the lock orders this after the question of a thread that is about to wait.
        drop(self.lock.lock());
        self.condvar.notify_one();
    }
}

//! The primitives under the scheduler's protocols: real ones, those of a model checker that tries
//! all interleavings of a few steps (`--cfg sparring_loom`), or those of one that runs whole pools
//! on random schedules (`--cfg sparring_shuttle`).
//!
//! Counters, recordings and simulated time use the real ones everywhere: they hand nothing over.

pub(crate) mod abort;
pub(crate) mod counter;
#[cfg(sparring_shuttle)]
mod modelled;

#[cfg(sparring_shuttle)]
pub(crate) use modelled::*;

#[cfg(sparring_loom)]
pub(crate) use loom::sync::atomic;
#[cfg(not(any(sparring_loom, sparring_shuttle)))]
pub(crate) use {
    crossbeam_deque as deque,
    parking_lot::{Condvar, Mutex},
    std::hint::spin_loop,
    std::sync::{atomic, mpsc},
    std::thread,
    std::time::Instant,
};
#[cfg(sparring_loom)]
pub(crate) use {std::hint::spin_loop, std::thread};

/// A lock of loom's with the interface of `parking_lot`.
#[cfg(sparring_loom)]
pub(crate) struct Mutex<T>(loom::sync::Mutex<T>);

#[cfg(sparring_loom)]
impl<T> Mutex<T> {
    pub(crate) fn new(value: T) -> Mutex<T> {
        Mutex(loom::sync::Mutex::new(value))
    }

    pub(crate) fn lock(&self) -> loom::sync::MutexGuard<'_, T> {
        self.0.lock().unwrap()
    }

    pub(crate) fn try_lock(&self) -> Option<loom::sync::MutexGuard<'_, T>> {
        self.0.try_lock().ok()
    }
}

/// Nanoseconds on the monotonic clock since the first reading of the process. About 20-45 ns a
/// call: never per fork.
#[cfg(not(sparring_shuttle))]
#[inline]
pub(crate) fn now_ns() -> u64 {
    use std::{sync::LazyLock, time};
    static START: LazyLock<time::Instant> = LazyLock::new(time::Instant::now);
    START.elapsed().as_nanos() as u64
}

/// A rule that keeps the scheduler from a mistake it once made, or could: omitted by the mutants of
/// `shuttle_models`, to show that the models notice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Rule {
    /// A worker that takes up other work hands the open injected jobs on.
    HandOnFound,
    /// A worker that begins to wait for other threads hands the open injected jobs on.
    HandOnWaiting,
    /// Stand-ins leave injected jobs to idle workers.
    IdleFirst,
    /// A worker counts as idle before the installer goes on.
    IdleBeforeReply,
    /// A worker that waits for other threads has a stand-in.
    StandIn,
    /// A snapshot lets the injected jobs that it holds go first when nothing moves.
    StepAside,
    /// Threads of pools are refused snapshots.
    Refuse,
    /// No injected job is opened during a snapshot's turn.
    AloneInTurn,
    /// Background work ends when an injected job waits and nobody is idle.
    BackgroundLeaves,
}

/// Returns true if a mutant omits this rule.
#[cfg(not(sparring_shuttle))]
#[inline(always)]
pub(crate) const fn omitted(_: Rule) -> bool {
    false
}

/// A sequentially consistent fence. One of the two sides of every "store, fence, load" pair of this
/// scheduler.
#[cfg(not(sparring_tsan))]
#[inline]
pub(crate) fn full_fence() {
    atomic::fence(atomic::Ordering::SeqCst);
}

/// ThreadSanitizer does not model fences. A read-modify-write of one shared word orders the same
/// two sides for it.
#[cfg(sparring_tsan)]
pub(crate) fn full_fence() {
    static ORDER: atomic::AtomicUsize = atomic::AtomicUsize::new(0);
    ORDER.fetch_add(1, atomic::Ordering::SeqCst);
}

/// A value behind a lock, on whose changes threads wait.
pub(crate) struct Monitor<T> {
    value: Mutex<T>,
    #[cfg(not(sparring_loom))]
    changed: Condvar,
    #[cfg(sparring_loom)]
    changed: loom::sync::Condvar,
}

impl<T> Monitor<T> {
    pub(crate) fn new(value: T) -> Monitor<T> {
        #[cfg(sparring_loom)]
        use loom::sync::Condvar;
        Monitor { value: Mutex::new(value), changed: Condvar::new() }
    }

    /// Changes the value and wakes everyone who waits.
    pub(crate) fn change(&self, change: impl FnOnce(&mut T)) {
        change(&mut self.value.lock());
        self.changed.notify_all();
    }

    /// Looks at the value, or takes something out for which nobody waits.
    pub(crate) fn look<R>(&self, look: impl FnOnce(&mut T) -> R) -> R {
        look(&mut self.value.lock())
    }

    /// Waits until `ready` says so. It is asked with the lock held, so that a change made before
    /// [`Monitor::change`] returns cannot fall between the question and the wait.
    pub(crate) fn wait_until(&self, mut ready: impl FnMut(&mut T) -> bool) {
        let mut value = self.value.lock();
        while !ready(&mut value) {
            #[cfg(not(sparring_loom))]
            self.changed.wait(&mut value);
            #[cfg(sparring_loom)]
            {
                value = self.changed.wait(value).unwrap();
            }
        }
    }
}

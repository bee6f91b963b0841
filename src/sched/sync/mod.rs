//! Synchronisation primitives: the real ones, those of loom, which tries all interleavings of a few
//! steps, or those of shuttle, which runs whole pools on random schedules. Counters, recordings and
//! simulated time always use the real ones.

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

/// Returns monotonic nanoseconds since the first call. Takes 20-45 ns: never per fork.
#[cfg(not(sparring_shuttle))]
#[inline]
pub(crate) fn now_ns() -> u64 {
    use std::{sync::LazyLock, time};
    static START: LazyLock<time::Instant> = LazyLock::new(time::Instant::now);
    START.elapsed().as_nanos() as u64
}

/// A rule against a mistake of the scheduler. Mutants in `shuttle_models` omit one each.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Rule {
    /// A worker that takes up other work hands open injected jobs on.
    HandOnFound,
    /// A worker that begins to wait for other threads hands open injected jobs on.
    HandOnWaiting,
    /// Stand-ins leave injected jobs to idle workers.
    IdleFirst,
    /// A worker counts as idle before the installer goes on.
    IdleBeforeReply,
    StandIn,
    /// A snapshot that makes no progress lets the held jobs go first.
    StepAside,
    /// Threads of pools are refused snapshots.
    Refuse,
    /// No injected job is opened during a snapshot's turn.
    AloneInTurn,
    /// Background work ends when an injected job waits and nobody is idle.
    BackgroundLeaves,
    /// The last task of a group wakes the call that opened it.
    EndOfGroup,
    /// A worker that waits runs the tasks that are meant for it alone.
    ServeMail,
    /// The workers of a pool that was shut down stay until its last closure has ended.
    LastClosure,
}

#[cfg(not(sparring_shuttle))]
#[inline(always)]
pub(crate) const fn omitted(_: Rule) -> bool {
    false
}

/// Passes a sequentially consistent fence: one side of a "store, fence, load" pair.
#[cfg(not(sparring_tsan))]
#[inline]
pub(crate) fn full_fence() {
    atomic::fence(atomic::Ordering::SeqCst);
}

/// Orders the same by a read-modify-write, because ThreadSanitizer does not model fences.
#[cfg(sparring_tsan)]
pub(crate) fn full_fence() {
    static ORDER: atomic::AtomicUsize = atomic::AtomicUsize::new(0);
    ORDER.fetch_add(1, atomic::Ordering::SeqCst);
}

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

    pub(crate) fn change(&self, change: impl FnOnce(&mut T)) {
        change(&mut self.value.lock());
        self.changed.notify_all();
    }

    /// Accesses the value without waking anybody.
    pub(crate) fn look<R>(&self, look: impl FnOnce(&mut T) -> R) -> R {
        look(&mut self.value.lock())
    }

    /// Waits until `ready`, called under the lock so no change falls between check and wait.
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

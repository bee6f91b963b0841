//! The same primitives as those of shuttle, a checker that runs the real code of pools on random
//! schedules (`shuttle_models`). Every access is seen at once by all: orders of memory are loom's
//! to check.
//!
//! Time is a number that each reading moves on. To wait for a while is to let others run, and
//! perhaps the time pass.

use super::Rule;
use ::shuttle::rand::RngCore;
use std::cell::Cell;
use std::collections::VecDeque;
use std::ops::{Deref, DerefMut};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

pub(crate) use ::shuttle::hint::spin_loop;
pub(crate) use ::shuttle::sync::{atomic, mpsc};

/// Threads. None of them is ever said to panic: that is known only of the thread that all of
/// shuttle's share.
pub(crate) mod thread {
    pub(crate) use ::shuttle::thread::{Builder, JoinHandle, Result, current, yield_now};

    pub(crate) fn panicking() -> bool {
        false
    }
}

::shuttle::lazy_static! {
    /// Begins anew with every execution.
    static ref CLOCK_NS: AtomicU64 = AtomicU64::new(1);
}

pub(crate) fn now_ns() -> u64 {
    CLOCK_NS.fetch_add(1, Relaxed)
}

thread_local! {
    /// The rule that the mutant on this thread omits.
    static OMITTED: Cell<Option<Rule>> = const { Cell::new(None) };
}

pub(crate) fn omitted(rule: Rule) -> bool {
    OMITTED.get() == Some(rule)
}

/// Omits `rule` on this thread from now on.
#[cfg(test)]
pub(crate) fn omit(rule: Option<Rule>) {
    OMITTED.set(rule);
}

/// A moment on the clock of the model.
#[derive(Clone, Copy)]
pub(crate) struct Instant(u64);

impl Instant {
    pub(crate) fn now() -> Instant {
        Instant(now_ns())
    }

    pub(crate) fn elapsed(self) -> Duration {
        Duration::from_nanos(now_ns() - self.0)
    }
}

/// A lock with the interface of `parking_lot`.
#[derive(Default)]
pub(crate) struct Mutex<T>(::shuttle::sync::Mutex<T>);

pub(crate) struct MutexGuard<'m, T> {
    lock: &'m ::shuttle::sync::Mutex<T>,
    /// `None` only while its thread waits.
    locked: Option<::shuttle::sync::MutexGuard<'m, T>>,
}

impl<T> Mutex<T> {
    pub(crate) fn new(value: T) -> Mutex<T> {
        Mutex(::shuttle::sync::Mutex::new(value))
    }

    pub(crate) fn lock(&self) -> MutexGuard<'_, T> {
        MutexGuard { lock: &self.0, locked: Some(locked(&self.0)) }
    }

    pub(crate) fn try_lock(&self) -> Option<MutexGuard<'_, T>> {
        let locked = self.0.try_lock().ok()?;
        Some(MutexGuard { lock: &self.0, locked: Some(locked) })
    }

    pub(crate) fn into_inner(self) -> T {
        self.0.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner())
    }
}

/// A panic under the lock concerns the code that catches it.
fn locked<T>(lock: &::shuttle::sync::Mutex<T>) -> ::shuttle::sync::MutexGuard<'_, T> {
    lock.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}

impl<T> Deref for MutexGuard<'_, T> {
    type Target = T;

    fn deref(&self) -> &T {
        self.locked.as_ref().expect("it is locked")
    }
}

impl<T> DerefMut for MutexGuard<'_, T> {
    fn deref_mut(&mut self) -> &mut T {
        self.locked.as_mut().expect("it is locked")
    }
}

/// A condition variable with the interface of `parking_lot`.
pub(crate) struct Condvar(::shuttle::sync::Condvar);

impl Condvar {
    pub(crate) fn new() -> Condvar {
        Condvar(::shuttle::sync::Condvar::new())
    }

    pub(crate) fn wait<T>(&self, guard: &mut MutexGuard<'_, T>) {
        let locked = guard.locked.take().expect("it is locked");
        guard.locked = Some(self.0.wait(locked).unwrap_or_else(|poisoned| poisoned.into_inner()));
    }

    /// Returns at any moment, perhaps when the time has passed.
    pub(crate) fn wait_for<T>(&self, guard: &mut MutexGuard<'_, T>, time: Duration) {
        drop(guard.locked.take());
        thread::yield_now();
        if ::shuttle::rand::thread_rng().next_u64().is_multiple_of(8) {
            CLOCK_NS.fetch_add(time.as_nanos() as u64 + 1, Relaxed);
        }
        guard.locked = Some(locked(guard.lock));
    }

    pub(crate) fn notify_all(&self) {
        self.0.notify_all();
    }

    pub(crate) fn notify_one(&self) {
        self.0.notify_one();
    }
}

/// A deque with the interface of `crossbeam_deque`.
pub(crate) mod deque {
    use super::{Arc, Mutex, VecDeque};

    pub(crate) struct Worker<T>(Arc<Mutex<VecDeque<T>>>);

    pub(crate) struct Stealer<T>(Arc<Mutex<VecDeque<T>>>);

    pub(crate) enum Steal<T> {
        Success(T),
        Empty,
        /// As crossbeam's; never here.
        #[allow(dead_code, reason = "part of the interface")]
        Retry,
    }

    impl<T> Worker<T> {
        pub(crate) fn new_lifo() -> Worker<T> {
            Worker(Arc::new(Mutex::new(VecDeque::new())))
        }

        pub(crate) fn stealer(&self) -> Stealer<T> {
            Stealer(self.0.clone())
        }

        pub(crate) fn push(&self, entry: T) {
            self.0.lock().push_back(entry);
        }

        pub(crate) fn pop(&self) -> Option<T> {
            self.0.lock().pop_back()
        }

        pub(crate) fn is_empty(&self) -> bool {
            self.0.lock().is_empty()
        }
    }

    impl<T> Stealer<T> {
        pub(crate) fn is_empty(&self) -> bool {
            self.0.lock().is_empty()
        }

        pub(crate) fn steal(&self) -> Steal<T> {
            self.0.lock().pop_front().map_or(Steal::Empty, Steal::Success)
        }
    }
}

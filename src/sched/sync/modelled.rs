//! Primitives of shuttle (`shuttle_models`), with the interfaces of the real ones. Every access is
//! seen at once by all threads; loom checks memory orders. Each reading of the clock advances it.

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

/// Threads. `panicking` is always false, because shuttle's threads share one real thread.
pub(crate) mod thread {
    pub(crate) use ::shuttle::thread::{Builder, JoinHandle, Result, current, yield_now};

    pub(crate) fn panicking() -> bool {
        false
    }
}

::shuttle::lazy_static! {
    /// Starts again with every execution.
    static ref CLOCK_NS: AtomicU64 = AtomicU64::new(1);
}

pub(crate) fn now_ns() -> u64 {
    CLOCK_NS.fetch_add(1, Relaxed)
}

thread_local! {
    static OMITTED: Cell<Option<Rule>> = const { Cell::new(None) };
}

pub(crate) fn omitted(rule: Rule) -> bool {
    OMITTED.get() == Some(rule)
}

#[cfg(test)]
pub(crate) fn omit(rule: Option<Rule>) {
    OMITTED.set(rule);
}

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

/// Ignores poisoning: a panic under the lock concerns the code that catches it.
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

pub(crate) struct Condvar(::shuttle::sync::Condvar);

impl Condvar {
    pub(crate) fn new() -> Condvar {
        Condvar(::shuttle::sync::Condvar::new())
    }

    pub(crate) fn wait<T>(&self, guard: &mut MutexGuard<'_, T>) {
        let locked = guard.locked.take().expect("it is locked");
        guard.locked = Some(self.0.wait(locked).unwrap_or_else(|poisoned| poisoned.into_inner()));
    }

    /// Returns at any moment; time may have passed.
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

pub(crate) mod deque {
    use super::{Arc, Mutex, VecDeque};

    pub(crate) struct Worker<T>(Arc<Mutex<VecDeque<T>>>);

    pub(crate) struct Stealer<T>(Arc<Mutex<VecDeque<T>>>);

    pub(crate) enum Steal<T> {
        Success(T),
        Empty,
        /// Never returned here.
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

//! Installs run side by side, snapshots alone.
//!
//! Outermost installs hold a lock for reading, snapshots for writing. It is fair:
//! installs wait behind a waiting snapshot, or three threads that install in a loop would starve
//! it. Installs that are known to be inside another one of the same pool do not take it. One that
//! is inside but not known to be (a task started a thread, which installs) would wait for a
//! snapshot that waits for it. So after [`FAIR_WAIT`] an install goes ahead.

use parking_lot::{Condvar, Mutex, RecursiveRwLock, RecursiveRwLockReadGuard, RecursiveRwLockWriteGuard};
use std::time::Duration;

/// How long an install lets a waiting snapshot go first.
const FAIR_WAIT: Duration = Duration::from_millis(100);

/// Lets installs run side by side, or one snapshot alone.
pub(super) struct InstallLock {
    lock: RecursiveRwLock<()>,
    /// Snapshots that wait for the lock.
    waiting: Mutex<usize>,
    none_waits: Condvar,
}

impl InstallLock {
    pub(super) fn new() -> InstallLock {
        InstallLock { lock: RecursiveRwLock::new(()), waiting: Mutex::new(0), none_waits: Condvar::new() }
    }

    /// For an install, which lets waiting snapshots go first for a while.
    pub(super) fn enter(&self) -> RecursiveRwLockReadGuard<'_, ()> {
        let mut waiting = self.waiting.lock();
        if *waiting > 0 {
            self.none_waits.wait_while_for(&mut waiting, |waiting| *waiting > 0, FAIR_WAIT);
        }
        drop(waiting);
        self.lock.read()
    }

    /// For a snapshot: waits until nothing is installed. Calls `meanwhile` every millisecond.
    pub(super) fn exclude(&self, meanwhile: impl Fn()) -> RecursiveRwLockWriteGuard<'_, ()> {
        *self.waiting.lock() += 1;
        let guard = loop {
            if let Some(guard) = self.lock.try_write_for(Duration::from_millis(1)) {
                break guard;
            }
            meanwhile();
        };
        *self.waiting.lock() -= 1;
        self.none_waits.notify_all();
        guard
    }

    /// As [`InstallLock::exclude`], if nothing is installed just now.
    #[cfg(debug_assertions)]
    pub(super) fn try_exclude(&self) -> Option<RecursiveRwLockWriteGuard<'_, ()>> {
        self.lock.try_write()
    }
}

//! Installs run side by side, snapshots alone.
//!
//! Outermost installs hold a lock for reading, snapshots for writing. It is fair: installs wait
//! behind a waiting snapshot, or three threads that install in a loop would starve it. Installs
//! that are known to be inside another one of the same pool do not take it. One that is inside
//! but not known to be (a task started a thread, which installs) would wait for a snapshot that
//! waits for it. So at some time an install goes ahead: when it has waited as long again as the
//! snapshot had before it came, and [`FAIR_WAIT`] at least. With a fixed time, four threads that
//! install a quarter of a second of work each would still starve a snapshot. With one that
//! doubles, they cannot: once the wait is longer than all their installs one after the other,
//! there comes a moment at which every thread waits.

use parking_lot::{Condvar, Mutex, RecursiveRwLock, RecursiveRwLockReadGuard, RecursiveRwLockWriteGuard};
use std::time::{Duration, Instant};

/// How long an install lets a waiting snapshot go first, at least.
const FAIR_WAIT: Duration = Duration::from_millis(100);

/// Lets installs run side by side, or one snapshot alone.
pub(super) struct InstallLock {
    lock: RecursiveRwLock<()>,
    /// When each waiting snapshot came, the oldest first.
    waiting: Mutex<Vec<Instant>>,
    none_waits: Condvar,
}

impl InstallLock {
    pub(super) fn new() -> InstallLock {
        InstallLock {
            lock: RecursiveRwLock::new(()),
            waiting: Mutex::new(Vec::new()),
            none_waits: Condvar::new(),
        }
    }

    /// For an install, which lets waiting snapshots go first for a while.
    pub(super) fn enter(&self) -> RecursiveRwLockReadGuard<'_, ()> {
        let mut waiting = self.waiting.lock();
        if let Some(oldest) = waiting.first() {
            let patience = oldest.elapsed().max(FAIR_WAIT);
            self.none_waits.wait_while_for(&mut waiting, |waiting| !waiting.is_empty(), patience);
        }
        drop(waiting);
        self.lock.read()
    }

    /// For a snapshot: waits until nothing is installed. Calls `meanwhile` every millisecond.
    pub(super) fn exclude(&self, meanwhile: impl Fn()) -> RecursiveRwLockWriteGuard<'_, ()> {
        let came = Instant::now();
        self.waiting.lock().push(came);
        let guard = loop {
            if let Some(guard) = self.lock.try_write_for(Duration::from_millis(1)) {
                break guard;
            }
            meanwhile();
        };
        let mut waiting = self.waiting.lock();
        let mine = waiting.iter().position(|&other| other == came).expect("it was put there");
        waiting.remove(mine);
        self.none_waits.notify_all();
        drop(waiting);
        guard
    }

    /// As [`InstallLock::exclude`], if nothing is installed just now.
    #[cfg(debug_assertions)]
    pub(super) fn try_exclude(&self) -> Option<RecursiveRwLockWriteGuard<'_, ()>> {
        self.lock.try_write()
    }
}

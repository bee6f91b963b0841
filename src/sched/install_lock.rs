//! Installs run side by side, snapshots alone.
//!
//! Outermost installs hold a lock for reading, snapshots for writing. The lock is fair: installs
//! wait behind a waiting snapshot, or three threads that install in a loop would starve it.
//! Installs that are known to be inside another one of the same pool do not take the lock. But
//! an install may be inside without being known to be: a task has started a thread, and that
//! installs. It would wait for a snapshot that waits for it. So an install that has waited long
//! enough goes ahead of the snapshot. Long enough is [`FAIR_WAIT`] plus the time taken by all
//! installs that went ahead of this snapshot before. With [`FAIR_WAIT`] alone, four threads that
//! install a quarter of a second of work each would starve a snapshot. With the addition they
//! cannot: when each has gone ahead once, each waits longer than the others take, and the
//! snapshot has its turn.

use parking_lot::{Condvar, Mutex, RecursiveRwLock, RecursiveRwLockReadGuard, RecursiveRwLockWriteGuard};
use std::time::{Duration, Instant};

/// How long an install lets a waiting snapshot go first, at least.
const FAIR_WAIT: Duration = Duration::from_millis(100);

/// Lets installs run side by side, or one snapshot alone.
pub(super) struct InstallLock {
    lock: RecursiveRwLock<()>,
    waiting: Mutex<Waiting>,
    none_waits: Condvar,
}

#[derive(Default)]
struct Waiting {
    snapshots: usize,
    /// What the installs took that went ahead of them, together.
    ahead: Duration,
}

/// An install under way.
pub(super) struct Running<'l> {
    lock: &'l InstallLock,
    /// When it began, if it went ahead of a waiting snapshot.
    ahead_since: Option<Instant>,
    _entered: RecursiveRwLockReadGuard<'l, ()>,
}

impl Drop for Running<'_> {
    fn drop(&mut self) {
        if let Some(since) = self.ahead_since {
            self.lock.waiting.lock().ahead += since.elapsed();
        }
    }
}

/// A snapshot that waits.
struct WaitingSnapshot<'l>(&'l InstallLock);

impl<'l> WaitingSnapshot<'l> {
    fn new(lock: &'l InstallLock) -> WaitingSnapshot<'l> {
        lock.waiting.lock().snapshots += 1;
        WaitingSnapshot(lock)
    }
}

impl Drop for WaitingSnapshot<'_> {
    fn drop(&mut self) {
        let mut waiting = self.0.waiting.lock();
        *waiting = Waiting { snapshots: waiting.snapshots - 1, ahead: Duration::ZERO };
        self.0.none_waits.notify_all();
    }
}

impl InstallLock {
    pub(super) fn new() -> InstallLock {
        InstallLock { lock: RecursiveRwLock::new(()), waiting: Mutex::default(), none_waits: Condvar::new() }
    }

    /// For an install, which lets waiting snapshots go first for a while.
    pub(super) fn enter(&self) -> Running<'_> {
        let mut waiting = self.waiting.lock();
        let patience = FAIR_WAIT + waiting.ahead;
        let waits = |waiting: &mut Waiting| waiting.snapshots > 0;
        let ahead =
            waits(&mut waiting) && self.none_waits.wait_while_for(&mut waiting, waits, patience).timed_out();
        drop(waiting);
        Running { lock: self, ahead_since: ahead.then(Instant::now), _entered: self.lock.read() }
    }

    /// For a snapshot: waits until nothing is installed. Calls `meanwhile` every millisecond.
    pub(super) fn exclude(&self, meanwhile: impl Fn()) -> RecursiveRwLockWriteGuard<'_, ()> {
        let _waits = WaitingSnapshot::new(self);
        loop {
            if let Some(guard) = self.lock.try_write_for(Duration::from_millis(1)) {
                return guard;
            }
            meanwhile();
        }
    }

    /// As [`InstallLock::exclude`], if nothing is installed just now.
    #[cfg(debug_assertions)]
    pub(super) fn try_exclude(&self) -> Option<RecursiveRwLockWriteGuard<'_, ()>> {
        self.lock.try_write()
    }
}

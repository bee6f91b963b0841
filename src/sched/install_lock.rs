//! Installs run side by side, snapshots alone.
//!
//! Outermost installs hold a lock for reading, snapshots for writing. The lock is fair: installs
//! wait behind a waiting snapshot, or three threads that install in a loop would starve it.
//! Installs that are known to be inside another one of the same pool do not take the lock. But
//! an install may be inside without being known to be: a task has started a thread, and that
//! installs. It would wait for a snapshot that waits for it. So an install that has waited long
//! enough goes ahead of the snapshot. Long enough is [`FAIR_WAIT`] plus the time taken by the
//! installs that went ahead before, as long as one of them runs. With [`FAIR_WAIT`] alone, four
//! threads that install a quarter of a second of work each would starve a snapshot. With the
//! addition they cannot: when each has gone ahead once, each waits longer than the others take,
//! and the snapshot has its turn. It also has it whenever none of them runs any more.

use parking_lot::{
    Condvar, Mutex, MutexGuard, RecursiveRwLock, RecursiveRwLockReadGuard, RecursiveRwLockWriteGuard,
};
use std::time::{Duration, Instant};

/// How long an install lets a waiting snapshot go first, at least.
const FAIR_WAIT: Duration = Duration::from_millis(100);

/// Who waits on a worker looks so often for what else it could do.
const MEANWHILE: Duration = Duration::from_millis(1);

/// Lets installs run side by side, or one snapshot alone.
pub(super) struct InstallLock {
    lock: RecursiveRwLock<()>,
    waiting: Mutex<Waiting>,
    none_waits: Condvar,
}

#[derive(Default)]
struct Waiting {
    snapshots: usize,
    /// Installs that went ahead of them and run.
    running_ahead: usize,
    /// What those that have ended took together, since there was none.
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
            let mut waiting = self.lock.waiting.lock();
            waiting.running_ahead -= 1;
            waiting.ahead =
                if waiting.running_ahead > 0 { waiting.ahead + since.elapsed() } else { Duration::ZERO };
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
        waiting.snapshots -= 1;
        self.0.none_waits.notify_all();
    }
}

impl InstallLock {
    pub(super) fn new() -> InstallLock {
        InstallLock { lock: RecursiveRwLock::new(()), waiting: Mutex::default(), none_waits: Condvar::new() }
    }

    /// For an install, which lets waiting snapshots go first for a while. Calls `meanwhile`, if
    /// there is one, every millisecond.
    pub(super) fn enter(&self, meanwhile: Option<fn()>) -> Running<'_> {
        let mut waiting = self.waiting.lock();
        let goes_ahead = waiting.snapshots > 0 && self.lose_patience(&mut waiting, meanwhile);
        waiting.running_ahead += usize::from(goes_ahead);
        drop(waiting);
        Running { lock: self, ahead_since: goes_ahead.then(Instant::now), _entered: self.lock.read() }
    }

    /// Waits while a snapshot does. True if that took too long.
    fn lose_patience(&self, waiting: &mut MutexGuard<'_, Waiting>, meanwhile: Option<fn()>) -> bool {
        let end = Instant::now() + FAIR_WAIT + waiting.ahead;
        while waiting.snapshots > 0 {
            let left = end.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return true;
            }
            self.none_waits.wait_for(waiting, meanwhile.map_or(left, |_| left.min(MEANWHILE)));
            if let Some(meanwhile) = meanwhile {
                MutexGuard::unlocked(waiting, meanwhile);
            }
        }
        false
    }

    /// For a snapshot: waits until nothing is installed. Calls `meanwhile` every millisecond.
    pub(super) fn exclude(&self, meanwhile: impl Fn()) -> RecursiveRwLockWriteGuard<'_, ()> {
        let _waits = WaitingSnapshot::new(self);
        loop {
            if let Some(guard) = self.lock.try_write_for(MEANWHILE) {
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

//! The pool: what holds its threads together, and ends them.

use super::affinity::Pinning;
use super::counters::Tally;
use super::hooks::Hooks;
use super::memory::Shared;
use super::newcomer::Thread;
use super::platform::Stopwatch;
use super::sync::Mutex;
use std::sync::Arc;
use std::time::SystemTime;

/// A pool of workers. Dropping it ends them.
pub struct Pool {
    pub(super) shared: Arc<Shared>,
    threads: Vec<Thread>,
    pinning: Vec<Pinning>,
    pub(super) zero: Mutex<Zero>,
    /// Kept so that what the user's closures own is dropped by the user's thread: a destructor
    /// that panics would end a worker's.
    _hooks: Hooks,
}

impl Pool {
    /// A pool around threads that run, or are about to.
    pub(super) fn new_running(
        shared: Arc<Shared>,
        threads: Vec<Thread>,
        pinning: Vec<Pinning>,
        hooks: Hooks,
    ) -> Pool {
        let zero = Mutex::new(Zero::new(shared.cores.len(), shared.platform.now_ns()));
        Pool { shared, threads, pinning, zero, _hooks: hooks }
    }

    /// Number of workers.
    pub fn threads(&self) -> usize {
        self.shared.cores.len()
    }

    /// Starts a clock on the time of this pool.
    pub fn stopwatch(&self) -> Stopwatch {
        Stopwatch::start(&self.shared.platform)
    }

    /// Which worker is pinned where.
    pub fn pinning(&self) -> &[Pinning] {
        &self.pinning
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        self.shared.close();
        self.threads.drain(..).for_each(Thread::join);
    }
}

/// Where counters and recording were last reset. The counters themselves go on: only their owners
/// write them.
pub(super) struct Zero {
    pub(super) at_ns: u64,
    pub(super) started: SystemTime,
    /// What the counters stood at, by worker.
    pub(super) tallies: Vec<Tally>,
}

impl Zero {
    /// Now, with all counters of `workers` workers at zero.
    fn new(workers: usize, at_ns: u64) -> Zero {
        Zero { at_ns, started: SystemTime::now(), tallies: vec![Tally::default(); workers] }
    }
}

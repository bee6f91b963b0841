//! Metrics: a pool's approximate numbers while it works.
//!
//! Any thread may read the counters at any time, because their owners write them with relaxed
//! stores. They change while they are read, so the identities of `counters.rs` need not hold; only
//! a [`Snapshot`](crate::Snapshot) is exact. Metrics also count the elapsed part of each worker's
//! current stretch of work or waiting (`stretch.rs`).

use crate::pool::Pool;
use crate::record::counters::Tally;
use std::fmt;

/// State of a worker at one moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum WorkerState {
    /// It runs a task.
    Working,
    /// It looks for work, or waits awake for a task that another worker runs.
    Searching,
    /// It sleeps until there is work for it.
    Asleep,
}

impl fmt::Display for WorkerState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            WorkerState::Working => "working",
            WorkerState::Searching => "searching",
            WorkerState::Asleep => "asleep",
        })
    }
}

/// Metrics of one worker.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct WorkerMetrics {
    /// Approximate counters since the last [`Pool::reset`]. `busy_ns` and `idle_ns` include the
    /// current stretch.
    pub tally: Tally,
    /// State of the worker when it was read.
    pub state: WorkerState,
}

/// Approximate numbers of all workers at one moment, as plain data.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Metrics {
    /// Nanoseconds since the last [`Pool::reset`].
    pub at_ns: u64,
    /// One entry for each worker, by its number.
    pub workers: Vec<WorkerMetrics>,
}

impl Metrics {
    /// Returns the counters summed over all workers.
    #[must_use]
    pub fn total(&self) -> Tally {
        self.workers.iter().map(|worker| worker.tally).sum()
    }
}

impl Pool {
    /// Reads the current numbers of all workers, from any thread, without disturbing the workers.
    /// They are approximate: use [`Pool::snapshot`] for numbers that add up. Must not be called in
    /// a signal handler, because it takes a lock.
    ///
    /// # Panics
    /// In a forked process, which has no workers.
    #[must_use]
    pub fn metrics(&self) -> Metrics {
        self.process.check_is_this("metrics");
        let zero = self.zero.lock();
        let now = self.shared.platform.now_ns();
        let metrics = |(worker, zero_tally): (usize, &Tally)| {
            let core = &self.shared.cores[worker];
            let ((since, works), tally) = core.stretch.read_beside(|| self.shared.tally(worker));
            let mut tally = tally - *zero_tally;
            // The part before the reset does not count.
            let passed = now.saturating_sub(since.max(zero.at_ns));
            *(if works { &mut tally.busy_ns } else { &mut tally.idle_ns }) += passed;
            let state = match works {
                true => WorkerState::Working,
                false if self.shared.sleep.is_asleep(worker) => WorkerState::Asleep,
                false => WorkerState::Searching,
            };
            WorkerMetrics { tally, state }
        };
        let workers = zero.tallies.iter().enumerate().map(metrics).collect();
        Metrics { at_ns: now.saturating_sub(zero.at_ns), workers }
    }
}

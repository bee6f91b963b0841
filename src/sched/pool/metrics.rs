//! Metrics: the numbers of a pool while it works.
//!
//! A view of a running pool wants numbers now, not at the next rest. Every counter is a word that
//! its owner writes with relaxed stores, so any thread may read it at any time, and the reading
//! costs the workers nothing. The price is paid in meaning: the words are read one after the other
//! while they change, so the identities of `counters.rs` need not hold among them. Only a
//! [`Snapshot`](crate::Snapshot) is exact.
//!
//! The two kinds of time are counted when a stretch of work or of waiting ends. Metrics add the
//! part of the present stretch that has passed, for which the worker notes when it began and which
//! kind it is (`stretch.rs`). That is one store where the worker reads the clock anyway, never at a
//! fork.

use crate::pool::Pool;
use crate::record::counters::Tally;
use std::fmt;

/// The state of a worker at one moment.
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

/// In a word: `working`, `searching` or `asleep`.
impl fmt::Display for WorkerState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            WorkerState::Working => "working",
            WorkerState::Searching => "searching",
            WorkerState::Asleep => "asleep",
        })
    }
}

/// The metrics of one worker.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct WorkerMetrics {
    /// Its counters since the last [`Pool::reset`], each about as it stands now. `busy_ns` and
    /// `idle_ns` include the stretch that goes on.
    pub tally: Tally,
    /// Its state.
    pub state: WorkerState,
}

/// The numbers of all workers at one moment: plain data, approximate.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Metrics {
    /// Nanoseconds since the last [`Pool::reset`].
    pub at_ns: u64,
    /// By worker.
    pub workers: Vec<WorkerMetrics>,
}

impl Pool {
    /// The numbers of all workers as they stand, whatever runs. It waits for no task, may be
    /// called from any thread, even on a worker, and disturbs nobody. See the documentation of
    /// [`Metrics`]: use [`Pool::snapshot`] for numbers that add up. Not in a signal handler: it
    /// takes a lock.
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
            // What lies before the reset was not counted since.
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

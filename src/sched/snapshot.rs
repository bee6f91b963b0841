//! A pool's numbers at one moment of rest: plain data.

use super::counters::Tally;
use super::latency::Latencies;
use super::platform::now_ns;
use std::time::SystemTime;

/// One worker's numbers at rest.
#[derive(Clone, Debug)]
pub struct WorkerReport {
    /// Its counters.
    pub tally: Tally,
    /// Its latencies.
    pub latencies: Latencies,
    /// The processor it is pinned to.
    pub pinned_to: Option<usize>,
}

/// All workers' numbers at one moment of rest: plain data.
#[derive(Clone, Debug)]
pub struct Snapshot {
    /// By worker.
    pub workers: Vec<WorkerReport>,
}

impl Snapshot {
    /// The counters summed over workers; the identities hold for this sum.
    pub fn total(&self) -> Tally {
        self.workers.iter().fold(Tally::default(), |mut sum, worker| {
            sum += worker.tally;
            sum
        })
    }

    /// The latencies of all workers together.
    pub fn latencies(&self) -> Latencies {
        self.workers.iter().fold(Latencies::new(), |mut sum, worker| {
            sum.merge(&worker.latencies);
            sum
        })
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
    /// Now, with all counters of so many workers at nothing.
    pub(super) fn new(workers: usize) -> Zero {
        Zero { at_ns: now_ns(), started: SystemTime::now(), tallies: vec![Tally::default(); workers] }
    }
}

//! A pool's numbers at one moment of rest: how they are read, and what they are as plain data.

use super::affinity::Pinning;
use super::counters::Tally;
use super::install::{inside, run_one_root};
use super::latency::Latencies;
use super::pool::Pool;
use super::recording::Recording;
use parking_lot::RecursiveRwLockWriteGuard;
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

impl Pool {
    /// The numbers of all workers, once everything installed has ended and each worker has said
    /// that it is at rest.
    ///
    /// New installs wait meanwhile. So does one of a thread that a task has started and waits
    /// for; it goes ahead after a while, at least a tenth of a second. A snapshot taken by such
    /// a thread never returns: it waits for the task, and the task for the thread.
    ///
    /// # Panics
    /// If called on a worker from inside an install of this pool, also by way of another pool: it
    /// would wait for itself.
    pub fn snapshot(&self) -> Snapshot {
        let _no_installs = self.wait_for_installs("snapshot");
        self.read_at_rest()
    }

    /// What the workers have done since the last [`Pool::reset`], at rest as [`Pool::snapshot`];
    /// `None` if the pool was not built to [`record`](super::PoolBuilder::record).
    ///
    /// # Panics
    /// As [`Pool::snapshot`].
    pub fn recording(&self) -> Option<Recording> {
        let shared = &self.shared;
        if !shared.cores[0].log.is_on() {
            return None;
        }
        let _no_installs = self.wait_for_installs("recording");
        self.read_at_rest();
        let (zero, now_ns) = (self.zero.lock(), shared.platform.now_ns());
        let cores = shared.cores.iter().zip(&zero.tallies);
        let tracks = cores.map(|(core, &tally)| core.track((zero.at_ns, tally), now_ns)).collect();
        Some(Recording { tracks, started: zero.started, end_ns: now_ns - zero.at_ns })
    }

    /// Sets all counters and latencies back to nothing, and begins the recording anew, at rest as
    /// [`Pool::snapshot`].
    ///
    /// # Panics
    /// As [`Pool::snapshot`].
    pub fn reset(&self) {
        let _no_installs = self.wait_for_installs("reset");
        self.read_at_rest();
        let (mut zero, now_ns) = (self.zero.lock(), self.shared.platform.now_ns());
        for (core, tally) in self.shared.cores.iter().zip(&mut zero.tallies) {
            *tally = core.tally();
            *core.latencies.lock() = Latencies::new();
            core.log.reset(now_ns);
        }
        // Last: what is older was counted before.
        (zero.at_ns, zero.started) = (self.shared.platform.now_ns(), SystemTime::now());
    }

    /// Waits until nothing is installed. New installs wait meanwhile (but see `install_lock.rs`).
    fn wait_for_installs(&self, what: &str) -> RecursiveRwLockWriteGuard<'_, ()> {
        if let Some(worker) = inside(&self.shared) {
            panic!(
                "{what} was called on {worker} from inside an install of the same pool, which it would wait for; \
                 call it when the install has returned"
            );
        }
        // A task of another pool may be what our installs wait for: then this thread, too, has to
        // run what is installed in its pool.
        self.installs.exclude(run_one_root)
    }

    fn read_at_rest(&self) -> Snapshot {
        let shared = &self.shared;
        shared.rest.wait_for(self.threads(), || shared.wake_everybody());
        let report = |(worker, pinning): (usize, &Pinning)| WorkerReport {
            tally: shared.cores[worker].tally() - self.zero.lock().tallies[worker],
            latencies: shared.cores[worker].latencies.lock().clone(),
            pinned_to: pinning.cpu(),
        };
        Snapshot { workers: self.pinning().iter().enumerate().map(report).collect() }
    }

    /// Debug builds: the identities hold whenever nothing is installed.
    #[cfg(debug_assertions)]
    pub(super) fn check_if_at_rest(&self) {
        if !self.shared.platform.is_simulated() // the check takes time
            && let Some(_no_installs) = self.installs.try_exclude()
            && let Err(terms) = self.read_at_rest().total().check()
        {
            panic!("{terms}");
        }
    }
}

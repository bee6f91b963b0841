//! The pool: what its workers share, reading its numbers at rest, ending it.

use super::block::{Core, Entry};
use super::builder::{Pinning, PoolBuilder};
use super::cancel::{Home, Node};
use super::cancel_scope::CancelScope;
use super::error::PoolError;
use super::install::{Caller, Installs, Root};
use super::latency::Latencies;
use super::platform::now_ns;
use super::recording::Recording;
use super::rest::Rest;
use super::sleep::Sleep;
use super::snapshot::{Snapshot, WorkerReport, Zero};
use crossbeam_deque::{Injector, Stealer};
use parking_lot::{Mutex, RecursiveRwLockWriteGuard};
use std::sync::Arc;
use std::sync::atomic::{
    AtomicBool,
    Ordering::{Acquire, Release},
};
use std::thread::JoinHandle;
use std::time::SystemTime;

/// What all workers of a pool share.
pub(super) struct Shared {
    pub(super) cores: Box<[Box<Core>]>,
    pub(super) stealers: Box<[Stealer<Entry>]>,
    pub(super) injector: Injector<Root>,
    pub(super) sleep: Sleep,
    pub(super) rest: Rest,
    closing: AtomicBool,
}

impl Shared {
    pub(super) fn new(cores: Box<[Box<Core>]>, stealers: Box<[Stealer<Entry>]>) -> Shared {
        let sleep = Sleep::new(cores.len());
        let (rest, closing) = (Rest::new(), AtomicBool::new(false));
        Shared { cores, stealers, injector: Injector::new(), sleep, rest, closing }
    }

    /// Sets a reason in a worker's signal word and wakes it if it sleeps.
    pub(super) fn signal_and_wake(&self, worker: usize, reason: isize) {
        self.cores[worker].signal.raise(reason);
        self.sleep.wake(worker);
    }

    pub(super) fn is_closing(&self) -> bool {
        self.closing.load(Acquire) // pairs with the release in `Pool::drop`
    }

    /// Whether there is a reason for an idle worker not to sleep.
    pub(super) fn has_news(&self, acknowledged: u64) -> bool {
        self.is_closing()
            || self.rest.is_wanted(acknowledged)
            || !self.injector.is_empty()
            || self.stealers.iter().any(|stealer| !stealer.is_empty())
    }

    fn wake_everybody(&self) {
        (0..self.cores.len()).for_each(|worker| {
            self.sleep.wake(worker);
        });
    }
}

/// A pool of workers. Dropping it ends them.
pub struct Pool {
    pub(super) shared: Arc<Shared>,
    threads: Vec<JoinHandle<()>>,
    pinning: Vec<Pinning>,
    zero: Mutex<Zero>,
    pub(super) installs: Installs,
}

impl Pool {
    /// A pool of `threads` workers with the other settings of [`PoolBuilder::new`].
    ///
    /// # Errors
    /// As [`PoolBuilder::build`].
    pub fn new(threads: usize) -> Result<Pool, PoolError> {
        PoolBuilder::new().threads(threads).build()
    }

    /// A pool around threads that run, or are about to.
    pub(super) fn new_running(
        shared: Arc<Shared>,
        threads: Vec<JoinHandle<()>>,
        pinning: Vec<Pinning>,
    ) -> Pool {
        let zero = Mutex::new(Zero::new(threads.len()));
        Pool { shared, threads, pinning, zero, installs: Installs::new() }
    }

    /// Number of workers.
    pub fn threads(&self) -> usize {
        self.threads.len()
    }

    /// Which worker is pinned where.
    pub fn pinning(&self) -> &[Pinning] {
        &self.pinning
    }

    /// A cancel scope for work of this pool, to be cancelled from any thread.
    pub fn cancel_scope(&self) -> CancelScope {
        CancelScope::new(Node::new(Home::Pool, None), self.shared.clone())
    }

    /// The numbers of all workers, once everything installed has ended and each worker has said
    /// that it is at rest.
    ///
    /// # Panics
    /// If called from inside an install of this pool, also by way of another pool: it would wait
    /// for itself.
    pub fn snapshot(&self) -> Snapshot {
        let _no_installs = self.wait_for_installs("snapshot");
        self.read_at_rest()
    }

    /// What the workers have done since the last [`Pool::reset`], at rest as [`Pool::snapshot`];
    /// `None` if the pool was not built to [`record`](PoolBuilder::record).
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
        let (zero, now_ns) = (self.zero.lock(), now_ns());
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
        let mut zero = self.zero.lock();
        for (core, tally) in self.shared.cores.iter().zip(&mut zero.tallies) {
            *tally = core.tally();
            *core.latencies.lock() = Latencies::new();
            core.log.reset();
        }
        (zero.at_ns, zero.started) = (now_ns(), SystemTime::now()); // last: what is older was counted before
    }

    /// Waits until nothing is installed. New installs wait meanwhile (but see `install.rs`).
    fn wait_for_installs(&self, what: &str) -> RecursiveRwLockWriteGuard<'_, ()> {
        if let Some(worker) = Caller::inside(&self.shared) {
            panic!(
                "{what} was called on {worker} from inside an install of the same pool, which it would wait for; \
                 call it when the install has returned"
            );
        }
        // A task of another pool may be what our installs wait for: then this thread, too, has to
        // run what is installed in its pool.
        self.installs.exclude(Caller::run_one_root)
    }

    fn read_at_rest(&self) -> Snapshot {
        let shared = &self.shared;
        shared.rest.wait_for(self.threads(), || shared.wake_everybody());
        let report = |(worker, pinning): (usize, &Pinning)| WorkerReport {
            tally: shared.cores[worker].tally() - self.zero.lock().tallies[worker],
            latencies: shared.cores[worker].latencies.lock().clone(),
            pinned_to: pinning.cpu(),
        };
        Snapshot { workers: self.pinning.iter().enumerate().map(report).collect() }
    }

    /// Debug builds: the identities hold whenever nothing is installed.
    #[cfg(debug_assertions)]
    pub(super) fn check_if_at_rest(&self) {
        if let Some(_no_installs) = self.installs.try_exclude()
            && let Err(terms) = self.read_at_rest().total().check()
        {
            panic!("{terms}");
        }
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        self.shared.closing.store(true, Release); // pairs with the acquire in `is_closing`
        self.shared.wake_everybody();
        for thread in self.threads.drain(..) {
            thread.join().expect("a worker's panic ends the process");
        }
    }
}

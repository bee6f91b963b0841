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

/// A pool of workers. Dropping it ends them, and waits for their threads; on a thread of a pool
/// (see below) only until their hooks have returned.
///
/// # Who waits for whom
/// A *thread of a pool* is one of its workers, also while it runs the start or exit handler of its
/// pool (then it is a *hook*). All other threads are *outside*, also those that a task has started.
/// A coroutine counts as the thread on which it runs at that moment.
///
/// | called by | [`install`](Pool::install) | [`snapshot`](Pool::snapshot), [`recording`](Pool::recording), [`reset`](Pool::reset) | [`build`](super::PoolBuilder::build), drop |
/// |---|---|---|---|
/// | a thread outside | queues and sleeps | queues and sleeps | sleeps |
/// | a worker of the same pool | calls the closure there and then, as ordinary code | panics | (cannot be) |
/// | a worker of another pool | queues, and serves its own pool | panics | serves its own pool |
/// | a hook of another pool | queues ahead of all snapshots, and sleeps | panics | sleeps |
///
/// *As ordinary code*: what it forks is called at once, cannot be stolen, and is counted as
/// `overflowed` and not as `created`.
///
/// 1. *First come, first served.* Each pool has one queue. A worker that is idle takes the first
///    install from it. (One that waits at a join or a split for other workers is not idle.) A
///    snapshot, here also a recording or a reset, waits until every install before it has ended;
///    installs behind it wait until it is over.
/// 2. *Inside goes ahead.* An install does not wait behind snapshots if the code that calls it
///    is inside an install of the same pool already: directly, by way of other pools, or in a
///    task that another worker has stolen. (While more than 64 pools live, this is known of 64.)
/// 3. *A snapshot that nothing moves steps aside.* A thread that a task has started is not known to
///    be inside. So a snapshot with installs behind it counts the time from when the first of these
///    came, and anew from the end of each install. After 0.1 s all installs that are waiting go
///    ahead of it and of all other snapshots. Then it waits again, and while any of those run its
///    patience is longer by the time of the longest that has ended since. (Installs that were
///    inside others do not count here.)
/// 4. *Who waits serves.* A worker that waits for an install in another pool, or for the hooks of
///    a pool that it builds or drops, runs meanwhile what is installed in its own pool, unless
///    another worker of its own pool is idle. It runs that on top of its task, as ordinary code,
///    and goes on with its task when that has ended. Contrary to rule 1 it takes installs of
///    threads of pools first, and of those of threads outside at most 16 on top of each other.
///
/// A task that waits for its own worker in any other way hangs, as it would without a pool. So does
/// one that joins a thread which installs in a pool none of whose other workers becomes idle
/// meanwhile (one that waits at a join or a split for this very task does not), and one that
/// joins a thread which takes a snapshot of a pool that the task is inside of. So do more than 16
/// tasks on top of each other that each wait, through another pool, for an install of a thread
/// outside. And a worker that installs in a [simulated](super::PoolBuilder::simulate) pool only
/// sleeps: it serves nobody.
///
/// A thread begins with the processors of the one that starts it. So a pool that is built on a
/// pinned worker, and a thread that its task or hook starts, have one processor.
///
/// [`glance`](Pool::glance) and [`CancelScope::cancel`](super::CancelScope::cancel) wait for
/// nothing and may be called anywhere.
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
#[derive(Clone)]
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

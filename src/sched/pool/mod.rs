//! The pool: what holds its threads together, and ends them.
//!
//! * `builder.rs`: its settings. `hooks.rs`: what its user wants done on its threads.
//!   `start.rs`: how these begin and end.
//! * `install.rs`: work from outside. `worker_local.rs`: state of each worker, lent to tasks.
//! * `snapshot.rs`: numbers at rest, exact. `metrics.rs`: numbers meanwhile, approximate.
//! * `process.rs`: what is left of a pool in a forked process.

pub(crate) mod builder;
pub(crate) mod hooks;
pub(crate) mod install;
pub(crate) mod metrics;
pub(crate) mod process;
pub(crate) mod snapshot;
pub(crate) mod start;
pub(crate) mod worker_local;

use crate::platform::Stopwatch;
use crate::pool::hooks::Hooks;
use crate::pool::process::Process;
use crate::record::counters::Tally;
use crate::sync::Mutex;
use crate::topology::affinity::Pinning;
use crate::worker::core::Shared;
use crate::worker::thread::Thread;
use std::fmt;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

/// A pool of workers. Dropping it ends them, and waits for their threads; on a thread of a pool
/// (see below) only until their hooks have returned.
///
/// # Nobody idles beside untaken work
/// If a worker is idle and something was put up in the pool that nobody has begun, a worker takes
/// it within about 40 microseconds, whatever its creator is doing: computing, blocked in a lock,
/// or asleep. That holds for the second half of a [`join`](crate::Worker::join), spawned tasks,
/// the indices of a split, and the items of loops and searches, from a pool's first program on.
///
/// If all who are idle sleep, the time to wake one is added, once for each doubling of their
/// number. A worker whose last stolen task was too small to be worth the theft is left alone for
/// 25 to 200 microseconds more. Measured on two processors, from the moment at which a worker is
/// idle until it has begun what a computing creator had put up before: 34 microseconds in the
/// median and 45 to 65 at 99 %. For 20 of them the thief waits for an answer
/// ([`PoolBuilder::force_after`](crate::PoolBuilder)).
///
/// *Idle* is a worker that has nothing to do. One that waits at a join helps the thief of its other
/// half, and one that waits at the end of a split helps with splits below that; neither takes
/// anything else. A split has room for 64 others of its worker inside each other, a fork for 4,096
/// levels: what is asked for beyond is not put up (counted as `overflowed`).
///
/// Where the operating system lacks the fence that this takes (Linux has it), each worker keeps one
/// entry in sight of the others; the rest waits until it forks, splits, polls or claims an index.
/// [`Pool::forces_after`] tells which it is.
///
/// # Who waits for whom
/// A *thread of a pool* is one of its workers or stand-ins (rule 4), also while it runs the start
/// or exit handler of its pool (then it is a *hook*). All other threads are *outside*, also those
/// that a task has started. A coroutine counts as the thread on which it runs at that moment.
///
/// | called by | [`install`](Pool::install) | [`snapshot`](Pool::snapshot), [`recording`](Pool::recording), [`reset`](Pool::reset) | [`build`](crate::PoolBuilder::build), drop |
/// |---|---|---|---|
/// | a thread outside | queues and sleeps | queues and sleeps | sleeps |
/// | a worker of the same pool | calls the closure there and then, as ordinary code | panics | (cannot be) |
/// | a thread of another pool | queues (a hook ahead of all snapshots) and sleeps | panics | sleeps |
///
/// *As ordinary code*: what it forks is called at once, cannot be stolen, and is counted as
/// `overflowed` and not as `created`.
///
/// 1. *First come, first served.* Each pool has one queue. An idle worker takes the first install
///    from it. (A worker that waits for tasks is not idle.) A snapshot, here also a recording or a
///    reset, waits until every install before it has ended; installs behind it wait until it is
///    over.
/// 2. *Inside goes ahead.* An install does not wait behind snapshots if the code that calls it
///    is inside an install of the same pool already: directly, by way of other pools, or in a
///    task that another worker has stolen. (While more than 64 pools live, this is known of 64.)
/// 3. *A snapshot that nothing moves steps aside.* A thread that a task has started is not known to
///    be inside. So a snapshot with installs behind it counts the time from when the first of these
///    came, and anew from the end of each install. After 0.1 s all installs that are waiting go
///    ahead of it and of all other snapshots. Then it waits again, and while any of those run its
///    patience is longer by the time of the longest that has ended since. (Installs that were
///    inside others do not count here.)
/// 4. *Who waits has a stand-in.* A worker that waits for another pool runs nothing meanwhile. What
///    is installed in its own pool is taken by a worker that is idle, or else by a *stand-in*: a
///    thread that runs installs, as ordinary code, and nothing else.
///
/// So a lock, a `OnceLock` or a `RefCell` may be held over an install in another pool, or over a
/// join, a split or a loop: a worker that waits there runs only parts of what it waits for. **There
/// is one exception: a [`join`](crate::Tasks::join) of spawned tasks may run other tasks of the
/// same call.**
///
/// A task that waits for its own worker in any other way hangs, as it would without a pool. So does
/// one that joins a thread which installs in a pool none of whose other workers becomes idle
/// meanwhile (one that waits at a join or a split for this very task does not), and one that
/// joins a thread which takes a snapshot of a pool that the task is inside of.
///
/// [`metrics`](Pool::metrics) and [`CancelScope::cancel`](crate::CancelScope::cancel) wait for
/// none of these, and may be called on any thread. In a signal handler nothing of a pool may be
/// called, not even they: [`CancelScope`](crate::CancelScope) says what to do instead.
///
/// # Stand-ins
/// A pool starts a stand-in when it first needs one, and keeps it. It is never pinned and calls no
/// handler. Its number is that of one of the workers, in whose counters it counts. When a wait
/// ends, the worker and the stand-in both go on, so that for a while one more thread than there are
/// workers runs installs. A pool has at most 256, or fewer if the system starts no more threads,
/// and a [simulated](crate::PoolBuilder::simulate) one has none. An install that would need one
/// more waits, for ever if all others wait for it.
///
/// # Which processors
/// A pool with one worker for each processor pins them by default. A thread or a process that a
/// task or a hook starts has the one processor of its worker then:
/// [`PoolBuilder::pin`](crate::PoolBuilder::pin) says how to avoid that. A pool that is built
/// there has all those that the worker's pool had (on Linux).
///
/// # After a fork
/// A process that was forked has a copy of the pool, but none of its threads. Dropping the pool
/// there does nothing: it neither waits nor frees what the threads hold. Cancelling a scope sets
/// its flag and wakes nobody. What needs a worker, or a lock that one may have held, panics
/// instead of waiting for ever: `install`, `snapshot`, `recording`, `reset`, `metrics`. Where both
/// processes are to have pools, fork before the first one is built: a child of a process with
/// threads can rely on little but `_exit` and `exec`.
///
/// A child that is forked by a *task* is a copy of its worker, in the middle of the task. It must
/// not return from it.
pub struct Pool {
    pub(crate) shared: Arc<Shared>,
    threads: Vec<Thread>,
    pinning: Vec<Pinning>,
    /// The process in which its threads are.
    pub(crate) process: Process,
    pub(crate) zero: Mutex<Zero>,
    /// Kept so that what the user's closures own is dropped by the user's thread: a destructor
    /// that panics would end a worker's.
    _hooks: Hooks,
}

impl Pool {
    /// A pool around threads that run, or are about to.
    pub(crate) fn new_running(
        shared: Arc<Shared>,
        threads: Vec<Thread>,
        pinning: Vec<Pinning>,
        hooks: Hooks,
    ) -> Pool {
        let zero = Mutex::new(Zero::new(shared.cores.len(), shared.platform.now_ns()));
        Pool { shared, threads, pinning, process: Process::this(), zero, _hooks: hooks }
    }

    /// Number of workers.
    pub fn threads(&self) -> usize {
        self.shared.cores.len()
    }

    /// Starts a clock on the time of this pool.
    pub fn stopwatch(&self) -> Stopwatch {
        Stopwatch::start(&self.shared.platform)
    }

    /// Time after which others take the work of a worker that does not answer them; `None` if they
    /// never do. See [`PoolBuilder::force_after`](crate::PoolBuilder).
    pub fn forces_after(&self) -> Option<Duration> {
        self.shared.silence_ns.map(Duration::from_nanos)
    }

    /// Which worker is pinned where, and if it is not, why.
    pub fn pinning(&self) -> &[Pinning] {
        &self.pinning
    }
}

/// Reads what does not change, and waits for nothing.
impl fmt::Debug for Pool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let pinned_to: Vec<_> = self.pinning.iter().map(|pinning| pinning.cpu()).collect();
        f.debug_struct("Pool")
            .field("threads", &self.threads())
            .field("simulated", &self.shared.platform.is_simulated())
            .field("pinned_to", &pinned_to)
            .finish()
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        let threads = std::mem::take(&mut self.threads);
        if self.process.is_this() {
            self.shared.close();
            threads.into_iter().for_each(Thread::join);
            self.shared.stand_ins.end().into_iter().for_each(Thread::join);
        } else {
            // Not dropped: the threads would be detached, and their stacks may be gone.
            std::mem::forget((threads, self.shared.clone()));
        }
    }
}

/// Where counters and recording were last reset. The counters themselves go on: only their owners
/// write them.
#[derive(Clone)]
pub(crate) struct Zero {
    pub(crate) at_ns: u64,
    pub(crate) started: SystemTime,
    /// Counters as they stood then, by worker.
    pub(crate) tallies: Vec<Tally>,
}

impl Zero {
    /// Now, with all counters of `workers` workers at zero.
    fn new(workers: usize, at_ns: u64) -> Zero {
        Zero { at_ns, started: SystemTime::now(), tallies: vec![Tally::default(); workers] }
    }
}

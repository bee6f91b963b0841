//! The pool, which owns its threads and ends them.
//!
//! * `builder.rs`: settings. `hooks.rs`: the user's handlers. `start.rs`: start and end of threads.
//! * `install.rs`, `detached.rs`: work from outside. `worker_local.rs`: values of each worker.
//! * `snapshot.rs`: exact numbers at rest. `metrics.rs`: approximate numbers at any time.
//! * `process.rs`: pools in forked processes.

pub(crate) mod builder;
pub(crate) mod detached;
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

/// A pool of workers. Dropping it ends the workers and waits for their threads. A thread of a pool
/// (see below) waits only until their hooks have returned.
///
/// # Nobody idles beside untaken work
/// If a worker is idle while a task waits, a worker starts that task within about 40 microseconds,
/// even if the task's creator computes, is blocked in a lock, or sleeps. A *task* is the second
/// half of a [`join`](crate::Worker::join), a spawned task, an index of a split, or a run of items
/// of a loop or search. (Measured on two processors: 34 microseconds in the median, 45 to 65 at 99
/// %. For 20 of them the thief waits for an answer:
/// [`PoolBuilder::force_after`](crate::PoolBuilder).) If all idle workers sleep, the time to wake
/// one is added, once for each doubling of their number. A worker whose last stolen task was too
/// small to be worth the theft is left alone for 25 to 200 microseconds more.
///
/// An *idle* worker has nothing to do. A worker that waits at a join helps only the thief of its
/// other half. A worker that waits at the end of a split helps only splits below it. A worker has
/// room for 64 nested splits and 4,096 nested forks; anything beyond runs as ordinary code.
///
/// The guarantee needs a process-wide memory fence, which Linux has. Without it
/// ([`Pool::forces_after`] is `None`) each worker keeps one task visible to the others, and its
/// other tasks wait until it forks, splits, polls or claims an index.
///
/// # Who waits for whom
/// A *thread of a pool* is one of its workers or stand-ins (rule 4). While it runs a start or exit
/// handler it is also a *hook*. All other threads are *outside*, even if a task started them. A
/// coroutine counts as the thread on which it runs.
///
/// | called by | [`install`](Pool::install) | [`snapshot`](Pool::snapshot), [`recording`](Pool::recording), [`reset`](Pool::reset) | [`build`](crate::PoolBuilder::build), drop |
/// |---|---|---|---|
/// | a thread outside | queues and sleeps | queues and sleeps | sleeps |
/// | a worker of the same pool | calls the closure directly, as ordinary code | panics | (impossible) |
/// | a thread of another pool | queues (a hook ahead of all snapshots) and sleeps | panics | sleeps |
///
/// *As ordinary code*: its forks are called directly, cannot be stolen, and count as `overflowed`
/// instead of `created`.
///
/// 1. *First come, first served.* Each pool has one queue, from which idle workers take installs. A
///    snapshot, recording or reset waits until every earlier install has ended, and later installs
///    wait for it.
/// 2. *Nested installs go ahead.* An install does not wait behind snapshots if its caller is inside
///    an install of the same pool: directly, by way of other pools, or in a stolen task. (With more
///    than 64 live pools, this is known for only 64.)
/// 3. *A stuck snapshot steps aside.* Threads that a task has started are not known to be inside.
///    So a snapshot measures the time since the first install behind it came, and restarts at the
///    end of each install. After 0.1 s all waiting installs go ahead of all snapshots. Then it
///    waits again. While any of these installs run, its limit is longer by the duration of the
///    longest that has ended since. (Nested installs do not count here.)
/// 4. *Waiting workers get stand-ins.* A worker that waits for another pool runs nothing meanwhile.
///    Installs in its own pool go to an idle worker or to a *stand-in*: a thread that only runs
///    installs, as ordinary code.
///
/// So a lock, a `OnceLock` or a `RefCell` may be held over an install in another pool, a join, a
/// split, a loop or a [task group](Pool::task_group): a worker that waits there runs only parts of
/// what it waits for. **There are two exceptions: a [`join`](crate::Tasks::join) of spawned tasks
/// may run other tasks of the same call, and a wait also runs tasks that
/// [`spawn_broadcast`](crate::TaskGroup::spawn_broadcast) has meant for every worker, unless its
/// thread unwinds.**
///
/// A task that waits for its own worker in any other way hangs. So does a task that joins a thread
/// which
///
/// * installs in a pool where no other worker becomes idle (a worker that waits at a join or a
///   split for this very task does not), or
/// * takes a snapshot of a pool that the task is inside.
///
/// [`metrics`](Pool::metrics) and [`CancelScope::cancel`](crate::CancelScope::cancel) wait for none
/// of these and may be called on any thread. A signal handler may call no function of a pool (see
/// [`CancelScope`](crate::CancelScope)).
///
/// # Stand-ins
/// A pool starts a stand-in when it first needs one, and keeps it. It is never pinned, calls no
/// handler, and counts in the counters of one worker, whose number it has. When a wait ends, the
/// worker and its stand-in both continue. A pool has at most 256, fewer if the system refuses
/// threads, and none if it is [simulated](crate::PoolBuilder::simulate). An install that would need
/// one more waits, forever if all others wait for it.
///
/// # After a fork
/// A forked process has a copy of the pool but none of its threads. Dropping the copy does nothing,
/// and frees nothing that the threads hold. Cancelling a scope only sets its flag. `install`,
/// `snapshot`, `recording`, `reset` and `metrics` panic, because they would wait forever. If both
/// processes need pools, fork before building the first one: a child of a threaded process can
/// safely do little but `_exit` and `exec`. A child forked by a *task* must not return from that
/// task.
pub struct Pool {
    pub(crate) shared: Arc<Shared>,
    threads: Vec<Thread>,
    pinning: Vec<Pinning>,
    pub(crate) process: Process,
    pub(crate) zero: Mutex<Zero>,
    /// Kept here so that the user's thread drops the user's closures: a destructor that panics
    /// would end a worker.
    _hooks: Hooks,
}

impl Pool {
    pub(crate) fn new_running(
        shared: Arc<Shared>,
        threads: Vec<Thread>,
        pinning: Vec<Pinning>,
        hooks: Hooks,
    ) -> Pool {
        let zero = Mutex::new(Zero::new(shared.cores.len(), shared.platform.now_ns()));
        Pool { shared, threads, pinning, process: Process::this(), zero, _hooks: hooks }
    }

    /// Returns the number of workers.
    pub fn threads(&self) -> usize {
        self.shared.cores.len()
    }

    /// Starts a stopwatch on this pool's clock, which is virtual in a simulated pool.
    pub fn stopwatch(&self) -> Stopwatch {
        Stopwatch::start(&self.shared.platform)
    }

    /// Returns the time after which others take the tasks of a worker that does not answer; `None`
    /// if they never do. See [`PoolBuilder::force_after`](crate::PoolBuilder).
    pub fn forces_after(&self) -> Option<Duration> {
        self.shared.silence_ns.map(Duration::from_nanos)
    }

    /// Tells the workers to end when nothing is left to run, and returns at once. Dropping the
    /// pool does not wait for them afterwards, so any thread may drop it. (Without this call
    /// dropping waits until all closures of [`Pool::spawn`] have returned.)
    ///
    /// Work that is given to the pool after its last worker has ended panics.
    pub fn shutdown(&self) {
        if self.process.is_this() {
            self.shared.abandon();
        }
    }

    /// Returns the processor of each worker, or the reason why it is not pinned.
    pub fn pinning(&self) -> &[Pinning] {
        &self.pinning
    }
}

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
        if self.shared.is_abandoned() {
            drop(threads);
        } else if self.process.is_this() {
            self.shared.close();
            threads.into_iter().for_each(Thread::join);
            self.shared.stand_ins.end().into_iter().for_each(Thread::join);
        } else {
            // Not dropped: that would detach the threads, whose stacks may be gone.
            std::mem::forget((threads, self.shared.clone()));
        }
    }
}

/// Clock and counters at the last reset. Only their owners write the counters, so these are never
/// set back.
#[derive(Clone)]
pub(crate) struct Zero {
    pub(crate) at_ns: u64,
    pub(crate) started: SystemTime,
    pub(crate) tallies: Vec<Tally>,
}

impl Zero {
    fn new(workers: usize, at_ns: u64) -> Zero {
        Zero { at_ns, started: SystemTime::now(), tallies: vec![Tally::default(); workers] }
    }
}

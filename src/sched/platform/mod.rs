//! Where a pool's workers run and what time it is there: on threads of the operating system, or
//! as coroutines in virtual time.
//!
//! All of the scheduler reads the clock, waits, sleeps and gives the processor away through this
//! module, and the same code of the scheduler runs on both platforms. On the real one these are
//! the clock, pauses, yields and condition variables of the machine. A simulated pool
//! ([`crate::PoolBuilder::simulate`]) has one thread for all of its workers; `simulated_machine.rs`
//! tells which of them runs when. Its time passes only where [`Platform::spend`] says so, by the
//! amounts in [`Costs`].
//!
//! # What it costs a real worker
//! Nothing at a fork or poll, unless another worker has signalled this one. The signal word of a
//! simulated worker is always set (`signal.rs`), so all its forks and polls take the slow way,
//! where its time passes. On the slow way a real worker pays one comparison more, beside tens of
//! nanoseconds. `benches/results/fork-join.md` has the instructions that a search executes with and
//! without simulation in the scheduler.
//!
//! # What virtual time leaves out
//! Memory takes time only where tasks tell of it (`shared_lines.rs`); what its model leaves out is
//! listed in `caches.rs`. Also left out are processors that share a core, clocks that slow down
//! when many are busy, and whatever else runs on a machine. How much all this makes here can be
//! measured with two: two copies of `pvs` beside each other, each alone on its processor, run at
//! 0.99 of the speed of one (the ceiling of 1.98 in `benches/results/threads.md`), and two real
//! threads took 1.01 to 1.14 times the virtual time in four runs of `tools/scaling --real`, 1.03 on
//! the quietest host, all before memory took time. On more processors it is not known.
//!
//! # Random schedules
//! With random costs the same seam makes random schedules, and a seed finds each again:
//! `src/sched/tests/scheduler/schedules.rs` and `tests/searches/schedules.rs`, at length
//! `tools/schedules`. The code is the scheduler's own, with programs of any size, cuts and panics,
//! on up to nine workers. What it does not reach: one worker changes to another only where time
//! passes, never between two accesses that belong to one step, and every access is seen at once by
//! all. The loom models (`loom_models/`) are the other way round: every interleaving and every
//! order of memory that the orderings allow, for two or three threads and a few steps of one
//! protocol. Between the two stands shuttle (`shuttle_models/`): whole pools, changes of thread at
//! every access, but at random, and every access seen at once by all.
//!
//! The random schedules have found one mistake so far, in the simulation itself. Each worker has
//! everything to itself but `std::thread::panicking`, which speaks of the thread that all
//! simulated workers share; so one panic in some 17,000 programs was lost.

mod cache_line;
#[cfg(feature = "simulate")]
mod caches;
mod costs;
mod local_word;
mod processors;
#[cfg_attr(not(feature = "simulate"), path = "no_machine.rs")]
mod simulated_machine;
mod steps;

pub use cache_line::CacheLine;
pub use costs::Costs;
#[cfg(not(sparring_loom))]
pub(crate) use local_word::{local_word, set_local_word};
#[cfg(not(sparring_loom))]
pub(crate) use processors::{Processors, usable_cpus};
pub(crate) use simulated_machine::Machine;
#[cfg(not(sparring_loom))]
pub(crate) use simulated_machine::Stacks;
#[cfg(not(sparring_loom))]
pub(crate) use steps::Steps;

use crate::sync::{Monitor, now_ns as real_now_ns, spin_loop, thread};
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

/// The most workers a pool can have.
pub const MAX_THREADS: usize = 256;
/// The most workers a simulated pool can have. (In models a set of workers is one word.)
pub const MAX_SIMULATED: usize = if cfg!(any(sparring_loom, sparring_shuttle)) { 64 } else { 1024 };

/// The platform of one pool.
#[derive(Clone, Default)]
pub(crate) struct Platform(Option<Arc<Machine>>);

impl Platform {
    /// One of so many workers in virtual time, at these costs.
    #[cfg(feature = "simulate")]
    pub(crate) fn simulated(costs: Costs, workers: usize) -> Platform {
        Platform(Some(Arc::new(Machine::new(costs, workers))))
    }

    /// The machine that simulates it, if it is simulated.
    pub(crate) fn machine(&self) -> Option<&Arc<Machine>> {
        self.0.as_ref()
    }

    pub(crate) fn is_simulated(&self) -> bool {
        self.0.is_some()
    }

    /// Nanoseconds since some moment: on a worker its own clock, elsewhere the latest.
    #[inline]
    pub(crate) fn now_ns(&self) -> u64 {
        match &self.0 {
            None => real_now_ns(),
            Some(machine) => machine.now_ns(),
        }
    }

    /// Lets virtual time pass on a worker for what it does. Others may run meanwhile, so no lock
    /// may be held.
    #[inline]
    pub(crate) fn spend(&self, cost: impl FnOnce(&Costs) -> u64) {
        if let Some(machine) = &self.0 {
            machine.spend(cost(machine.costs()));
        }
    }

    /// Offers a worker's processor to other threads. Returns how many nanoseconds that took,
    /// in real time.
    pub(crate) fn give_way(&self) -> u64 {
        if self.is_simulated() {
            self.spend(|costs| costs.yield_ns);
            return 0;
        }
        let before = real_now_ns();
        thread::yield_now();
        real_now_ns() - before
    }

    /// Not on a worker of this pool: waits until `ready`, which is asked after each
    /// [`Platform::change`] of the value. The workers of a simulated pool run only meanwhile.
    pub(crate) fn wait_until<T>(&self, value: &Monitor<T>, mut ready: impl FnMut(&mut T) -> bool) {
        match &self.0 {
            None => value.wait_until(ready),
            Some(machine) => machine.run_until(|| value.look(&mut ready)),
        }
    }

    /// Changes a value for which [`Platform::wait_until`] waits.
    pub(crate) fn change<T>(&self, value: &Monitor<T>, change: impl FnOnce(&mut T)) {
        value.change(change);
        if let Some(machine) = &self.0 {
            machine.stop();
        }
    }

    /// All workers have been told to end: lets them.
    pub(crate) fn close(&self) {
        if let Some(machine) = &self.0 {
            machine.close();
        }
    }
}

/// A place where one worker waits until another wakes it.
pub(crate) struct Parker {
    platform: Platform,
    worker: usize,
    monitor: Monitor<()>,
}

impl Parker {
    pub(crate) fn new(platform: &Platform, worker: usize) -> Parker {
        Parker { platform: platform.clone(), worker, monitor: Monitor::new(()) }
    }

    pub(crate) fn now_ns(&self) -> u64 {
        self.platform.now_ns()
    }

    /// Waits, as the worker, until `awake`. It is asked after everything that came before
    /// [`Parker::unpark`].
    pub(crate) fn park_until(&self, awake: impl Fn() -> bool) {
        match self.platform.machine() {
            None => self.monitor.wait_until(|()| awake()),
            Some(machine) => machine.park_until(awake),
        }
    }

    /// Lets the worker that waits go on: `awake` holds now.
    pub(crate) fn unpark(&self) {
        match self.platform.machine() {
            // The lock orders this after the question of one about to wait.
            None => self.monitor.change(|()| ()),
            Some(machine) => machine.unpark(self.worker),
        }
    }
}

/// The way in which an awake worker passes the time between two looks for work: first with pauses,
/// then by yielding the processor, and after that it is time to sleep.
pub(crate) struct Patience {
    spins: u32,
    yields_left: u32,
}

/// Rounds of pauses before the first yield: 1, 2, 4, 8, 16 and from then on 16 pauses. A pause
/// takes 10 to 40 ns, so a look is never more than half a microsecond away, and all rounds take
/// some microseconds.
///
/// (A model has steps to save: one round, and one yield.)
const SPIN_ROUNDS: u32 = if cfg!(sparring_shuttle) { 1 } else { 16 };
const LONGEST_SPIN: u32 = 4;

/// Looks at a yielded processor before a worker sleeps. Untuned beyond "a few tens of
/// microseconds": long enough to bridge the gap between two promotions of a busy search, short
/// enough that an idle pool costs nothing.
const YIELDS_UNTIL_SLEEPY: u32 = if cfg!(sparring_shuttle) { 1 } else { 64 };

/// A yield that took this long ran another thread: the machine is busy, and more looking only
/// costs others time.
const LONG_YIELD_NS: u64 = 20_000;

impl Patience {
    pub(crate) fn new() -> Patience {
        Patience { spins: 0, yields_left: YIELDS_UNTIL_SLEEPY }
    }

    /// Starts again, after work was found.
    pub(crate) fn reset(&mut self) {
        *self = Patience::new();
    }

    /// Waits a little, no longer than until `ready`. False once patience has run out and the
    /// worker should sleep.
    pub(crate) fn wait(&mut self, platform: &Platform, ready: impl Fn() -> bool) -> bool {
        if self.spins < SPIN_ROUNDS {
            let pauses = 1 << self.spins.min(LONGEST_SPIN);
            self.spins += 1;
            match platform.is_simulated() {
                // In one piece: a switch for each pause would take most of the real time.
                true => platform.spend(|costs| pauses * costs.pause_ns),
                false => pause(pauses, ready),
            }
            return true;
        }
        let long = platform.give_way() > LONG_YIELD_NS;
        self.yields_left = if long { 0 } else { self.yields_left.saturating_sub(1) };
        self.yields_left > 0
    }
}

fn pause(pauses: u64, ready: impl Fn() -> bool) {
    for _ in 0..pauses {
        if ready() {
            return;
        }
        spin_loop();
    }
}

/// A clock that was started: on the time of a pool.
///
/// ```
/// let pool = sparring_sched::Pool::new(1).unwrap();
/// let stopwatch = pool.stopwatch();
/// pool.install(|_| std::thread::sleep(std::time::Duration::from_millis(1)));
/// assert!(stopwatch.elapsed().as_millis() >= 1);
/// ```
#[derive(Clone)]
#[must_use = "a clock that nobody reads is started in vain"]
pub struct Stopwatch {
    platform: Platform,
    start_ns: u64,
}

impl Stopwatch {
    /// One that starts now.
    pub(crate) fn start(platform: &Platform) -> Stopwatch {
        Stopwatch { platform: platform.clone(), start_ns: platform.now_ns() }
    }

    /// Time for which it has been running: wall time, or virtual time if the pool is simulated.
    pub fn elapsed(&self) -> Duration {
        Duration::from_nanos(self.platform.now_ns().saturating_sub(self.start_ns))
    }
}

impl fmt::Debug for Stopwatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Stopwatch").field("start_ns", &self.start_ns).finish_non_exhaustive()
    }
}

//! The clock, waits and yields of a pool's workers: real ones, or those of virtual time.
//!
//! The same scheduler code runs on both. A simulated pool ([`crate::PoolBuilder::simulate`]) has
//! one thread for all workers (`simulated_machine.rs`), and its time passes only in
//! [`Platform::spend`], by the amounts in [`Costs`].

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

#[derive(Clone, Default)]
pub(crate) struct Platform(Option<Arc<Machine>>);

impl Platform {
    #[cfg(feature = "simulate")]
    pub(crate) fn simulated(costs: Costs, workers: usize) -> Platform {
        Platform(Some(Arc::new(Machine::new(costs, workers))))
    }

    pub(crate) fn machine(&self) -> Option<&Arc<Machine>> {
        self.0.as_ref()
    }

    pub(crate) fn is_simulated(&self) -> bool {
        self.0.is_some()
    }

    /// Returns nanoseconds: on a worker its own clock, elsewhere the latest.
    #[inline]
    pub(crate) fn now_ns(&self) -> u64 {
        match &self.0 {
            None => real_now_ns(),
            Some(machine) => machine.now_ns(),
        }
    }

    /// Lets virtual time pass on a worker. Others may run meanwhile, so no lock may be held.
    #[inline]
    pub(crate) fn spend(&self, cost: impl FnOnce(&Costs) -> u64) {
        if let Some(machine) = &self.0 {
            machine.spend(cost(machine.costs()));
        }
    }

    /// Offers a worker's processor to other threads. Returns the real nanoseconds that took.
    pub(crate) fn give_way(&self) -> u64 {
        if self.is_simulated() {
            self.spend(|costs| costs.yield_ns);
            return 0;
        }
        let before = real_now_ns();
        thread::yield_now();
        real_now_ns() - before
    }

    /// Waits until `ready`, asked after each [`Platform::change`]. No worker of this pool may call
    /// it, because simulated workers run only during such a wait.
    pub(crate) fn wait_until<T>(&self, value: &Monitor<T>, mut ready: impl FnMut(&mut T) -> bool) {
        match &self.0 {
            None => value.wait_until(ready),
            Some(machine) => machine.run_until(|| value.look(&mut ready)),
        }
    }

    pub(crate) fn change<T>(&self, value: &Monitor<T>, change: impl FnOnce(&mut T)) {
        value.change(change);
        if let Some(machine) = &self.0 {
            machine.stop();
        }
    }

    pub(crate) fn close(&self) {
        if let Some(machine) = &self.0 {
            machine.close();
        }
    }
}

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

    /// Waits, as the worker, until `awake`, asked after each [`Parker::unpark`].
    pub(crate) fn park_until(&self, awake: impl Fn() -> bool) {
        match self.platform.machine() {
            None => self.monitor.wait_until(|()| awake()),
            Some(machine) => machine.park_until(awake),
        }
    }

    pub(crate) fn unpark(&self) {
        match self.platform.machine() {
            // The lock orders this after the check of a worker about to wait.
            None => self.monitor.change(|()| ()),
            Some(machine) => machine.unpark(self.worker),
        }
    }
}

/// Pauses of an awake worker between looks for work: spins, then yields; then it should sleep.
pub(crate) struct Patience {
    spins: u32,
    yields_left: u32,
}

/// Rounds of 1, 2, 4, 8 and then always 16 pauses before the first yield; one in models.
const SPIN_ROUNDS: u32 = if cfg!(sparring_shuttle) { 1 } else { 16 };
const LONGEST_SPIN: u32 = 4;

/// Yields before a worker sleeps.
const YIELDS_UNTIL_SLEEPY: u32 = if cfg!(sparring_shuttle) { 1 } else { 64 };

/// A yield this long ran another thread, so more looking would cost others time.
const LONG_YIELD_NS: u64 = 20_000;

impl Patience {
    pub(crate) fn new() -> Patience {
        Patience { spins: 0, yields_left: YIELDS_UNTIL_SLEEPY }
    }

    pub(crate) fn reset(&mut self) {
        *self = Patience::new();
    }

    /// Waits a little, at most until `ready`. Returns false if the worker should sleep.
    pub(crate) fn wait(&mut self, platform: &Platform, ready: impl Fn() -> bool) -> bool {
        if self.spins < SPIN_ROUNDS {
            let pauses = 1 << self.spins.min(LONGEST_SPIN);
            self.spins += 1;
            match platform.is_simulated() {
                // In one piece, because switching takes longer than a pause.
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

/// A stopwatch on the clock of a pool.
#[derive(Clone)]
#[must_use = "a clock that nobody reads is started in vain"]
pub struct Stopwatch {
    platform: Platform,
    start_ns: u64,
}

impl Stopwatch {
    pub(crate) fn start(platform: &Platform) -> Stopwatch {
        Stopwatch { platform: platform.clone(), start_ns: platform.now_ns() }
    }

    /// The time since the start, virtual in a simulated pool.
    pub fn elapsed(&self) -> Duration {
        Duration::from_nanos(self.platform.now_ns().saturating_sub(self.start_ns))
    }
}

impl fmt::Debug for Stopwatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Stopwatch").field("start_ns", &self.start_ns).finish_non_exhaustive()
    }
}

//! The only place of the scheduler that reads a clock or gives the processor away.

use std::sync::LazyLock;
use std::time::Instant;

static START: LazyLock<Instant> = LazyLock::new(Instant::now);

/// Nanoseconds on the monotonic clock since the first reading of the process. About 20-45 ns a
/// call: never per fork.
#[inline]
pub(crate) fn now_ns() -> u64 {
    START.elapsed().as_nanos() as u64
}

/// How an awake worker passes the time between two looks for work: first with pauses, then by
/// yielding the processor, and after that it is time to sleep.
pub(crate) struct Patience {
    spins: u32,
    yields_left: u32,
}

/// Rounds of pauses before the first yield: 1, 2, 4, 8, 16, 16, … pauses. A pause takes 10 to 40
/// ns, so a look is never more than half a microsecond away, and all rounds take some microseconds.
const SPIN_ROUNDS: u32 = 16;
const LONGEST_SPIN: u32 = 4;

/// Looks at a yielded processor before a worker sleeps. Untuned beyond "a few tens of
/// microseconds": long enough to bridge the gap between two promotions of a busy search, short
/// enough that an idle pool costs nothing.
const YIELDS_UNTIL_SLEEPY: u32 = 64;

/// A yield that took this long ran another thread: the machine is busy, and more looking only costs
/// others time.
const LONG_YIELD_NS: u64 = 20_000;

impl Patience {
    pub(crate) fn new() -> Patience {
        Patience { spins: 0, yields_left: YIELDS_UNTIL_SLEEPY }
    }

    /// Starts again, after work was found.
    pub(crate) fn reset(&mut self) {
        *self = Patience::new();
    }

    /// Waits a little, no longer than until `ready`. False once patience has run out and the worker
    /// should sleep.
    pub(crate) fn wait(&mut self, ready: impl Fn() -> bool) -> bool {
        if self.spins < SPIN_ROUNDS {
            for _ in 0..1 << self.spins.min(LONGEST_SPIN) {
                if ready() {
                    return true;
                }
                std::hint::spin_loop();
            }
            self.spins += 1;
            return true;
        }
        let before = now_ns();
        std::thread::yield_now();
        let long = now_ns() - before > LONG_YIELD_NS;
        self.yields_left = if long { 0 } else { self.yields_left.saturating_sub(1) };
        self.yields_left > 0
    }
}

/// Processors this process may use at the same time: those of its affinity mask, or fewer if its
/// control group has a quota.
pub(crate) fn usable_cpus() -> usize {
    let quota = std::thread::available_parallelism().map_or(usize::MAX, usize::from);
    allowed_cpus().len().min(quota).max(1)
}

/// Processors this process may run on, in ascending order of their number.
pub(crate) fn allowed_cpus() -> Vec<core_affinity::CoreId> {
    core_affinity::get_core_ids().unwrap_or_default()
}

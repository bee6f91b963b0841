//! The only place of the scheduler that reads a clock or gives the processor away.

use std::sync::LazyLock;
use std::time::Instant;

static START: LazyLock<Instant> = LazyLock::new(Instant::now);

/// Nanoseconds on the monotonic clock since the first reading of the process. About 20-45 ns a call: never per fork.
#[inline]
pub(crate) fn now_ns() -> u64 {
    START.elapsed().as_nanos() as u64
}

/// How an awake worker passes the time between two looks for work: first with pauses of doubling length, then by
/// yielding the processor, and after that it is time to sleep.
pub(crate) struct Patience {
    backoff: crossbeam_utils::Backoff,
    yields_left: u32,
    last_yield_ns: u64,
}

/// Looks at a yielded processor before a worker sleeps. Untuned beyond "a few tens of microseconds": long enough to
/// bridge the gap between two promotions of a busy search, short enough that an idle pool costs nothing.
const YIELDS_UNTIL_SLEEPY: u32 = 64;

/// A yield that took this long ran somebody else: the machine is busy and more looking only costs others time.
const LONG_YIELD_NS: u64 = 20_000;

impl Patience {
    pub(crate) fn new() -> Patience {
        Patience {
            backoff: crossbeam_utils::Backoff::new(),
            yields_left: YIELDS_UNTIL_SLEEPY,
            last_yield_ns: 0,
        }
    }

    /// Starts again, after work was found.
    pub(crate) fn reset(&mut self) {
        *self = Patience::new();
    }

    /// Waits a little. False once patience has run out and the worker should sleep.
    pub(crate) fn wait(&mut self) -> bool {
        if !self.backoff.is_completed() {
            self.backoff.snooze();
            return true;
        }
        let before = now_ns();
        std::thread::yield_now();
        self.last_yield_ns = now_ns() - before;
        self.yields_left =
            if self.last_yield_ns > LONG_YIELD_NS { 0 } else { self.yields_left.saturating_sub(1) };
        self.yields_left > 0
    }
}

/// Processors this process may run on, in ascending order of their number.
pub(crate) fn allowed_cpus() -> Vec<core_affinity::CoreId> {
    core_affinity::get_core_ids().unwrap_or_default()
}

//! Leaving a worker alone whose tasks are too small to be worth stealing.
//!
//! A theft costs the two workers about a microsecond: the answer to a hungry thief, cache lines
//! that change hands, a join that waits. A task that runs for less makes the program slower. Nobody
//! knows how long a task will run, but its thief knows afterwards. So a thief notes at its victim
//! what came of the theft, and after one that did not pay nobody asks that victim for more for a
//! while, twice as long after each further one.
//!
//! Measured on joins in a row of 150 ns halves with a hungry second worker (`benches/fork_join`,
//! `--only joins`): see `benches/README.md`.

use super::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// A stolen task that ran at least this long was worth it.
const WORTHWHILE_NS: u64 = 2_000;
/// The first pause. A theft in each of them costs the victim some 3 % of its time.
const FIRST_PAUSE_NS: u64 = 25_000;
/// The longest pause: as long as a victim whose tasks have become larger may go unasked.
const LONGEST_PAUSE_NS: u64 = 200_000;

/// What thieves have noted at their victim. Relaxed: hints, which carry no data.
#[derive(Default)]
pub(super) struct StealBackoff {
    /// Length of the present pause in nanoseconds; 0 if the last theft paid.
    pause_ns: AtomicU64,
    until_ns: AtomicU64,
}

impl StealBackoff {
    /// A thief's task, taken from here, ran for so long and has ended now.
    pub(super) fn note_theft(&self, ran_ns: u64, now_ns: u64) {
        let pause = self.pause_ns.load(Relaxed);
        if ran_ns >= WORTHWHILE_NS {
            if pause != 0 {
                self.pause_ns.store(0, Relaxed);
            }
            return;
        }
        let pause = (2 * pause).clamp(FIRST_PAUSE_NS, LONGEST_PAUSE_NS);
        self.until_ns.store(now_ns + pause, Relaxed);
        self.pause_ns.store(pause, Relaxed);
    }

    /// Whether the last theft paid, as far as is known.
    pub(super) fn paid(&self) -> bool {
        self.pause_ns.load(Relaxed) == 0
    }

    /// Whether this worker may be asked for work now.
    pub(super) fn is_over(&self, now_ns: u64) -> bool {
        self.paid() || now_ns >= self.until_ns.load(Relaxed)
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;

    #[test]
    fn pauses_double_until_a_theft_pays() {
        let backoff = StealBackoff::default();
        assert!(backoff.paid() && backoff.is_over(0));
        let mut now = 1_000_000;
        for pause in [25_000, 50_000, 100_000, 200_000, 200_000] {
            backoff.note_theft(150, now);
            assert!(!backoff.paid() && !backoff.is_over(now + pause - 1) && backoff.is_over(now + pause));
            now += pause;
        }
        backoff.note_theft(5_000, now);
        assert!(backoff.paid() && backoff.is_over(now));
    }
}

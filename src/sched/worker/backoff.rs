//! Leaving alone a worker whose tasks are too small to be worth stealing.
//!
//! A theft costs about a microsecond, so stealing a shorter task slows the program down. After such
//! a theft, idle workers do not ask that victim for a while, twice as long after each further one.
//! A shared job that comes back before a thief can have come counts as well, unless it was the
//! second in a row for one thief that is busy with the first.

use crate::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Shortest run of a stolen task that pays.
const WORTHWHILE_NS: u64 = 2_000;
/// Longest wait of a join for a stolen task that does no harm.
const HARMLESS_NS: u64 = 250;
/// Time within which a searching thief comes. A shared job back sooner is too small; two jobs
/// shared within it are for one thief.
const TOO_SOON_NS: u64 = 1_000;
const FIRST_PAUSE_NS: u64 = 25_000;
/// The longest pause, after which larger tasks are noticed.
const LONGEST_PAUSE_NS: u64 = 200_000;

/// Notes on thefts, at their victim. Relaxed: hints that carry no data.
#[derive(Default)]
pub(crate) struct StealBackoff {
    pause_ns: AtomicU64,
    until_ns: AtomicU64,
    /// Last time something was shared that was no second job for one thief.
    shared_ns: AtomicU64,
    /// Time since which a request is unanswered, if any.
    silent_since_ns: AtomicU64,
}

impl StealBackoff {
    pub(crate) fn note_job(&self, ran_ns: u64, waited_ns: u64, now_ns: u64) {
        self.note(ran_ns >= WORTHWHILE_NS || waited_ns <= HARMLESS_NS, now_ns);
    }

    /// Notes that something is shared. Returns true if this is so soon after the last time that the
    /// thief may be busy with that.
    pub(crate) fn note_shared(&self, now_ns: u64) -> bool {
        let before = self.shared_ns.load(Relaxed);
        let again = before != 0 && now_ns < before + TOO_SOON_NS;
        if !again {
            self.shared_ns.store(now_ns, Relaxed);
        }
        again
    }

    /// Notes a job that its owner has back because no thief came in time.
    pub(crate) fn note_regained(&self, again: bool, shared_ns: u64, now_ns: u64) {
        if shared_ns < TOO_SOON_NS && !again {
            self.note(false, now_ns);
        }
    }

    pub(crate) fn note_help(&self, ran_ns: u64, now_ns: u64) {
        self.note(ran_ns >= WORTHWHILE_NS, now_ns);
    }

    /// Restarts the time for an answer: a request came or was answered, or the worker begins to
    /// work.
    pub(crate) fn restart_silence(&self, now_ns: u64) {
        self.silent_since_ns.store(now_ns, Relaxed);
    }

    /// True if a request, if there is one, is unanswered for this long.
    pub(crate) fn is_silent(&self, now_ns: u64, for_ns: u64) -> bool {
        now_ns >= self.silent_since_ns.load(Relaxed).saturating_add(for_ns)
    }

    fn note(&self, paid: bool, now_ns: u64) {
        let pause = self.pause_ns.load(Relaxed);
        if paid {
            if pause != 0 {
                self.pause_ns.store(0, Relaxed);
            }
            return;
        }
        let pause = (2 * pause).clamp(FIRST_PAUSE_NS, LONGEST_PAUSE_NS);
        self.until_ns.store(now_ns + pause, Relaxed);
        self.pause_ns.store(pause, Relaxed);
    }

    pub(crate) fn paid(&self) -> bool {
        self.pause_ns.load(Relaxed) == 0
    }

    pub(crate) fn is_over(&self, now_ns: u64) -> bool {
        self.paid() || now_ns >= self.until_ns.load(Relaxed)
    }
}

#[cfg(all(test, not(sparring_loom)))]
mod tests {
    use super::*;

    #[test]
    fn pauses_double_until_a_theft_pays() {
        let backoff = StealBackoff::default();
        assert!(backoff.paid() && backoff.is_over(0));
        let mut now = 1_000_000;
        for pause in [25_000, 50_000, 100_000, 200_000, 200_000] {
            backoff.note_job(150, 400, now);
            assert!(!backoff.paid() && !backoff.is_over(now + pause - 1) && backoff.is_over(now + pause));
            now += pause;
        }
        backoff.note_help(5_000, now);
        assert!(backoff.paid() && backoff.is_over(now));
    }

    #[test]
    fn a_second_job_for_one_thief_says_nothing_when_it_comes_back() {
        let backoff = StealBackoff::default();
        assert!(!backoff.note_shared(10_000));
        assert!(backoff.note_shared(10_900));
        backoff.note_regained(true, 80, 10_980);
        assert!(backoff.paid());
        assert!(!backoff.note_shared(11_000), "for somebody else");
        backoff.note_regained(false, 80, 11_080);
        assert!(!backoff.paid());
    }

    #[test]
    fn a_short_job_that_nobody_waited_for_did_no_harm() {
        let backoff = StealBackoff::default();
        backoff.note_job(150, 400, 1_000);
        backoff.note_job(150, 100, 2_000);
        assert!(backoff.paid());
    }
}

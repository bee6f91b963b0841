//! Leaving a worker alone whose tasks are too small to be worth stealing.
//!
//! A theft costs the two workers about a microsecond: the answer to an idle thief, cache lines
//! that change hands, a join that waits. A task that runs for less and is waited for makes the
//! program slower. Nobody knows how long a task will run, but its thief and its owner know
//! afterwards. So they note at the victim what came of the theft. After a theft that did not
//! pay, idle workers do not ask that victim for more for a while, twice as long after each
//! further one. Sharing a job that its owner takes back before a thief can have come does not
//! pay either, with one exception. A thief that has found nothing may ask just while its last
//! question is being answered. Then a second job is shared at once, and comes back unused
//! because the thief is busy with the first.
//!
//! `cargo bench -p benches --bench fork_join -- --only joins` measures what the pauses bring: joins
//! in a row with an idle second worker. The figures are in `benches/results/fork-join.md`.

use crate::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// A stolen task that ran at least this long was worth it.
const WORTHWHILE_NS: u64 = 2_000;
/// A join that waited no longer than this for a stolen task lost nothing by the theft.
const HARMLESS_NS: u64 = 250;
/// A thief that looks for work finds it sooner than this. So if a shared job is back before, others
/// like it will be, too; and two jobs shared within this time are for the same thief.
const TOO_SOON_NS: u64 = 1_000;
/// The first pause. A theft in each of them costs the victim some 3 % of its time.
const FIRST_PAUSE_NS: u64 = 25_000;
/// The longest pause: as long as a victim whose tasks have become larger may go unasked.
const LONGEST_PAUSE_NS: u64 = 200_000;

/// Notes at a victim of thefts. Relaxed: hints, which carry no data.
#[derive(Default)]
pub(crate) struct StealBackoff {
    /// Length of the present pause in nanoseconds; 0 if the last theft paid.
    pause_ns: AtomicU64,
    until_ns: AtomicU64,
    /// Time at which something was last shared, not counting what was shared again.
    shared_ns: AtomicU64,
    /// Since when a request, if there is one, has gone unanswered.
    silent_since_ns: AtomicU64,
}

impl StealBackoff {
    /// A job taken from here ran for so long, and its owner, who has it back now, waited so long.
    pub(crate) fn note_job(&self, ran_ns: u64, waited_ns: u64, now_ns: u64) {
        self.note(ran_ns >= WORTHWHILE_NS || waited_ns <= HARMLESS_NS, now_ns);
    }

    /// Something is shared now. Says whether it is shared *again*: so soon after something else
    /// that its thief may be busy with that.
    pub(crate) fn note_shared(&self, now_ns: u64) -> bool {
        let before = self.shared_ns.load(Relaxed);
        let again = before != 0 && now_ns < before + TOO_SOON_NS;
        if !again {
            self.shared_ns.store(now_ns, Relaxed);
        }
        again
    }

    /// A job was shared (again, or not) so long ago, and its owner has it back now, because no
    /// thief came in time.
    pub(crate) fn note_regained(&self, again: bool, shared_ns: u64, now_ns: u64) {
        if shared_ns < TOO_SOON_NS && !again {
            self.note(false, now_ns);
        }
    }

    /// A helper was in a split of this worker for so long, and is out now.
    pub(crate) fn note_help(&self, ran_ns: u64, now_ns: u64) {
        self.note(ran_ns >= WORTHWHILE_NS, now_ns);
    }

    /// Begins the time that a request may go unanswered: somebody asks this worker to share, or it
    /// answers that it has nothing, or begins to work.
    pub(crate) fn restart_silence(&self, now_ns: u64) {
        self.silent_since_ns.store(now_ns, Relaxed);
    }

    /// Returns true if that time is over: `for_ns` nanoseconds. Whether there is a request is for
    /// the caller to ask.
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

    /// Returns true if the last theft paid, as far as is known.
    pub(crate) fn paid(&self) -> bool {
        self.pause_ns.load(Relaxed) == 0
    }

    /// Returns true if this worker may be asked for work now.
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

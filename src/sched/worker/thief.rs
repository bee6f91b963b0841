//! Theft from deques, and requests for work.
//!
//! How private work is taken from a worker that does not answer is told in `forced.rs`.

use crate::handle::Handle;
use crate::handover::signal::STEAL_REQUEST;
use crate::platform::Steps;
use crate::sync::deque::Steal;
use crate::task::entry::Entry;
use crate::worker::core::Core;
use rand::RngExt;

/// Cache lines that come from the victim of a theft: the ends of its deque, the entry, and the
/// job or split with what its closure refers to.
const LINES_OF_A_THEFT: u64 = 4;

/// A worker that wants work that others have put up.
#[derive(Clone, Copy)]
pub(crate) struct Thief<'w>(pub(crate) Handle<'w>);

impl<'w> Thief<'w> {
    /// A sweep: one look at every other worker, the near ones first (`neighbours.rs`).
    pub(crate) fn steal_from_anybody(self) -> Option<Entry> {
        let mut steps = self.steps();
        let found = self.victims().find_map(|victim| self.try_steal(victim, &mut steps));
        steps.pass();
        found
    }

    /// All other workers, the near ones first, in random order.
    pub(crate) fn victims(self) -> impl Iterator<Item = usize> {
        let own = self.0.own();
        let in_random_order = move |ring: &'w [u16]| {
            let start = own.rng.borrow_mut().random_range(0..ring.len());
            let (before, after) = ring.split_at(start);
            after.iter().chain(before).map(|&victim| usize::from(victim))
        };
        own.rings
            .iter()
            .flat_map(move |ring| in_random_order(ring))
            .filter(move |&victim| victim != self.0.index())
    }

    /// One look at another worker's deque.
    pub(crate) fn steal_from(self, victim: usize) -> Option<Entry> {
        let mut steps = self.steps();
        let found = self.try_steal(victim, &mut steps);
        steps.pass();
        found
    }

    #[inline(never)]
    fn try_steal(self, victim: usize, steps: &mut Steps<'_>) -> Option<Entry> {
        let stealer = &self.0.shared().stealers[victim];
        loop {
            // To steal from an empty deque pins an epoch, which costs more than the look, and
            // now and then asks every worker of the pool for its own.
            let stolen = if stealer.is_empty() { Steal::Empty } else { stealer.steal() };
            match stolen {
                Steal::Retry => continue,
                Steal::Empty => {
                    steps.take(|costs| costs.look_ns + self.0.far_cost(victim, 1, costs));
                    self.0.core().found_nothing();
                    return None;
                }
                Steal::Success(entry) => {
                    steps.pass();
                    self.0.spend(|costs| costs.steal_ns + self.0.far_cost(victim, LINES_OF_A_THEFT, costs));
                    self.pass_request_on(&self.0.shared().cores[victim]);
                    return Some(entry);
                }
            }
        }
    }

    /// After a theft: asks again for those that sleep, which still want work.
    pub(crate) fn pass_request_on(self, victim: &Core) {
        if !self.0.shared().sleep.anybody() {
            return;
        }
        let now = self.0.now_ns();
        let may_be_asked = victim.backoff.is_over(now);
        if may_be_asked {
            // Let both ends of this theft share again soon.
            for core in [victim, self.0.core()] {
                core.ask_to_share(now);
            }
        }
        if !may_be_asked || self.leaves_private_work(victim) {
            // This worker would ask later, or take what the victim does not share. But what it has
            // stolen may run for long: let another one stay awake for that.
            self.0.wake_for_work_of(victim.index);
        }
    }

    /// Asks every other worker to share, except those that are to be left alone for now. True if
    /// there are none of those.
    ///
    /// Near and far ones at once: to ask those of one ring, and the next only if they gave nothing,
    /// was slower. (Virtual time, fib 33 on 2 packages of 16 workers: 25.0 times one worker, 28.7
    /// this way. Near ones that are asked alone divide what they have into smaller and smaller
    /// tasks: 562 thefts, 468 this way.)
    pub(crate) fn ask_everybody(self) -> bool {
        let now = self.0.now_ns();
        let mut all = true;
        self.ask_each(self.others().filter(|core| {
            let may_be_asked = core.backoff.is_over(now);
            all &= may_be_asked;
            may_be_asked
        }));
        all
    }

    /// Asks another worker to share, if it does not know yet that somebody wants work.
    pub(crate) fn ask(self, other: &'w Core) {
        self.ask_each([other]);
    }

    /// Asks each of them, as [`Thief::ask`] does.
    pub(crate) fn ask_each(self, others: impl IntoIterator<Item = &'w Core>) {
        let mut steps = self.steps();
        for other in others {
            let known = other.signal.has(STEAL_REQUEST);
            steps.take(|costs| match known {
                true => costs.ask_ns,
                false => costs.signal_ns + self.0.far_cost(other.index, 1, costs),
            });
            other.ask_to_share(self.0.now_ns());
        }
        steps.pass();
    }

    /// Steps that this worker takes for one other worker after the other.
    fn steps(self) -> Steps<'w> {
        Steps::new(self.0.platform(), self.0.shared().cores.len())
    }

    /// The memory of all other workers.
    pub(crate) fn others(self) -> impl Iterator<Item = &'w Core> {
        let me = self.0.index();
        self.0.shared().cores.iter().map(|core| &**core).filter(move |core| core.index != me)
    }
}

impl Core {
    /// Sets the steal request, if it is not set.
    pub(crate) fn ask_to_share(&self, now_ns: u64) {
        if !self.signal.has(STEAL_REQUEST) {
            self.backoff.restart_silence(now_ns);
            self.signal.raise(STEAL_REQUEST);
        }
    }
}

//! Theft from deques, and requests for work. Theft from private rings is in `forced.rs`.

use crate::handle::Handle;
use crate::handover::signal::STEAL_REQUEST;
use crate::platform::Steps;
use crate::sync::deque::Steal;
use crate::task::entry::Entry;
use crate::worker::core::Core;
use rand::RngExt;

/// Cache lines that move in a theft.
const LINES_OF_A_THEFT: u64 = 4;

#[derive(Clone, Copy)]
pub(crate) struct Thief<'w>(pub(crate) Handle<'w>);

impl<'w> Thief<'w> {
    pub(crate) fn steal_from_anybody(self) -> Option<Entry> {
        let mut steps = self.steps();
        let found = self.victims().find_map(|victim| self.try_steal(victim, &mut steps));
        steps.pass();
        found
    }

    /// Iterates over all other workers, near ones first, in random order among equals.
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
            // Stealing from an empty deque pins an epoch, which costs more than the look.
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

    /// Repeats the requests of sleepers after a theft, so none is lost (`sleep.rs`).
    pub(crate) fn pass_request_on(self, victim: &Core) {
        if !self.0.shared().sleep.anybody() {
            return;
        }
        let now = self.0.now_ns();
        let may_be_asked = victim.backoff.is_over(now);
        if may_be_asked {
            for core in [victim, self.0.core()] {
                core.ask_to_share(now);
            }
        }
        if !may_be_asked || self.leaves_private_work(victim) {
            // What it has stolen may run for long, so another worker stays awake.
            self.0.wake_for_work_of(victim.index);
        }
    }

    /// Asks every other worker to share, except those to be left alone for now. Returns true if
    /// there are none of those.
    ///
    /// Near and far workers are asked at once: near ones alone would share smaller and smaller
    /// tasks.
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

    pub(crate) fn ask(self, other: &'w Core) {
        self.ask_each([other]);
    }

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

    fn steps(self) -> Steps<'w> {
        Steps::new(self.0.platform(), self.0.shared().cores.len())
    }

    pub(crate) fn others(self) -> impl Iterator<Item = &'w Core> {
        let me = self.0.index();
        self.0.shared().cores.iter().map(|core| &**core).filter(move |core| core.index != me)
    }
}

impl Core {
    pub(crate) fn ask_to_share(&self, now_ns: u64) {
        if !self.signal.has(STEAL_REQUEST) {
            self.backoff.restart_silence(now_ns);
            self.signal.raise(STEAL_REQUEST);
        }
    }
}

//! Theft, and what a worker does when it has nothing to do.

use crate::handle::Handle;
use crate::handover::signal::STEAL_REQUEST;
use crate::handover::sleep::Why;
use crate::platform::{Patience, Steps};
use crate::sync::abort::AbortOnUnwind;
use crate::sync::deque::{Steal, Worker as Deque};
use crate::sync::{Rule, omitted};
use crate::task::entry::Entry;
use crate::worker::core::{Core, Own, Shared};
use crate::worker::current::set_worker;
use crate::worker::injector::InjectedJob;
use rand::RngExt;
use std::cell::Cell;
use std::ptr::NonNull;
use std::sync::Arc;

/// Cache lines that come from the victim of a theft: the ends of its deque, the entry, and the
/// job or split with what its closure refers to.
const LINES_OF_A_THEFT: u64 = 4;

/// What an idle worker can find.
enum Work {
    Injected(InjectedJob),
    Entry(Entry),
}

impl<'w> Handle<'w> {
    #[inline(never)]
    fn find_work(self) -> Option<Work> {
        let own = self.own();
        own.deque
            .pop()
            .or_else(|| own.shared.deferred.take_any())
            .map(Work::Entry)
            .or_else(|| own.shared.injector.take().map(Work::Injected))
            .or_else(|| self.steal_from_anybody().or_else(|| self.force_anybody()).map(Work::Entry))
    }

    /// A sweep: one look at every other worker, the near ones first (`neighbours.rs`).
    fn steal_from_anybody(self) -> Option<Entry> {
        let mut steps = self.steps();
        let found = self.victims().find_map(|victim| self.try_steal(victim, &mut steps));
        steps.pass();
        found
    }

    /// All other workers, the near ones first, in random order.
    pub(crate) fn victims(self) -> impl Iterator<Item = usize> {
        let own = self.own();
        let in_random_order = move |ring: &'w [u16]| {
            let start = own.rng.borrow_mut().random_range(0..ring.len());
            let (before, after) = ring.split_at(start);
            after.iter().chain(before).map(|&victim| usize::from(victim))
        };
        own.rings
            .iter()
            .flat_map(move |ring| in_random_order(ring))
            .filter(move |&victim| victim != self.index())
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
        let stealer = &self.shared().stealers[victim];
        loop {
            // To steal from an empty deque pins an epoch, which costs more than the look, and
            // now and then asks every worker of the pool for its own.
            let stolen = if stealer.is_empty() { Steal::Empty } else { stealer.steal() };
            match stolen {
                Steal::Retry => continue,
                Steal::Empty => {
                    steps.take(|costs| costs.look_ns + self.far_cost(victim, 1, costs));
                    self.found_nothing();
                    return None;
                }
                Steal::Success(entry) => {
                    steps.pass();
                    self.spend(|costs| costs.steal_ns + self.far_cost(victim, LINES_OF_A_THEFT, costs));
                    self.pass_request_on(&self.shared().cores[victim]);
                    return Some(entry);
                }
            }
        }
    }

    /// After a theft: others that sleep still want work.
    pub(crate) fn pass_request_on(self, victim: &Core) {
        if !self.shared().sleep.anybody() {
            return;
        }
        let now = self.now_ns();
        let may_be_asked = victim.backoff.is_over(now);
        if may_be_asked {
            // Let both ends of this theft share again soon.
            for core in [victim, self.core()] {
                core.ask_to_share(now);
            }
        }
        if !may_be_asked || self.leaves_private_work(victim) {
            // This worker would ask later, or take what the victim does not share. But what it has
            // stolen may run for long: let another one stay awake for that.
            self.news_of(victim.index);
        }
    }

    /// Runs what was found. False if it was a stale ticket.
    #[inline(never)]
    pub(crate) fn run(self, entry: Entry) -> bool {
        debug_assert_eq!(self.core().ring.boundary(), self.depth(), "invariant 4");
        match entry {
            Entry::Job(job) => {
                let start = self.begin_job(job.owner());
                let ran = self.within(job.inside(), || job.run(self, start));
                self.end_job(ran);
            }
            Entry::Ticket(ticket) => {
                if !self.help(ticket) {
                    self.found_nothing();
                    return false;
                }
            }
        }
        true
    }

    /// Asks every other worker to share, except those that are to be left alone for now. True if
    /// there are none of those.
    ///
    /// Near and far ones at once: to ask those of one ring, and the next only if they gave nothing,
    /// was slower. (Virtual time, fib 33 on 2 packages of 16 workers: 25.0 times one worker, 28.7
    /// this way. Near ones that are asked alone divide what they have into smaller and smaller
    /// tasks: 562 thefts, 468 this way.)
    fn ask_everybody(self) -> bool {
        let now = self.now_ns();
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

    /// [Asks](Handle::ask) each of them.
    fn ask_each(self, others: impl IntoIterator<Item = &'w Core>) {
        let mut steps = self.steps();
        for other in others {
            let known = other.signal.has(STEAL_REQUEST);
            steps.take(|costs| match known {
                true => costs.ask_ns,
                false => costs.signal_ns + self.far_cost(other.index, 1, costs),
            });
            other.ask_to_share(self.now_ns());
        }
        steps.pass();
    }

    /// Steps for one other worker after the other.
    fn steps(self) -> Steps<'w> {
        Steps::new(self.platform(), self.shared().cores.len())
    }

    pub(crate) fn others(self) -> impl Iterator<Item = &'w Core> {
        let me = self.index();
        self.shared().cores.iter().map(|core| &**core).filter(move |core| core.index != me)
    }

    /// Sleeps, unless `ready`; true if it did. The time asleep counts as waiting.
    #[inline(never)]
    pub(crate) fn sleep(self, why: Why, ready: impl Fn() -> bool) -> bool {
        let asleep_ns = Cell::new(0);
        let ready = || {
            let ready = ready();
            asleep_ns.set(self.clock()); // what was noted while asking lies before the sleep
            ready
        };
        let slept = self.shared().sleep.sleep(self.index(), why, ready);
        if let Some(wake_ns) = slept {
            self.end_sleep(why, asleep_ns.get(), wake_ns);
        }
        slept.is_some()
    }

    #[inline(never)]
    fn main_loop(self) {
        let shared = self.shared();
        let mut patience = Patience::new();
        let mut acknowledged = 0;
        let mut looking_since = self.now_ns();
        loop {
            if let Some(work) = self.find_work() {
                if let Some(worker) = shared.sleep.stop_searching(self.index()) {
                    self.woke(worker);
                }
                if !omitted(Rule::HandOnFound) {
                    self.own().shared.hand_on_injected();
                }
                self.run_found(work, looking_since);
                patience.reset();
                looking_since = self.now_ns();
                continue;
            }
            if shared.is_closing() {
                return;
            }
            self.acknowledge(&mut acknowledged);
            let asked_all = self.ask_everybody();
            // Then more looks only take time from others: 8 % of all time with 256 workers on
            // two processors.
            let in_the_way = asked_all && shared.is_crowded();
            if in_the_way || !patience.wait(self.platform(), || false) && asked_all {
                let slept = self.sleep(Why::Idle, || {
                    // Only now it cannot be lost: sleep.rs.
                    self.ask_each(self.others());
                    shared.has_news(acknowledged) || self.sees_private_work()
                });
                if in_the_way && !slept {
                    self.platform().give_way(); // it waits for something that it may take soon
                }
                patience.reset();
                looking_since = self.now_ns();
            }
        }
    }

    /// Runs what was found, and counts this worker as searching again. Of an injected job that is before
    /// its installer knows: what that installs next must not find this worker busy and go to one
    /// that waits.
    fn run_found(self, work: Work, looking_since: u64) {
        self.begin_work();
        let found = self.now_ns();
        // It may have been asked long ago, when it had nothing.
        self.core().backoff.restart_silence(found);
        self.own().background.set(false); // a coroutine may have left it
        match work {
            Work::Injected(job) => {
                let search = || self.shared().sleep.start_searching();
                let early = !omitted(Rule::IdleBeforeReply);
                let ended = Cell::new(found);
                let before_reply = || {
                    ended.set(self.now_ns());
                    _ = early.then(search);
                };
                self.within(job.inside, || job.run_at(self, before_reply));
                if !early {
                    search();
                }
                self.end_install(found, ended.get());
            }
            Work::Entry(entry) => {
                if self.run(entry) {
                    self.core().latencies.lock().steal.record(found - looking_since);
                }
                self.shared().sleep.start_searching();
            }
        }
        self.begin_wait();
    }

    /// Tells a waiting snapshot that this worker is at rest and its numbers are final.
    fn acknowledge(self, acknowledged: &mut u64) {
        self.shared().safepoint.acknowledge(acknowledged, || {
            self.still_waiting(); // brings the idle time up to date
            self.core().log.rest();
        });
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

impl Shared {
    /// Whether more workers are awake than there are processors. Then one that looks for work
    /// takes time from one that has some.
    pub(crate) fn is_crowded(&self) -> bool {
        self.cores.len().saturating_sub(self.sleep.asleep()) > self.processors
    }

    /// Whether there is a reason for an idle worker not to sleep.
    fn has_news(&self, acknowledged: u64) -> bool {
        self.is_closing()
            || self.safepoint.is_wanted(acknowledged)
            || self.injector.has_open()
            || !self.deferred.are_none()
            || self.stealers.iter().any(|stealer| !stealer.is_empty())
    }
}

/// The life of a worker's thread.
pub(crate) fn run_worker(shared: Arc<Shared>, index: usize, deque: Deque<Entry>, seed: u64) {
    let core = &shared.cores[index];
    let own = Own::new(shared.clone(), core, deque, seed);
    core.own.set(Some(NonNull::from(&own)));
    core.stretch.begin(core.platform.now_ns(), false);
    set_worker(Some(&own));
    // Others wait for this worker, and some hold pointers into `own`.
    let running = AbortOnUnwind::new("ran a worker");
    Handle::bottom(core).main_loop();
    running.disarm();
    set_worker(None);
    core.own.set(None);
}

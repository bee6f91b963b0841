//! A worker: the handle that tasks get, promotion and theft, and its main loop.
//!
//! The memory behind a handle is described in `block.rs`.
//!
//! # Invariants
//! 1. Ring, deque and the other fields of [`Own`] are touched by the worker's own thread alone.
//!    Handles are neither `Send` nor `Sync`, carry an invariant lifetime, and so cannot be carried
//!    off to another thread or parked in a static.
//! 2. A handle in use names the first free slot: everything below it is a live fork or split of
//!    this thread's stack. `join` and `split` take the handle (or a loan of it) by value, so while
//!    their closures run no handle to an outer level can be used. That those closures must be
//!    `Send`/`Sync` is not enough: a wrapper that checks the thread when it is used would get
//!    through.
//! 3. Ring slots below `first_private` have been promoted and hold null; those from there up to the
//!    handle hold private entries, or null where a spawned task was joined out of turn
//!    (`tasks.rs`). Oldest first: nothing is promoted before everything older is.
//! 4. When a worker waits, or runs a task it took from elsewhere, everything below its handle has
//!    been promoted.

use super::abort::AbortOnUnwind;
use super::block::{BLOCK, Core, Entry, Own, Private, RING, RingSlot};
use super::cancel::{Cancelled, Home, Node};
use super::install::{Caller, Root};
use super::platform::{Patience, now_ns};
use super::pool::Shared;
use super::signal::{CANCEL, HUNGRY};
use super::sleep::Why;
use super::split::Ticket;
use crossbeam_deque::{Steal, Worker as Deque};
use rand::{RngExt, SeedableRng, rngs::SmallRng};
use std::cell::{Cell, RefCell};
use std::marker::PhantomData;
use std::ptr::NonNull;
use std::sync::Arc;

/// What an idle worker can find.
enum Work {
    Root(Root),
    Entry(Entry),
}

/// The worker a task runs on: one word, to be passed on by value.
///
/// A handle belongs to the closure it was given to. [`Worker::join`], [`Worker::split`] and
/// [`Worker::scope`] use it up; who wants to do several of them one after the other
/// [lends](Worker::lend) it. So there is never a second handle to a level that is in use, whatever
/// wrapper a handle is hidden in. It cannot leave its thread:
///
/// ```compile_fail
/// # let pool = sparring::sched::Pool::new(1).unwrap();
/// pool.install(|w| std::thread::scope(|s| { s.spawn(|| w.index()); }));
/// ```
///
/// one task cannot use the handle of another:
///
/// ```compile_fail
/// # let pool = sparring::sched::Pool::new(1).unwrap();
/// pool.install(|mut outer| outer.lend().join(|_| outer.index(), |_| 0));
/// ```
///
/// and it cannot be used twice at once, or copied:
///
/// ```compile_fail
/// # let pool = sparring::sched::Pool::new(1).unwrap();
/// pool.install(|w| {
///     w.join(|_| (), |_| ());
///     w.join(|_| (), |_| ());
/// });
/// ```
///
/// This is how it is done:
///
/// ```
/// # let pool = sparring::sched::Pool::new(1).unwrap();
/// pool.install(|mut w| {
///     w.lend().join(|_| (), |_| ());
///     w.join(|_| (), |_| ());
/// });
/// assert_eq!(pool.snapshot().total().created, 2);
/// ```
pub struct Worker<'w>(Level<'w>);

impl<'w> Worker<'w> {
    #[inline(always)]
    pub(super) fn new(level: Level<'w>) -> Worker<'w> {
        Worker(level)
    }

    #[inline(always)]
    pub(super) fn level(self) -> Level<'w> {
        self.0
    }

    /// The same handle for a while, for all but the last use of it.
    ///
    /// A handle says how deep its worker is nested, and where its next fork is noted. Two handles
    /// of one depth in use at once would overwrite each other's tasks. So a handle cannot be
    /// copied, and what forks takes it by value. To lend it is to copy it for as long as the borrow
    /// lasts, in which the original cannot be used. It costs nothing.
    ///
    /// Why is it not passed as `&mut Worker` all the way, and borrowed anew by itself? A reference
    /// to a handle is the address of a word in memory, which every fork would have to load; the
    /// handle itself stays in a register. Measured on fib: 1.4 ns a fork by value, 2.2 ns by
    /// reference.
    #[inline(always)]
    pub fn lend(&mut self) -> Worker<'_> {
        Worker(self.0.shorten())
    }

    /// This worker's number in its pool, `0..threads`.
    pub fn index(&self) -> usize {
        self.0.index()
    }

    /// Adds to this worker's counter for the user, [`Tally::nodes`](super::Tally::nodes): what it
    /// counts is yours to say; the searches of this crate count game-tree nodes with it. To be
    /// called before the task to which it belongs returns.
    ///
    /// ```
    /// let pool = sparring::sched::Pool::new(2).unwrap();
    /// pool.install(|w| w.for_each(1..5, |w, i| w.count(i as u64)));
    /// assert_eq!(pool.snapshot().total().nodes, 1 + 2 + 3 + 4);
    /// ```
    #[inline]
    pub fn count(&self, n: u64) {
        self.0.count(n);
    }
}

/// A level of a worker's ring, by the address of its slot: what is inside a handle. Inside the
/// scheduler it may be copied.
#[derive(Clone, Copy)]
pub(super) struct Level<'w> {
    /// The first free slot of the ring, with the provenance of the whole block.
    slot: NonNull<RingSlot>,
    /// Invariant in `'w`; neither `Send` nor `Sync`.
    bound: PhantomData<Cell<&'w ()>>,
}

impl<'w> Level<'w> {
    /// The handle at the bottom of a worker's stack. Own thread only.
    fn bottom(core: &'w Core) -> Level<'w> {
        // SAFETY: the ring's first slot lies inside the core's block; the pointer keeps the
        // provenance of all of it.
        let slot = unsafe { NonNull::from(core).byte_add(std::mem::offset_of!(Core, ring)) };
        Level { slot: slot.cast(), bound: PhantomData }
    }

    /// The handle at the end of a worker's ring, where every fork overflows. Own thread only.
    pub(super) fn ring_end(core: &'w Core) -> Level<'w> {
        // SAFETY: the ring has one slot more than it has room for, which is this handle's.
        Level { slot: unsafe { Level::bottom(core).slot.add(RING) }, bound: PhantomData }
    }

    #[inline(always)]
    pub(super) fn core(self) -> &'w Core {
        let block = self.slot.as_ptr().map_addr(|address| address & !(BLOCK - 1));
        // SAFETY: a handle points into the ring of a core that is aligned to its own size, so this
        // is that core. The pool keeps it alive until its threads have ended, and a handle exists
        // only while its thread runs a task.
        unsafe { &*block.cast::<Core>() }
    }

    pub(super) fn own(self) -> &'w Own {
        let own = self.core().own.get().expect("a running worker has its own part");
        // SAFETY: set by the worker's thread in `run_worker`, whose frame holds the value until the
        // worker has ended.
        unsafe { own.as_ref() }
    }

    pub(super) fn shared(self) -> &'w Shared {
        &self.own().shared
    }

    /// The ring slot this handle stands for.
    #[inline(always)]
    pub(super) fn slot(self) -> &'w RingSlot {
        // SAFETY: as in `core`; the handle's address is that of a slot of the ring.
        unsafe { self.slot.as_ref() }
    }

    /// The handle one level up; never asked for at the ring's end.
    #[inline(always)]
    pub(super) fn next(self) -> Level<'w> {
        // SAFETY: callers have an entry in this slot, and entries are put only below the ring's
        // end, so the next slot exists.
        Level { slot: unsafe { self.slot.add(1) }, bound: PhantomData }
    }

    /// The same level for a shorter time.
    #[inline(always)]
    pub(super) fn shorten<'x>(self) -> Level<'x>
    where
        'w: 'x,
    {
        Level { slot: self.slot, bound: PhantomData }
    }

    /// Index of this handle's slot.
    pub(super) fn depth(self) -> usize {
        (self.slot.as_ptr().addr() - (&raw const self.core().ring).addr()) / size_of::<RingSlot>()
    }

    pub(super) fn at_ring_end(self) -> bool {
        self.depth() == RING
    }

    /// For whoever puts something up: whether somebody wants something of this worker, or its ring
    /// is full. One relaxed load of the worker's own line.
    #[inline(always)]
    pub(super) fn signalled(self) -> bool {
        self.core().signal.stops(self.slot.as_ptr().addr() as isize)
    }

    /// For whoever has nothing new to give: whether somebody wants something that cannot wait. One
    /// relaxed load, as above.
    #[inline(always)]
    pub(super) fn urgent(self) -> bool {
        self.core().signal.is_urgent()
    }

    pub(super) fn index(self) -> usize {
        self.core().index
    }

    #[inline]
    pub(super) fn count(self, n: u64) {
        self.core().counters.nodes.add(n);
    }

    // ---- hunger and promotion ----

    /// Answers the signal word: shares work if somebody is hungry. The entries below this handle
    /// are at its disposal.
    pub(super) fn attend(self) {
        let core = self.core();
        core.counters.polls.add(1);
        if core.signal.has(HUNGRY) {
            self.promote_oldest();
        }
    }

    /// As [`Level::attend`], and tells whether `scope` is cancelled.
    pub(super) fn attend_in(self, scope: Option<&Node>) -> Result<(), Cancelled> {
        self.attend();
        let core = self.core();
        if !core.signal.has(CANCEL) {
            return Ok(());
        }
        core.signal.clear(CANCEL);
        if scope.is_some_and(Node::is_cancelled) {
            core.signal.raise(CANCEL); // invariant 3 of cancel.rs
            return Err(Cancelled(()));
        }
        Ok(())
    }

    /// Moves the oldest private entry to where thieves find it; defers if there is none.
    fn promote_oldest(self) {
        let (core, own) = (self.core(), self.own());
        let end = self.depth();
        if own.first_private.get() >= end {
            core.signal.defer_hunger();
            return;
        }
        core.signal.clear(HUNGRY); // before the push: a thief that looks in between and finds nothing sets it again
        while own.first_private.get() < end {
            let oldest = own.first_private.get();
            own.first_private.set(oldest + 1);
            let entry = match core.ring[oldest].take() {
                Private::Gone => continue,
                Private::Job(job) => Entry::Job(job.publish(core.index, own.caller.get(), self.clock())),
                Private::Split(slot) => match core.slots[slot].open(own.caller.get(), self.clock()) {
                    Some(ticket) => Entry::Ticket(ticket),
                    None => continue, // no untried index left: nobody would come for it
                },
            };
            own.deque.push(entry);
            self.promoted();
            self.news();
            if let Entry::Ticket(ticket) = entry {
                self.tell_waiting_owners(ticket);
            }
            return;
        }
        core.signal.raise(HUNGRY);
    }

    /// After a push: wakes a sleeper that may take it.
    pub(super) fn news(self) {
        if let Some(worker) = self.shared().sleep.wake_for_work(self.index()) {
            self.woke(worker);
        }
    }

    /// Owners of the splits around a freshly opened one may be asleep, waiting for this very
    /// worker: they can help.
    fn tell_waiting_owners(self, ticket: Ticket) {
        if !self.shared().sleep.anybody() {
            return;
        }
        for node in self.core().slots[ticket.slot()].node().chain().skip(1) {
            if let Home::Split { worker, .. } = node.home
                && worker != self.index()
                && self.shared().sleep.wake(worker)
            {
                self.woke(worker);
            }
        }
    }

    /// Notes that everything from this handle's slot on is free again.
    pub(super) fn settle_at(self) {
        self.own().first_private.set(self.depth());
    }

    /// As [`Level::settle_at`], unless promotion has not come so far.
    pub(super) fn settle_down_to(self) {
        let first_private = &self.own().first_private;
        first_private.set(first_private.get().min(self.depth()));
    }

    /// Takes back `mine` if it still is the newest entry of the deque: then nobody else has it or
    /// ever will.
    pub(super) fn take_back(self, mine: impl Fn(&Entry) -> bool) -> bool {
        let deque = &self.own().deque;
        match deque.pop() {
            Some(entry) if mine(&entry) => true,
            Some(other) => {
                // A thief that looked meanwhile saw nothing and may have gone to sleep.
                deque.push(other);
                self.news();
                false
            }
            None => false,
        }
    }

    pub(super) fn push(self, entry: Entry) {
        self.own().deque.push(entry);
    }

    // ---- finding work ----

    #[inline(never)]
    fn find_work(self) -> Option<Work> {
        let own = self.own();
        own.deque
            .pop()
            .map(Work::Entry)
            .or_else(|| own.shared.injector.steal().success().map(Work::Root))
            .or_else(|| self.steal_from_anybody().map(Work::Entry))
    }

    fn steal_from_anybody(self) -> Option<Entry> {
        let workers = self.shared().cores.len();
        let start = self.own().rng.borrow_mut().random_range(0..workers);
        (0..workers)
            .map(|offset| (start + offset) % workers)
            .filter(|&victim| victim != self.index())
            .find_map(|victim| self.steal_from(victim))
    }

    /// One look at another worker's deque.
    #[inline(never)]
    pub(super) fn steal_from(self, victim: usize) -> Option<Entry> {
        let stealer = &self.shared().stealers[victim];
        loop {
            match stealer.steal() {
                Steal::Retry => continue,
                Steal::Empty => {
                    self.core().counters.failed_steals.add(1);
                    return None;
                }
                Steal::Success(entry) => {
                    let from = &self.shared().cores[victim];
                    if self.shared().sleep.anybody() && from.backoff.paid() {
                        // Others sleep and are hungry still: let both ends of this theft share
                        // again soon.
                        from.signal.raise(HUNGRY);
                        self.core().signal.raise(HUNGRY);
                    }
                    return Some(entry);
                }
            }
        }
    }

    /// Runs what was found. False if it was a stale ticket.
    #[inline(never)]
    pub(super) fn run(self, entry: Entry) -> bool {
        debug_assert_eq!(self.own().first_private.get(), self.depth(), "invariant 4");
        match entry {
            Entry::Job(job) => {
                let (creator, start) = (job.owner(), self.begin_job());
                let aborted = self.in_caller(job.caller(), || job.run_stolen(self));
                self.end_job(start, creator, aborted);
            }
            Entry::Ticket(ticket) => {
                if !self.help(ticket) {
                    self.core().counters.failed_steals.add(1);
                    return false;
                }
            }
        }
        true
    }

    /// Asks every other worker to share, except those that are to be left alone for now. True if
    /// there are none of those.
    fn ask_everybody(self) -> bool {
        let now = now_ns();
        let mut all = true;
        for core in self.others() {
            let may_be_asked = core.backoff.is_over(now);
            if may_be_asked {
                core.signal.raise(HUNGRY);
            }
            all &= may_be_asked;
        }
        all
    }

    fn others(self) -> impl Iterator<Item = &'w Core> {
        let me = self.index();
        self.shared().cores.iter().map(|core| &**core).filter(move |core| core.index != me)
    }

    // ---- the two kinds of time ----

    /// Ends a stretch of waiting, begins one of work.
    pub(super) fn begin_work(self) {
        let waited = self.since();
        self.core().counters.idle_ns.add(waited);
    }

    /// Ends a stretch of work, begins one of waiting. Returns when.
    pub(super) fn begin_wait(self) -> u64 {
        let worked = self.since();
        self.core().counters.busy_ns.add(worked);
        self.own().since_ns.get()
    }

    fn since(self) -> u64 {
        let now = now_ns();
        now - self.own().since_ns.replace(now)
    }

    /// Sleeps, unless `ready`. The time asleep counts as waiting.
    #[inline(never)]
    pub(super) fn sleep(self, why: Why, ready: impl Fn() -> bool) {
        let asleep_ns = Cell::new(0);
        let ready = || {
            let ready = ready();
            asleep_ns.set(self.clock()); // what was noted while asking lies before the sleep
            ready
        };
        if let Some(wake_ns) = self.shared().sleep.sleep(self.index(), why, ready) {
            self.end_sleep(asleep_ns.get(), wake_ns);
        }
    }

    #[inline(never)]
    fn main_loop(self) {
        let shared = self.shared();
        let mut patience = Patience::new();
        let mut acknowledged = 0;
        shared.sleep.start_searching();
        let mut looking_since = now_ns();
        loop {
            if let Some(work) = self.find_work() {
                if let Some(worker) = shared.sleep.stop_searching(self.index()) {
                    self.woke(worker);
                }
                self.run_found(work, looking_since);
                shared.sleep.start_searching();
                patience.reset();
                looking_since = now_ns();
                continue;
            }
            if shared.is_closing() {
                return;
            }
            self.acknowledge(&mut acknowledged);
            let asked_all = self.ask_everybody();
            if !patience.wait(|| false) && asked_all {
                self.sleep(Why::Idle, || {
                    // Only now it cannot be lost: sleep.rs.
                    self.others().for_each(|core| core.signal.raise(HUNGRY));
                    shared.has_news(acknowledged)
                });
                patience.reset();
                looking_since = now_ns();
            }
        }
    }

    fn run_found(self, work: Work, looking_since: u64) {
        self.begin_work();
        let found = now_ns();
        match work {
            Work::Root(root) => {
                root(Worker::new(self));
                self.end_install(found);
            }
            Work::Entry(entry) => {
                if self.run(entry) {
                    self.core().latencies.lock().steal.record(found - looking_since);
                }
            }
        }
        self.begin_wait();
    }

    /// Tells a waiting snapshot that this worker is at rest and its numbers are final.
    fn acknowledge(self, acknowledged: &mut u64) {
        self.shared().rest.acknowledge(acknowledged, || {
            self.begin_work(); // brings the idle time up to date
            self.core().log.rest();
        });
    }
}

/// The life of a worker's thread.
pub(super) fn run_worker(shared: Arc<Shared>, index: usize, deque: Deque<Entry>, seed: u64) {
    let own = Own {
        deque,
        rng: RefCell::new(SmallRng::seed_from_u64(seed)),
        first_private: Cell::new(0),
        since_ns: Cell::new(now_ns()),
        shared: shared.clone(),
        index,
        caller: Cell::new(std::ptr::null()),
    };
    let core = &shared.cores[index];
    core.own.set(Some(NonNull::from(&own)));
    Caller::set_worker(Some(&own));
    // Others wait for this worker, and some hold pointers into `own`.
    let running = AbortOnUnwind::new("ran a worker");
    Level::bottom(core).main_loop();
    running.disarm();
    Caller::set_worker(None);
    core.own.set(None);
}

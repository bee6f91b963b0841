//! A worker: the handle that tasks get, theft, and the main loop.
//!
//! The word inside a handle is described in `level.rs`, the memory behind it in `block.rs`, and how
//! work becomes visible to others in `promotion.rs`.
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
use super::block::{Core, Entry, Own};
use super::install::{Caller, Root};
use super::level::Level;
use super::platform::{Patience, now_ns};
use super::pool::Shared;
use super::signal::HUNGRY;
use super::sleep::Why;
use crossbeam_deque::{Steal, Worker as Deque};
use rand::{RngExt, SeedableRng, rngs::SmallRng};
use std::cell::{Cell, RefCell};
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

impl<'w> Level<'w> {
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
                    self.found_nothing();
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
                    self.found_nothing();
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

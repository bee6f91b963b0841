//! A worker: the handle that tasks get. (What a worker does between tasks is in `main_loop.rs`.)
//!
//! The word inside a handle is described in `handle/mod.rs`, the memory behind it in `core.rs`, and
//! how work becomes visible to others in `promotion.rs`.
//!
//! # Invariants
//! 1. The fields of [`Own`](crate::worker::core::Own) are touched by the worker's own thread alone,
//!    and so is the ring, unless a thief takes its oldest entry by the protocol of `ring.rs`.
//!    Handles are neither `Send` nor `Sync`, carry an invariant lifetime, and so cannot be carried
//!    off to another thread or parked in a static.
//! 2. A handle in use names the first free slot: everything below it is a live fork or split of
//!    this thread's stack. `join` and `split` take the handle (or a loan of it) by value, so while
//!    their closures run no handle to an outer level can be used. It would not be enough that
//!    those closures must be `Send`/`Sync`: they could capture a handle inside a wrapper that is
//!    `Send` and checks the thread only when it is used.
//! 3. Ring slots below the boundary hold nothing that is private: what was there was promoted or
//!    taken by force. Those from there up to the handle hold private entries, or a gap where a
//!    spawned task was joined out of turn (`tasks.rs`). Oldest first: nothing is promoted or taken
//!    before everything older is. Above the handle every slot holds null.
//! 4. When a worker waits for a task, or runs one it took from elsewhere, nothing below its handle
//!    is private. (Not when its task waits for another thread, `oneshot.rs`: there is no handle to
//!    say how much that is.)

use crate::handle::Handle;
use std::fmt;

/// The worker a task runs on: one word, to be passed on by value.
///
/// A handle belongs to the closure it was given to. [`Worker::join`], [`Worker::split`] and
/// [`Worker::scope`] use it up; who wants to do several of them one after the other
/// [lends](Worker::lend) it. So there is never a second handle to a level that is in use, whatever
/// wrapper a handle is hidden in. It cannot leave its thread:
///
/// ```compile_fail
/// # let pool = sparring_sched::Pool::new(1).unwrap();
/// pool.install(|w| std::thread::scope(|s| { s.spawn(|| w.index()); }));
/// ```
///
/// one task cannot use the handle of another:
///
/// ```compile_fail
/// # let pool = sparring_sched::Pool::new(1).unwrap();
/// pool.install(|mut outer| outer.lend().join(|_| outer.index(), |_| 0));
/// ```
///
/// and it cannot be used twice at once, or copied:
///
/// ```compile_fail
/// # let pool = sparring_sched::Pool::new(1).unwrap();
/// pool.install(|w| {
///     w.join(|_| (), |_| ());
///     w.join(|_| (), |_| ());
/// });
/// ```
///
/// This is how it is done:
///
/// ```
/// # let pool = sparring_sched::Pool::new(1).unwrap();
/// pool.install(|mut w| {
///     w.lend().join(|_| (), |_| ());
///     w.join(|_| (), |_| ());
/// });
/// assert_eq!(pool.snapshot().total().created, 2);
/// ```
pub struct Worker<'w>(Handle<'w>);

impl<'w> Worker<'w> {
    #[inline(always)]
    pub(crate) fn new(handle: Handle<'w>) -> Worker<'w> {
        Worker(handle)
    }

    #[inline(always)]
    pub(crate) fn handle(self) -> Handle<'w> {
        self.0
    }

    /// The word of a handle that is only borrowed, unlike in [`Worker::handle`]. For callers that
    /// put up nothing there.
    #[inline(always)]
    pub(crate) fn at(&self) -> Handle<'w> {
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

    /// This worker's number in its pool, `0..threads`. If workers wait for other pools, a stand-in
    /// may run with the same number at the same time: see [`Pool`](crate::Pool).
    pub fn index(&self) -> usize {
        self.0.index()
    }

    /// Adds to this worker's counter for the user, [`Tally::nodes`](crate::Tally::nodes): what it
    /// counts is yours to say; the searches of this crate count game-tree nodes with it. To be
    /// called before the task to which it belongs returns.
    ///
    /// ```
    /// let pool = sparring_sched::Pool::new(2).unwrap();
    /// pool.install(|w| w.for_each(1..5, |w, i| w.count(i as u64)));
    /// assert_eq!(pool.snapshot().total().nodes, 1 + 2 + 3 + 4);
    /// ```
    #[inline]
    pub fn count(&self, n: u64) {
        self.0.core().count(n);
    }

    /// Lets idle workers have some of the work that this one has put up: for a task that goes
    /// on for long without a fork or a loop. One relaxed load while nobody wants anything.
    ///
    /// It does what [`Scoped::poll`] does, but there is no scope to ask about.
    ///
    /// [`Scoped::poll`]: crate::Scoped::poll
    #[inline(always)]
    pub fn poll(&self) {
        if self.0.urgent() {
            self.answer();
        }
    }

    #[cold]
    #[inline(never)]
    fn answer(&self) {
        let answered = self.0.answer_poll(None, |costs| costs.poll_ns);
        debug_assert!(answered.is_ok(), "there is no scope that could be cancelled");
    }

    /// Lets the time of this many polls pass in a simulated pool: see
    /// [`Scoped::pass`](crate::Scoped::pass).
    #[inline]
    pub fn pass(&self, polls: u64) {
        self.0.pass(polls);
    }

    /// Takes a sample of this worker's counters for the recording, if there is one: see
    /// [`Scoped::sample`](crate::Scoped::sample).
    #[inline]
    pub fn sample(&self) {
        self.0.events().sample();
    }

    /// Number of workers of the pool that have nothing to run, as a hint: see
    /// [`Scoped::idle_workers`](crate::Scoped::idle_workers).
    pub fn idle_workers(&self) -> usize {
        self.0.idle_workers()
    }
}

impl fmt::Debug for Worker<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (index, depth) = (self.0.index(), self.0.depth());
        f.debug_struct("Worker").field("index", &index).field("depth", &depth).finish()
    }
}

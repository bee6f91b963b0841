//! A worker: the handle that tasks get. `core.rs` describes the memory behind it, `promotion.rs`
//! how work becomes visible.
//!
//! # Invariants
//! 1. Only the worker's own thread touches the fields of [`Own`](crate::worker::core::Own) and the
//!    ring, except a thief that takes the oldest entry by the protocol of `ring.rs`. Handles are
//!    neither `Send` nor `Sync` and have an invariant lifetime, so none can reach another thread or
//!    a static.
//! 2. A handle in use names the first free slot: everything below is a live fork or split of this
//!    thread's stack. `join` and `split` take the handle (or a loan) by value, so no handle to an
//!    outer level can be used while their closures run.
//! 3. Ring slots below the boundary hold nothing private. From there up to the handle they hold
//!    private entries, or a gap where a spawned task was joined out of turn (`tasks.rs`); above it,
//!    null. Nothing is promoted or taken before everything older is.
//! 4. When a worker waits for a task, or runs one it took from elsewhere, nothing below its handle
//!    is private. (A wait for another thread, `oneshot.rs`, is excepted: no handle says how deep it
//!    is.)

use crate::handle::Handle;
use std::fmt;

/// The worker on which a task runs: one word, to be passed on by value.
///
/// A handle belongs to the closure it was given to. [`Worker::join`], [`Worker::split`] and
/// [`Worker::scope`] consume it; to do several of them in sequence, [lend](Worker::lend) it. So
/// there is never a second handle to a level in use. It cannot leave its thread:
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
/// Lend it instead:
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

    /// The word of a borrowed handle, for callers that put nothing up.
    #[inline(always)]
    pub(crate) fn at(&self) -> Handle<'w> {
        self.0
    }

    /// Lends the same handle, for all but the last use of it.
    ///
    /// Two handles of one depth in use at once would overwrite each other's tasks. So a handle
    /// cannot be copied, and forking takes it by value. A loan blocks the original while it is
    /// borrowed, and costs nothing.
    #[inline(always)]
    pub fn lend(&mut self) -> Worker<'_> {
        Worker(self.0.shorten())
    }

    /// This worker's number in its pool, `0..threads`. While workers wait for other pools,
    /// a stand-in may run under the same number: see [`Pool`](crate::Pool).
    pub fn index(&self) -> usize {
        self.0.index()
    }

    /// Adds to this worker's user counter, [`Tally::nodes`](crate::Tally::nodes), for example
    /// game-tree nodes. Call it before its task returns.
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

    /// Lets idle workers have some of this worker's work, during long work without a fork or loop.
    /// Like [`Scoped::poll`], it costs one relaxed load while nobody wants anything.
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

    /// Takes a sample of this worker's counters for a recording: see
    /// [`Scoped::sample`](crate::Scoped::sample).
    #[inline]
    pub fn sample(&self) {
        self.0.events().sample();
    }

    /// Returns how many workers have nothing to run, as a hint: see
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

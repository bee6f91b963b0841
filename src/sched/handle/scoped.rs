//! A worker inside a cancel scope (`cancel.rs`). A scope opened here lies in the frame of the call;
//! the scope of a [`split`](Scoped::split) lies in the split's slot.

use crate::handle::Handle;
use crate::handle::worker::Worker;
use crate::handover::cancel::{Cancelled, Home, ScopeNode};
use std::fmt;

/// A worker inside a cancel scope: two words, to be passed on by value.
///
/// Like a [`Worker`], it belongs to the closure it was given to. [`Scoped::join`],
/// [`Scoped::split`], [`Scoped::scope`] and the like consume it, unless it is [lent](Scoped::lend).
pub struct Scoped<'w> {
    worker: Handle<'w>,
    node: &'w ScopeNode,
}

impl<'w> Scoped<'w> {
    #[inline(always)]
    pub(crate) fn new<'l: 'w>(worker: Handle<'l>, node: &'w ScopeNode) -> Scoped<'w> {
        Scoped { worker: worker.shorten(), node }
    }

    #[inline(always)]
    pub(crate) fn handle(&self) -> Handle<'w> {
        self.worker
    }

    #[inline(always)]
    pub(crate) fn node(&self) -> &'w ScopeNode {
        self.node
    }

    /// Lends the same handle, for all but the last use of it: see [`Worker::lend`].
    #[inline(always)]
    pub fn lend(&mut self) -> Scoped<'_> {
        Scoped { worker: self.worker.shorten(), node: self.node }
    }

    /// This worker's number in its pool, `0..threads`: see [`Worker::index`].
    pub fn index(&self) -> usize {
        self.worker.index()
    }

    /// Adds to this worker's user counter: see [`Worker::count`].
    #[inline]
    pub fn count(&self, n: u64) {
        self.worker.core().count(n);
    }

    /// Checks for cancellation, and lets idle workers have some work. Call it at every node of a
    /// search; it costs one relaxed load while nobody wants anything.
    ///
    /// # Errors
    /// [`Cancelled`] if this scope, or one around it, was cancelled.
    #[inline(always)]
    pub fn poll(&self) -> Result<(), Cancelled> {
        if self.worker.urgent() { self.answer() } else { Ok(()) }
    }

    #[cold]
    #[inline(never)]
    fn answer(&self) -> Result<(), Cancelled> {
        self.worker.answer_poll(Some(self.node), |costs| costs.poll_ns)
    }

    /// Lets the time of this many polls pass in a simulated pool, for work without polls. In a real
    /// pool this is one relaxed load.
    ///
    /// # Panics
    /// In a simulated pool, if more than 2^64 nanoseconds have passed in all.
    #[inline]
    pub fn pass(&self, polls: u64) {
        self.worker.pass(polls);
    }

    /// Takes a sample of this worker's counters for a [recording](crate::PoolBuilder::record), at
    /// most one a millisecond, during long work without tasks.
    #[inline]
    pub fn sample(&self) {
        self.worker.events().sample();
    }

    /// Returns how many workers of the pool have nothing to run: fewer than all. They look for work
    /// or sleep, also while they wait for others.
    ///
    /// It is a hint for speculative work. A worker about to sleep may count twice, and one that
    /// waits counts only once it sleeps. The call reads two words that change often, so ask once
    /// for much work.
    pub fn idle_workers(&self) -> usize {
        self.worker.idle_workers()
    }

    /// Cancels the innermost scope: in the body of a split, that split.
    pub fn cancel(&self) {
        self.worker.cancel(self.node);
    }

    /// True if this scope or one around it is cancelled. Reads every flag; [`Scoped::poll`]
    /// is cheaper.
    pub fn is_cancelled(&self) -> bool {
        self.node.is_cancelled()
    }

    /// Runs `f` here and now in a new scope inside this one. Cancelling the inner scope does not
    /// affect the outer one; cancelling the outer one cancels both.
    ///
    /// ```
    /// use sparring_sched::{Cancelled, Pool};
    ///
    /// let pool = Pool::new(2).unwrap();
    /// let scope = pool.cancel_scope();
    /// pool.install_in(&scope, |mut s| {
    ///     // Two attempts in parallel. The second calls the first one back.
    ///     let attempts = s.lend().scope(|s| {
    ///         s.join(
    ///             |s| -> Result<(), Cancelled> { loop { s.poll()? } },
    ///             |s| -> Result<(), Cancelled> { s.cancel(); Ok(()) },
    ///         )
    ///     });
    ///     assert!(attempts.is_err());
    ///     s.poll() // the outer scope goes on
    /// })
    /// .unwrap();
    /// pool.snapshot().total().check().unwrap();
    /// ```
    ///
    /// # Errors
    /// Any error that `f` returns. So `Err` means that the inner scope, or one around it, was
    /// cancelled; [`Scoped::poll`] of the outer handle tells which. `Ok` means that `f` has its
    /// value, even if the inner scope was cancelled meanwhile. [`Scoped::try_scope`] allows other
    /// errors.
    ///
    /// # Panics
    /// If `f` panics, with its panic.
    pub fn scope<R>(self, f: impl FnOnce(Scoped<'_>) -> Result<R, Cancelled> + Send) -> Result<R, Cancelled> {
        self.try_scope(f)
    }

    /// Runs `f` in a new scope as [`Scoped::scope`] does, with an error type of its own. If that
    /// implements [`From<Cancelled>`](From), `?` passes on both its own errors and cancellations.
    ///
    /// ```
    /// use sparring_sched::{Cancelled, Pool, Scoped};
    /// use std::num::ParseIntError;
    ///
    /// #[derive(Debug, PartialEq)]
    /// enum Failure {
    ///     Number(ParseIntError),
    ///     Cancelled,
    /// }
    ///
    /// impl From<Cancelled> for Failure {
    ///     fn from(_: Cancelled) -> Failure {
    ///         Failure::Cancelled
    ///     }
    /// }
    ///
    /// impl From<ParseIntError> for Failure {
    ///     fn from(error: ParseIntError) -> Failure {
    ///         Failure::Number(error)
    ///     }
    /// }
    ///
    /// fn sum(s: Scoped<'_>, a: &str, b: &str) -> Result<u32, Failure> {
    ///     s.try_scope(|s| {
    ///         // What a half returns may be a `Result`: `join` itself fails only when cancelled.
    ///         let (a, b) = s.join(|_| Ok(a.parse::<u32>()), |_| Ok(b.parse::<u32>()))?;
    ///         Ok(a? + b?)
    ///     })
    /// }
    ///
    /// let pool = Pool::new(2).unwrap();
    /// let scope = pool.cancel_scope();
    /// assert_eq!(pool.try_install_in(&scope, |s| sum(s, "3", "5")), Ok(8));
    /// let failure = pool.try_install_in(&scope, |s| sum(s, "3", "five"));
    /// assert!(matches!(failure, Err(Failure::Number(_))));
    /// scope.cancel();
    /// assert_eq!(pool.try_install_in(&scope, |s| sum(s, "3", "5")), Err(Failure::Cancelled));
    /// ```
    ///
    /// # Errors
    /// Any error that `f` returns.
    ///
    /// # Panics
    /// Same as [`Scoped::scope`].
    pub fn try_scope<R, E>(self, f: impl FnOnce(Scoped<'_>) -> Result<R, E> + Send) -> Result<R, E> {
        open(self.worker, Some(self.node), f)
    }
}

impl fmt::Debug for Scoped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Scoped")
            .field("index", &self.index())
            .field("depth", &self.worker.depth())
            .field("cancelled", &self.is_cancelled())
            .finish()
    }
}

impl Worker<'_> {
    /// Runs `f` here and now in a new cancel scope.
    ///
    /// # Errors
    /// Same as [`Scoped::scope`].
    ///
    /// # Panics
    /// Same as [`Scoped::scope`].
    pub fn scope<R>(self, f: impl FnOnce(Scoped<'_>) -> Result<R, Cancelled> + Send) -> Result<R, Cancelled> {
        self.try_scope(f)
    }

    /// Runs `f` in a new cancel scope, with an error type of its own: see [`Scoped::try_scope`].
    ///
    /// # Errors
    /// Any error that `f` returns.
    ///
    /// # Panics
    /// Same as [`Scoped::scope`].
    pub fn try_scope<R, E>(self, f: impl FnOnce(Scoped<'_>) -> Result<R, E> + Send) -> Result<R, E> {
        open(self.handle(), None, f)
    }
}

/// Opens a scope in this frame. `join` and `split` end everything below before `f` returns or
/// unwinds, so nobody can reach the scope later.
pub(crate) fn open<R>(worker: Handle<'_>, parent: Option<&ScopeNode>, f: impl FnOnce(Scoped<'_>) -> R) -> R {
    let node = ScopeNode::new(Home::Frame { worker: worker.index() }, parent);
    f(Scoped::new(worker, &node))
}

impl Handle<'_> {
    #[inline]
    pub(crate) fn pass(self, polls: u64) {
        if self.urgent() {
            self.spend(|costs| polls.saturating_mul(costs.poll_ns));
        }
    }

    pub(crate) fn idle_workers(self) -> usize {
        self.spend(|costs| 2 * costs.line_ns);
        self.shared().sleep.without_work()
    }
}

//! A worker inside a cancel scope: the handle, and how scopes are opened.
//!
//! A scope opened here lies in the frame of the call that opened it ([`Home::Frame`]), and is a
//! child of the scope around it, if there is one. The body of every [`split`](Scoped::split) has a
//! scope as well, in the slot of the split. How a cancellation travels is described in `cancel.rs`.

use crate::handle::Handle;
use crate::handle::worker::Worker;
use crate::handover::cancel::{Cancelled, Home, ScopeNode};
use std::fmt;

/// A worker inside a cancel scope: two words, to be passed on by value.
///
/// As a [`Worker`], it belongs to the closure it was given to. [`Scoped::join`], [`Scoped::split`],
/// [`Scoped::scope`] and the like use it up, unless it is [lent](Scoped::lend).
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

    /// The same handle for a while, for all but the last use of it. Why handles are lent is
    /// explained at [`Worker::lend`].
    #[inline(always)]
    pub fn lend(&mut self) -> Scoped<'_> {
        Scoped { worker: self.worker.shorten(), node: self.node }
    }

    /// This worker's number in its pool, `0..threads`: see [`Worker::index`].
    pub fn index(&self) -> usize {
        self.worker.index()
    }

    /// Adds to this worker's counter for the user: see [`Worker::count`].
    #[inline]
    pub fn count(&self, n: u64) {
        self.worker.core().count(n);
    }

    /// Asks whether the work is still wanted, and lets idle workers have some. One relaxed load
    /// while nobody wants anything; call it at every node of a search.
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

    /// Lets the time of this many polls pass in a simulated pool, for work that is done without
    /// polling. In a real one it passes by itself, and this is one relaxed load.
    ///
    /// # Panics
    /// In a simulated pool, if more than 2^64 nanoseconds have passed in all.
    #[inline]
    pub fn pass(&self, polls: u64) {
        self.worker.pass(polls);
    }

    /// If there is a [recording](crate::PoolBuilder::record), takes a sample of this worker's
    /// counters for it, at most once in a millisecond and less often the longer the recording is;
    /// for work that goes on for long without handing out tasks.
    #[inline]
    pub fn sample(&self) {
        self.worker.events().sample();
    }

    /// Number of workers of the pool that have nothing to run: they look for work, or sleep, also
    /// while they wait for what others run. Less than the number of workers. A hint, out of date at
    /// once, for work that may turn out to be wasted: while others have nothing to do it costs
    /// little. One that is about to sleep may count twice, one that waits for what others run
    /// counts once it sleeps.
    ///
    /// It reads two words that change whenever a worker finds work: ask once for much work. In a
    /// simulated pool it takes twice [`Costs::line_ns`](crate::Costs::line_ns).
    pub fn idle_workers(&self) -> usize {
        self.worker.idle_workers()
    }

    /// Cancels the innermost scope: in the body of a split, that split.
    pub fn cancel(&self) {
        self.worker.cancel(self.node);
    }

    /// Returns true if this scope or one around it is cancelled, by a look at every flag.
    /// [`Scoped::poll`] is the cheap question.
    pub fn is_cancelled(&self) -> bool {
        self.node.is_cancelled()
    }

    /// Runs `f` here and now in a scope of its own, inside this one. Cancelling the inner scope
    /// leaves the outer one as it is; cancelling the outer one cancels the inner one too. Opening a
    /// scope writes four words into the caller's frame and counts nothing.
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
    /// Whatever `f` returns. So `Err` means that the inner scope or one around it was cancelled
    /// before `f` had its value. Ask [`Scoped::poll`] of the outer handle which of them it was.
    /// `Ok` means that `f` has its value, even if the inner scope was cancelled meanwhile.
    /// [`Scoped::try_scope`] is for errors of another type.
    ///
    /// # Panics
    /// If `f` panics, with its panic.
    pub fn scope<R>(self, f: impl FnOnce(Scoped<'_>) -> Result<R, Cancelled> + Send) -> Result<R, Cancelled> {
        self.try_scope(f)
    }

    /// Runs `f` here and now in a scope of its own, as [`Scoped::scope`] does, for a closure with
    /// an error type of its own. If this type implements [`From<Cancelled>`](From), `?` passes on
    /// both its own errors and cancellations.
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
    /// Runs `f` here and now in a cancel scope of its own.
    ///
    /// # Errors
    /// Same as [`Scoped::scope`].
    ///
    /// # Panics
    /// Same as [`Scoped::scope`].
    pub fn scope<R>(self, f: impl FnOnce(Scoped<'_>) -> Result<R, Cancelled> + Send) -> Result<R, Cancelled> {
        self.try_scope(f)
    }

    /// Runs `f` here and now in a cancel scope of its own, as [`Worker::scope`] does, for a
    /// closure with an error type of its own: see [`Scoped::try_scope`].
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

/// Opens a scope in this frame. Everything below it is over when `f` has returned or unwound, for
/// that is what `join` and `split` promise, so nobody can reach the scope after its frame.
pub(crate) fn open<R>(worker: Handle<'_>, parent: Option<&ScopeNode>, f: impl FnOnce(Scoped<'_>) -> R) -> R {
    let node = ScopeNode::new(Home::Frame { worker: worker.index() }, parent);
    f(Scoped::new(worker, &node))
}

impl Handle<'_> {
    /// See [`Scoped::pass`].
    #[inline]
    pub(crate) fn pass(self, polls: u64) {
        if self.urgent() {
            self.spend(|costs| polls.saturating_mul(costs.poll_ns));
        }
    }

    /// See [`Scoped::idle_workers`].
    pub(crate) fn idle_workers(self) -> usize {
        self.spend(|costs| 2 * costs.line_ns);
        self.shared().sleep.without_work()
    }
}

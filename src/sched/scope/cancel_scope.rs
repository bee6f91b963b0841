use crate::handle::scoped::Scoped;
use crate::handle::worker::Worker;
use crate::handover::cancel::{Cancelled, Home, ScopeNode};
use crate::pool::Pool;
use crate::pool::process::Process;
use crate::scope::deadline::Alarm;
use crate::worker::core::Shared;
use std::fmt;
use std::sync::Arc;
use std::time::Instant;

/// A cancel scope for work started by [`Pool::install_in`](crate::Pool::install_in) or
/// [`Worker::enter`]. Any thread may cancel it, once and for all.
///
/// ```
/// use sparring_sched::{Cancelled, Pool};
/// use std::time::Duration;
///
/// let pool = Pool::new(1).unwrap();
/// let scope = pool.cancel_scope();
/// std::thread::scope(|threads| {
///     threads.spawn(|| {
///         std::thread::sleep(Duration::from_millis(5));
///         scope.cancel();
///     });
///     let endless = pool.install_in(&scope, |s| loop { s.poll()?; } );
///     assert!(matches!(endless, Err::<(), Cancelled>(_)));
/// });
/// ```
///
/// # Signals
/// Cancelling takes a lock, which a signal handler's thread may already hold, so a handler could
/// hang. Let a thread wait for the signal and cancel, for example with the crate `signal-hook`:
///
/// ```
/// use signal_hook::{consts::SIGINT, iterator::Signals, low_level::raise};
/// use sparring_sched::Pool;
///
/// let pool = Pool::new(1).unwrap();
/// let scope = pool.cancel_scope();
/// let mut signals = Signals::new([SIGINT]).unwrap();
/// std::thread::scope(|threads| {
///     threads.spawn(|| signals.forever().take(1).for_each(|_| scope.cancel()));
///     raise(SIGINT).unwrap(); // as Ctrl-C would
///     let endless: Result<(), _> = pool.install_in(&scope, |s| loop { s.poll()?; });
///     assert!(endless.is_err());
/// });
/// ```
#[must_use = "a scope that nobody keeps cannot be cancelled"]
pub struct CancelScope(Arc<PoolScope>);

pub(crate) struct PoolScope {
    node: ScopeNode,
    shared: Arc<Shared>,
    alarm: Alarm,
    process: Process,
}

impl PoolScope {
    pub(crate) fn cancel(&self) {
        if self.node.set() && self.process.is_this() {
            self.shared.signal_cancelled(&self.node, usize::MAX);
        }
    }
}

impl CancelScope {
    pub(crate) fn check_is_of(&self, pool: &Arc<Shared>, called: &str) {
        assert!(Arc::ptr_eq(&self.0.shared, pool), "{called} was given another pool's cancel scope");
    }

    /// Cancels everything inside, from any thread, but not in a signal handler (see above). In a
    /// forked process it only sets the flag.
    pub fn cancel(&self) {
        self.0.cancel();
    }

    /// Cancels everything inside at this moment, never before, or at once if it has passed. Of
    /// several moments the earliest counts.
    ///
    /// One thread of the process cancels the scopes of all pools. This call starts it if necessary,
    /// and it ends when no moment is left. Tasks learn of it at their next poll. On Linux the
    /// median delay was 0.2 ms, with two polling workers on two processors, and up to 60 ms where
    /// other programs wanted five times the processors. The thread inherits the processors of its
    /// starter: only one if that is a pinned worker.
    ///
    /// ```
    /// use sparring_sched::{Cancelled, Pool};
    /// use std::time::{Duration, Instant};
    ///
    /// let pool = Pool::new(2).unwrap();
    /// let (scope, deadline) = (pool.cancel_scope(), Instant::now() + Duration::from_millis(5));
    /// scope.cancel_at(deadline);
    /// let endless: Result<(), Cancelled> = pool.install_in(&scope, |s| loop { s.poll()?; });
    /// assert!(endless.is_err() && Instant::now() >= deadline);
    /// ```
    ///
    /// # Panics
    /// If the pool is [simulated](crate::PoolBuilder::simulate), because an [`Instant`] does not
    /// follow its time. If the thread is needed and cannot be started.
    pub fn cancel_at(&self, moment: Instant) {
        let simulated = self.0.shared.platform.is_simulated();
        assert!(
            !simulated,
            "cancel_at was given an Instant, which a simulated pool in virtual time never reaches"
        );
        if moment <= Instant::now() {
            self.cancel();
        } else if !self.is_cancelled() {
            self.0.alarm.set(moment, Arc::downgrade(&self.0));
        }
    }

    /// True if this scope is cancelled.
    pub fn is_cancelled(&self) -> bool {
        self.0.node.is_cancelled()
    }
}

impl fmt::Debug for CancelScope {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CancelScope").field("cancelled", &self.is_cancelled()).finish_non_exhaustive()
    }
}

impl Worker<'_> {
    /// Runs `f` on this worker inside a scope of its pool. So one [`install`](Pool::install) can
    /// run many short computations, each of which any thread can cancel.
    ///
    /// ```
    /// use sparring_sched::Pool;
    ///
    /// let pool = Pool::new(2).unwrap();
    /// let [first, second] = [pool.cancel_scope(), pool.cancel_scope()];
    /// first.cancel();
    /// pool.install(|mut w| {
    ///     assert!(w.lend().enter(&first, |s| s.poll()).is_err());
    ///     assert!(w.lend().enter(&second, |s| s.poll()).is_ok());
    /// });
    /// ```
    ///
    /// # Errors
    /// [`Cancelled`] if the scope was cancelled before `f` began, or if `f` returns it.
    ///
    /// # Panics
    /// If `f` panics, with its panic, or if the scope belongs to another pool.
    pub fn enter<R>(
        self,
        scope: &CancelScope,
        f: impl FnOnce(Scoped<'_>) -> Result<R, Cancelled> + Send,
    ) -> Result<R, Cancelled> {
        self.try_enter(scope, f)
    }

    /// Runs `f` like [`Worker::enter`], with any error type. [`Scoped::try_scope`] has an example.
    ///
    /// # Errors
    /// Any error of `f`, or one made from [`Cancelled`] if the scope was cancelled before `f`
    /// began.
    ///
    /// # Panics
    /// See [`Worker::enter`].
    pub fn try_enter<R, E: From<Cancelled>>(
        self,
        scope: &CancelScope,
        f: impl FnOnce(Scoped<'_>) -> Result<R, E> + Send,
    ) -> Result<R, E> {
        // No scope lies around this one: a handle without a scope exists inside a scope only on top
        // of other work, which is signalled again afterwards (stand_ins.rs). So a poll in here
        // takes no outer scope's signal. `scope` outlives all joins and splits of `f`.
        let handle = self.handle();
        scope.check_is_of(&handle.own().shared, "enter");
        if scope.is_cancelled() { Err(Cancelled(()).into()) } else { f(Scoped::new(handle, &scope.0.node)) }
    }
}

impl Pool {
    /// A cancel scope for work of this pool.
    pub fn cancel_scope(&self) -> CancelScope {
        let (node, shared) = (ScopeNode::new(Home::Pool, None), self.shared.clone());
        let (alarm, process) = (Alarm::default(), self.process);
        CancelScope(Arc::new(PoolScope { node, shared, alarm, process }))
    }

    /// Runs `f` on one of the workers inside a cancel scope: see [`Pool::install`].
    ///
    /// # Errors
    /// [`Cancelled`] if the scope was cancelled before `f` began, or if `f` returns it.
    ///
    /// # Panics
    /// The same as [`Pool::install`], and if the scope belongs to another pool.
    pub fn install_in<R: Send>(
        &self,
        scope: &CancelScope,
        f: impl FnOnce(Scoped<'_>) -> Result<R, Cancelled> + Send,
    ) -> Result<R, Cancelled> {
        self.try_install_in(scope, f)
    }

    /// Runs `f` like [`Pool::install_in`], with any error type. [`Scoped::try_scope`] has an
    /// example.
    ///
    /// # Errors
    /// Any error of `f`, or one made from [`Cancelled`] if the scope was cancelled before `f`
    /// began.
    ///
    /// # Panics
    /// See [`Pool::install_in`].
    pub fn try_install_in<R: Send, E: From<Cancelled> + Send>(
        &self,
        scope: &CancelScope,
        f: impl FnOnce(Scoped<'_>) -> Result<R, E> + Send,
    ) -> Result<R, E> {
        scope.check_is_of(&self.shared, "install_in");
        self.install(|worker| worker.try_enter(scope, f))
    }
}

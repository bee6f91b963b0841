//! A scope of the whole pool, to be cancelled from anywhere.

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

/// A cancel scope at the root of a tree, for work started by
/// [`Pool::install_in`](crate::Pool::install_in) or [`Worker::enter`]; may be cancelled from any
/// thread, once and for all.
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
/// # On a signal
/// To wake a worker takes a lock. A signal handler that cancels may have interrupted the thread
/// which holds it, and then waits for ever. So let a thread wait for the signal, and cancel; here
/// with the crate `signal-hook`:
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

/// The contents of a [`CancelScope`], to which its deadline refers too.
pub(crate) struct PoolScope {
    node: ScopeNode,
    shared: Arc<Shared>,
    alarm: Alarm,
    /// The process in which the workers are.
    process: Process,
}

impl PoolScope {
    /// See [`CancelScope::cancel`].
    pub(crate) fn cancel(&self) {
        if self.node.set() && self.process.is_this() {
            self.shared.signal_cancelled(&self.node, usize::MAX);
        }
    }
}

impl CancelScope {
    /// Panics unless this is a scope of `pool`: cancelling it would signal the wrong workers.
    pub(crate) fn check_is_of(&self, pool: &Arc<Shared>, called: &str) {
        assert!(Arc::ptr_eq(&self.0.shared, pool), "{called} was given another pool's cancel scope");
    }

    /// Cancels everything inside. From any thread, but not in a signal handler: see above. In a
    /// forked process, where nothing runs inside, this only sets the flag.
    pub fn cancel(&self) {
        self.0.cancel();
    }

    /// Cancels everything inside as soon as this moment has come, never before. If that is not
    /// later than now, it is now. Of several moments the earliest counts.
    ///
    /// The workers look at no clock. One thread of the process cancels the scopes of all pools
    /// when their moments come, and sleeps in between. This call starts it if it is not there. It
    /// ends when there is no moment to come, because it has cancelled the last such scope or that
    /// was dropped.
    ///
    /// # Latency
    /// After the moment passes the time that the operating system takes to wake that thread, and
    /// then, as after every [`cancel`](CancelScope::cancel), the time to the next polls. Measured
    /// on Linux with two workers that only poll on two processors, from the moment to the return
    /// of `install_in`: a median of 0.2 ms; of 4 to 7 ms, and 60 ms at most, where other programs
    /// wanted five times the processors. The thread may use those that its starter may use: one,
    /// if that is a pinned worker.
    ///
    /// # Costs
    /// Half a microsecond, and the start of a thread if there is none: about 30 µs, measured.
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
    /// If the pool is [simulated](crate::PoolBuilder::simulate): its time is another than that of
    /// an [`Instant`]. If the thread is needed and cannot be started.
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

    /// Returns true if this scope is cancelled.
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
    /// Runs `f` here and now inside a scope of this worker's pool.
    ///
    /// What [`Pool::install_in`] does from outside this does on a worker that is there already: a
    /// series of short computations, each to be cancelled from any thread, needs one
    /// [`install`](Pool::install) for all of them.
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
    /// If `f` panics, with its panic; and if the scope is another pool's.
    pub fn enter<R>(
        self,
        scope: &CancelScope,
        f: impl FnOnce(Scoped<'_>) -> Result<R, Cancelled> + Send,
    ) -> Result<R, Cancelled> {
        self.try_enter(scope, f)
    }

    /// Runs `f` here and now inside a scope of this worker's pool, as [`Worker::enter`] does, for
    /// a closure with an error type of its own. [`Scoped::try_scope`] has an example.
    ///
    /// # Errors
    /// Any error that `f` returns; one made from [`Cancelled`] if the scope was cancelled before
    /// `f` began.
    ///
    /// # Panics
    /// Same as [`Worker::enter`].
    pub fn try_enter<R, E: From<Cancelled>>(
        self,
        scope: &CancelScope,
        f: impl FnOnce(Scoped<'_>) -> Result<R, E> + Send,
    ) -> Result<R, E> {
        // No scope lies around this one: a handle without a scope is never made inside of one,
        // except on top of other work, which is signalled again afterwards (stand_ins.rs). So a
        // poll in here that clears the signal takes it from nobody. `scope` is borrowed for longer
        // than anything below it runs, because joins and splits of `f` are over when it returns.
        let handle = self.handle();
        scope.check_is_of(&handle.own().shared, "enter");
        if scope.is_cancelled() { Err(Cancelled(()).into()) } else { f(Scoped::new(handle, &scope.0.node)) }
    }
}

impl Pool {
    /// A cancel scope for work of this pool, to be cancelled from any thread (but not in a signal
    /// handler: see [`CancelScope`]).
    pub fn cancel_scope(&self) -> CancelScope {
        let (node, shared) = (ScopeNode::new(Home::Pool, None), self.shared.clone());
        let (alarm, process) = (Alarm::default(), self.process);
        CancelScope(Arc::new(PoolScope { node, shared, alarm, process }))
    }

    /// Runs `f` on one of the workers inside a cancel scope and waits for it: see
    /// [`Pool::install`].
    ///
    /// # Errors
    /// [`Cancelled`] if the scope was cancelled before `f` began, or if `f` returns it.
    ///
    /// # Panics
    /// Same as [`Pool::install`]; and if the scope is another pool's.
    pub fn install_in<R: Send>(
        &self,
        scope: &CancelScope,
        f: impl FnOnce(Scoped<'_>) -> Result<R, Cancelled> + Send,
    ) -> Result<R, Cancelled> {
        self.try_install_in(scope, f)
    }

    /// Runs `f` on one of the workers inside a cancel scope, as [`Pool::install_in`] does, for a
    /// closure with an error type of its own. [`Scoped::try_scope`] has an example.
    ///
    /// # Errors
    /// Any error that `f` returns; one made from [`Cancelled`] if the scope was cancelled before
    /// `f` began.
    ///
    /// # Panics
    /// Same as [`Pool::install_in`].
    pub fn try_install_in<R: Send, E: From<Cancelled> + Send>(
        &self,
        scope: &CancelScope,
        f: impl FnOnce(Scoped<'_>) -> Result<R, E> + Send,
    ) -> Result<R, E> {
        scope.check_is_of(&self.shared, "install_in");
        self.install(|worker| worker.try_enter(scope, f))
    }
}

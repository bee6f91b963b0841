//! A scope of the whole pool, to be cancelled from anywhere.

use super::cancel::{Cancelled, Home, ScopeNode};
use super::memory::Shared;
use super::pool::Pool;
use super::scope::Scoped;
use super::sync::full_fence;
use super::worker::Worker;
use std::sync::Arc;

/// A cancel scope at the root of a tree, for work started by
/// [`Pool::install_in`](super::Pool::install_in) or [`Worker::enter`]; may be cancelled from any
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
pub struct CancelScope {
    node: ScopeNode,
    shared: Arc<Shared>,
}

impl CancelScope {
    /// Panics unless this is a scope of `pool`: cancelling it would signal the wrong workers.
    pub(super) fn check_is_of(&self, pool: &Arc<Shared>, called: &str) {
        assert!(Arc::ptr_eq(&self.shared, pool), "{called} was given another pool's cancel scope");
    }

    /// Cancels everything inside.
    pub fn cancel(&self) {
        if self.node.set() {
            full_fence(); // pairs with the fence in `help_inside`
            self.shared.tell(&self.node, usize::MAX);
        }
    }

    /// Whether this scope is cancelled.
    pub fn is_cancelled(&self) -> bool {
        self.node.is_cancelled()
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
        // No scope lies around this one: a handle without a scope is never made inside of one,
        // except on top of other work, which is signalled again afterwards (letter.rs). So a poll
        // in here that clears the signal takes it from nobody. `scope` is borrowed for longer than
        // anything below it runs, because joins and splits of `f` are over when it returns.
        let level = self.level();
        scope.check_is_of(&level.own().shared, "enter");
        if scope.is_cancelled() { Err(Cancelled(())) } else { f(Scoped::new(level, &scope.node)) }
    }
}

impl Pool {
    /// A cancel scope for work of this pool, to be cancelled from any thread.
    pub fn cancel_scope(&self) -> CancelScope {
        CancelScope { node: ScopeNode::new(Home::Pool, None), shared: self.shared.clone() }
    }
}

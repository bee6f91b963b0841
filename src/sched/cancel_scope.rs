//! A scope of the whole pool, to be cancelled from anywhere.

use super::cancel::{Home, Node};
use super::memory::Shared;
use super::pool::Pool;
use super::sync::full_fence;
use std::sync::Arc;

/// A cancel scope at the root of a tree, for work started by
/// [`Pool::install_in`](super::Pool::install_in); may be cancelled from any thread, once and for
/// all.
///
/// ```
/// use sparring::sched::{Cancelled, Pool};
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
    node: Node,
    shared: Arc<Shared>,
}

impl CancelScope {
    pub(super) fn node(&self) -> &Node {
        &self.node
    }

    /// Whether this is a scope of that pool.
    pub(super) fn is_of(&self, pool: &Arc<Shared>) -> bool {
        Arc::ptr_eq(&self.shared, pool)
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

impl Pool {
    /// A cancel scope for work of this pool, to be cancelled from any thread.
    pub fn cancel_scope(&self) -> CancelScope {
        CancelScope { node: Node::new(Home::Pool, None), shared: self.shared.clone() }
    }
}

//! Pools, and the calling thread's place in one.

use crate::broadcast::BroadcastContext;
use crate::builder::ThreadPoolBuilder;
use crate::join::join;
use crate::ledger;
use crate::registry::{self, Registry, built_here, set_built_here};
use crate::scope::{Scope, ScopeFifo};
use sparring_sched::{MAX_THREADS, current};
use std::error::Error;
use std::fmt;
use std::sync::Arc;

/// A pool of workers. Dropping it lets them finish what was spawned, without waiting for that.
pub struct ThreadPool {
    pub(crate) registry: Arc<Registry>,
}

/// Says whether a call of [`yield_now`] ran anything.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Yield {
    /// It ran something.
    Executed,
    /// There was nothing to run.
    Idle,
}

impl ThreadPool {
    /// Builds a pool.
    ///
    /// # Errors
    /// If a thread cannot be started.
    #[deprecated(note = "use `ThreadPoolBuilder::build`")]
    #[allow(deprecated)]
    pub fn new(configuration: crate::Configuration) -> Result<ThreadPool, Box<dyn Error>> {
        configuration.build()
    }

    /// Runs `op` on a worker of this pool and waits for it; on a worker of this pool, at once.
    ///
    /// # Panics
    /// If `op` panics, with its panic.
    pub fn install<OP, R>(&self, op: OP) -> R
    where
        OP: FnOnce() -> R + Send,
        R: Send,
    {
        self.registry.install(op)
    }

    /// Calls `op` on every worker of this pool: see [`broadcast`](crate::broadcast()).
    ///
    /// # Panics
    /// With the first panic of `op`, after all calls have ended.
    pub fn broadcast<OP, R>(&self, op: OP) -> Vec<R>
    where
        OP: Fn(BroadcastContext<'_>) -> R + Sync,
        R: Send,
    {
        self.registry.broadcast(op)
    }

    /// Returns the number of workers.
    #[must_use]
    pub fn current_num_threads(&self) -> usize {
        self.registry.threads()
    }

    /// Returns the calling worker's number in this pool; `None` if it is none of this pool.
    #[must_use]
    pub fn current_thread_index(&self) -> Option<usize> {
        let built_here = || built_here().is_some_and(|registry| Arc::ptr_eq(&registry, &self.registry));
        if self.registry.pool.is_current() || built_here() { current_thread_index() } else { None }
    }

    /// True if closures wait on the calling worker of this pool; `None` if it is none. Always
    /// false here: what waits is not bound to a worker.
    #[must_use]
    pub fn current_thread_has_pending_tasks(&self) -> Option<bool> {
        self.current_thread_index().map(|_| false)
    }

    /// Runs [`join`](crate::join()) in this pool.
    ///
    /// # Panics
    /// Same as [`join`](crate::join()).
    pub fn join<A, B, RA, RB>(&self, a: A, b: B) -> (RA, RB)
    where
        A: FnOnce() -> RA + Send,
        B: FnOnce() -> RB + Send,
        RA: Send,
        RB: Send,
    {
        self.install(|| join(a, b))
    }

    /// Runs [`scope`](crate::scope()) in this pool.
    ///
    /// # Panics
    /// Same as [`scope`](crate::scope()).
    pub fn scope<'scope, OP, R>(&self, op: OP) -> R
    where
        OP: FnOnce(&Scope<'scope>) -> R + Send,
        R: Send,
    {
        self.install(|| crate::scope(op))
    }

    /// Runs [`scope_fifo`](crate::scope_fifo) in this pool.
    ///
    /// # Panics
    /// Same as [`scope`](crate::scope()).
    pub fn scope_fifo<'scope, OP, R>(&self, op: OP) -> R
    where
        OP: FnOnce(&ScopeFifo<'scope>) -> R + Send,
        R: Send,
    {
        self.install(|| crate::scope_fifo(op))
    }

    /// Calls `op` on this thread, with a scope whose tasks run in this pool.
    ///
    /// # Panics
    /// Same as [`scope`](crate::scope()).
    pub fn in_place_scope<'scope, OP, R>(&self, op: OP) -> R
    where
        OP: FnOnce(&Scope<'scope>) -> R,
    {
        self.registry.in_place_scope(op)
    }

    /// Calls `op` on this thread, with a scope whose tasks run in this pool, the oldest first.
    ///
    /// # Panics
    /// Same as [`scope`](crate::scope()).
    pub fn in_place_scope_fifo<'scope, OP, R>(&self, op: OP) -> R
    where
        OP: FnOnce(&ScopeFifo<'scope>) -> R,
    {
        self.registry.in_place_scope_fifo(op)
    }

    /// Has a worker of this pool run `op`: see [`spawn`](crate::spawn()).
    pub fn spawn<OP>(&self, op: OP)
    where
        OP: FnOnce() + Send + 'static,
    {
        self.registry.spawn(op);
    }

    /// Has a worker of this pool run `op`: see [`spawn_fifo`](crate::spawn_fifo).
    pub fn spawn_fifo<OP>(&self, op: OP)
    where
        OP: FnOnce() + Send + 'static,
    {
        self.registry.spawn_fifo(op);
    }

    /// Has every worker of this pool call `op` once; nobody waits for that.
    pub fn spawn_broadcast<OP>(&self, op: OP)
    where
        OP: Fn(BroadcastContext<'_>) + Send + Sync + 'static,
    {
        self.registry.spawn_broadcast(op);
    }

    /// Runs something else, if this is a worker of this pool: see [`yield_now`]. `None` if it is
    /// none.
    pub fn yield_now(&self) -> Option<Yield> {
        self.registry.pool.is_current().then(yield_now).flatten()
    }

    /// Does the same as [`ThreadPool::yield_now`].
    pub fn yield_local(&self) -> Option<Yield> {
        self.yield_now()
    }
}

impl Drop for ThreadPool {
    fn drop(&mut self) {
        if built_here().is_some_and(|registry| Arc::ptr_eq(&registry, &self.registry)) {
            set_built_here(None);
        }
        ledger::print(&self.registry.pool);
        self.registry.pool.shutdown();
    }
}

impl fmt::Debug for ThreadPool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ThreadPool").field("num_threads", &self.current_num_threads()).finish_non_exhaustive()
    }
}

/// Returns the greatest number of workers that a pool can have.
#[must_use]
pub fn max_num_threads() -> usize {
    MAX_THREADS
}

/// Returns the number of workers in the pool of the calling thread: its own, or the global one.
#[must_use]
pub fn current_num_threads() -> usize {
    match current::threads() {
        Some(threads) => threads + first(),
        None => registry::of_a_thread_outside().threads(),
    }
}

/// Returns the calling worker's number in its pool; `None` on a thread that is no worker.
#[inline]
#[must_use]
pub fn current_thread_index() -> Option<usize> {
    current::index().map(|index| index + first()).or_else(|| built_here().map(|_| 0))
}

/// True if closures wait on the calling worker; `None` on a thread that is none. Always false
/// here: what waits is not bound to a worker.
#[must_use]
pub fn current_thread_has_pending_tasks() -> Option<bool> {
    current_thread_index().map(|_| false)
}

/// Runs a spawned closure or task that nobody has begun, if there is one, on top of the calling
/// one; `None` on a thread that is no worker.
///
/// That task runs alone: its own forks are not shared. It may want a lock that the caller holds.
pub fn yield_now() -> Option<Yield> {
    current::is_task().then(|| if current::run_any() { Yield::Executed } else { Yield::Idle })
}

/// Does the same as [`yield_now`].
pub fn yield_local() -> Option<Yield> {
    yield_now()
}

thread_local! {
    static FIRST: std::cell::Cell<usize> = const { std::cell::Cell::new(0) };
}

/// Number of the first worker in this worker's pool.
fn first() -> usize {
    FIRST.get()
}

pub(crate) fn set_first(first: usize) {
    FIRST.set(first);
}

impl<S> ThreadPoolBuilder<S> {
    pub(crate) fn is_taken(&self) -> bool {
        current::is_task() || built_here().is_some()
    }
}

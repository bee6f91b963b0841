//! Scopes: tasks that may spawn others, and are over when the scope's call returns.

use crate::broadcast::BroadcastContext;
use crate::registry::{Registry, in_worker, of_a_thread_outside};
use sparring_sched::{TaskGroup, current};
use std::fmt;

/// A scope, in which tasks run that borrow what outlives it; [`scope`] makes one.
#[repr(transparent)]
pub struct Scope<'scope>(TaskGroup<'scope>);

/// A scope whose tasks are begun in the order in which they were spawned; [`scope_fifo`] makes
/// one.
#[repr(transparent)]
pub struct ScopeFifo<'scope>(TaskGroup<'scope>);

/// Calls `f` on a worker, with a scope in which it can spawn tasks, and returns when all are over.
///
/// The worker runs tasks of the scope while it waits, and parts of them, but nothing else.
///
/// # Panics
/// If `f` or a task panics, after all have ended: with the panic of `f`, or else the first.
pub fn scope<'scope, OP, R>(f: OP) -> R
where
    OP: FnOnce(&Scope<'scope>) -> R + Send,
    R: Send,
{
    in_worker(|_| in_place_scope(f))
}

/// Does the same as [`scope`], but tasks are begun in the order in which they were spawned.
///
/// # Panics
/// Same as [`scope`].
pub fn scope_fifo<'scope, OP, R>(f: OP) -> R
where
    OP: FnOnce(&ScopeFifo<'scope>) -> R + Send,
    R: Send,
{
    in_worker(|_| in_place_scope_fifo(f))
}

/// Does the same as [`scope`], but calls `f` on this thread, whatever that is.
///
/// # Panics
/// Same as [`scope`].
pub fn in_place_scope<'scope, OP, R>(f: OP) -> R
where
    OP: FnOnce(&Scope<'scope>) -> R,
{
    let f = |group: &TaskGroup<'scope>| f(Scope::of(group));
    current::task_group(f).unwrap_or_else(|f| of_a_thread_outside().pool.task_group(f))
}

/// Does the same as [`scope_fifo`], but calls `f` on this thread, whatever that is.
///
/// # Panics
/// Same as [`scope`].
pub fn in_place_scope_fifo<'scope, OP, R>(f: OP) -> R
where
    OP: FnOnce(&ScopeFifo<'scope>) -> R,
{
    let f = |group: &TaskGroup<'scope>| f(ScopeFifo::of(group));
    current::task_group_fifo(f).unwrap_or_else(|f| of_a_thread_outside().pool.task_group_fifo(f))
}

impl Registry {
    pub(crate) fn in_place_scope<'scope, R>(&self, f: impl FnOnce(&Scope<'scope>) -> R) -> R {
        self.pool.task_group(|group| f(Scope::of(group)))
    }

    pub(crate) fn in_place_scope_fifo<'scope, R>(&self, f: impl FnOnce(&ScopeFifo<'scope>) -> R) -> R {
        self.pool.task_group_fifo(|group| f(ScopeFifo::of(group)))
    }
}

impl<'scope> Scope<'scope> {
    fn of<'g>(group: &'g TaskGroup<'scope>) -> &'g Scope<'scope> {
        // SAFETY: the type is transparent.
        #[allow(unsafe_code)]
        unsafe {
            &*std::ptr::from_ref(group).cast()
        }
    }

    /// Spawns a task, which runs at any time before the scope's call returns.
    pub fn spawn<BODY>(&self, body: BODY)
    where
        BODY: FnOnce(&Scope<'scope>) + Send + 'scope,
    {
        self.0.spawn(|group| body(Scope::of(group)));
    }

    /// Spawns a task on each worker of the pool.
    pub fn spawn_broadcast<BODY>(&self, body: BODY)
    where
        BODY: Fn(&Scope<'scope>, BroadcastContext<'_>) + Send + Sync + 'scope,
    {
        self.0.spawn_broadcast(move |group| body(Scope::of(group), BroadcastContext::here()));
    }
}

impl<'scope> ScopeFifo<'scope> {
    fn of<'g>(group: &'g TaskGroup<'scope>) -> &'g ScopeFifo<'scope> {
        // SAFETY: the type is transparent.
        #[allow(unsafe_code)]
        unsafe {
            &*std::ptr::from_ref(group).cast()
        }
    }

    /// Spawns a task, which runs at any time before the scope's call returns.
    pub fn spawn_fifo<BODY>(&self, body: BODY)
    where
        BODY: FnOnce(&ScopeFifo<'scope>) + Send + 'scope,
    {
        self.0.spawn(|group| body(ScopeFifo::of(group)));
    }

    /// Spawns a task on each worker of the pool.
    pub fn spawn_broadcast<BODY>(&self, body: BODY)
    where
        BODY: Fn(&ScopeFifo<'scope>, BroadcastContext<'_>) + Send + Sync + 'scope,
    {
        self.0.spawn_broadcast(move |group| body(ScopeFifo::of(group), BroadcastContext::here()));
    }
}

impl fmt::Debug for Scope<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Scope").field(&self.0).finish()
    }
}

impl fmt::Debug for ScopeFifo<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("ScopeFifo").field(&self.0).finish()
    }
}

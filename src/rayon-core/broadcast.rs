//! A closure that every worker of a pool runs once.

use crate::registry::{Registry, in_worker, of_a_thread_outside};
use crate::scope::{in_place_scope, scope};
use crate::spawn::spawn;
use crate::thread_pool::{current_num_threads, current_thread_index};
use sparring_sched::current;
use std::fmt;
use std::marker::PhantomData;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Mutex;

/// Tells a closure of [`broadcast`] on which worker it runs.
pub struct BroadcastContext<'a> {
    index: usize,
    threads: usize,
    /// Makes the type neither `Send` nor `Sync`.
    thread: PhantomData<&'a mut dyn Fn()>,
}

impl BroadcastContext<'_> {
    pub(crate) fn here() -> Self {
        let index = current_thread_index().expect("a broadcast runs on a worker");
        BroadcastContext { index, threads: current_num_threads(), thread: PhantomData }
    }

    /// Returns the number of this worker.
    #[inline]
    #[must_use]
    pub fn index(&self) -> usize {
        self.index
    }

    /// Returns the number of workers of the pool.
    #[inline]
    #[must_use]
    pub fn num_threads(&self) -> usize {
        self.threads
    }
}

impl fmt::Debug for BroadcastContext<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let BroadcastContext { index, threads, .. } = self;
        f.debug_struct("BroadcastContext").field("index", index).field("num_threads", threads).finish()
    }
}

/// Calls `op` on every worker of the calling thread's pool, and returns the results in the order
/// of the workers. A worker that waits calls it while it waits.
///
/// # Panics
/// With the first panic of `op`, after all calls have ended.
pub fn broadcast<OP, R>(op: OP) -> Vec<R>
where
    OP: Fn(BroadcastContext<'_>) -> R + Sync,
    R: Send,
{
    in_worker(|_| on_each(&op))
}

/// Has every worker of the calling thread's pool call `op` once; nobody waits for that.
pub fn spawn_broadcast<OP>(op: OP)
where
    OP: Fn(BroadcastContext<'_>) + Send + Sync + 'static,
{
    match current::is_task() {
        true => spawn(|| on_each_detached(op)),
        false => of_a_thread_outside().spawn_broadcast(op),
    }
}

fn on_each_detached(op: impl Fn(BroadcastContext<'_>) + Send + Sync) {
    scope(|s| {
        s.spawn_broadcast(move |_, context| {
            // Each panic goes to the pool's handler.
            if let Err(panic) = catch_unwind(AssertUnwindSafe(|| op(context))) {
                spawn(|| resume_unwind(panic));
            }
        });
    });
}

fn on_each<OP, R>(op: OP) -> Vec<R>
where
    OP: Fn(BroadcastContext<'_>) -> R + Sync,
    R: Send,
{
    let results = Mutex::new(Vec::new());
    in_place_scope(|s| {
        s.spawn_broadcast(|_, context| {
            let index = context.index();
            let result = op(context);
            results.lock().expect("nothing panics under the lock").push((index, result));
        });
    });
    let mut results = results.into_inner().expect("nothing panics under the lock");
    results.sort_by_key(|&(index, _)| index);
    results.into_iter().map(|(_, result)| result).collect()
}

impl Registry {
    pub(crate) fn broadcast<R: Send>(&self, op: impl Fn(BroadcastContext<'_>) -> R + Sync) -> Vec<R> {
        self.install(|| on_each(&op))
    }

    pub(crate) fn spawn_broadcast(&self, op: impl Fn(BroadcastContext<'_>) + Send + Sync + 'static) {
        self.spawn(|| on_each_detached(op));
    }
}

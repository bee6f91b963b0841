//! Closures for which nobody waits.

use crate::handle::Handle;
use crate::handle::worker::Worker;
use crate::pool::Pool;
use crate::sync::abort::abort;
use crate::worker::core::Shared;
use crate::worker::current;
use crate::worker::injector::{InjectedJob, Passes, Run};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

impl Pool {
    /// Has a worker run `f`, for which nobody waits. On a worker of this pool the newest closure
    /// is run first; all others wait in the queue of installs, first come, first served.
    ///
    /// The closure counts as a task of the worker that runs it. Dropping the pool waits for it,
    /// unless [`Pool::shutdown`] was called.
    ///
    /// # Panics
    /// In a forked process, which has no workers. A panic of `f` goes to
    /// [`PoolBuilder::panic_handler`](crate::PoolBuilder::panic_handler), or aborts.
    pub fn spawn_detached(&self, f: impl FnOnce(Worker<'_>) + Send + 'static) {
        self.process.check_is_this("spawn_detached");
        self.shared.spawn_detached(f, self.is_here());
    }

    /// Does the same as [`Pool::spawn_detached`], but of the closures that workers of this pool
    /// spawn in this way the oldest is run first.
    ///
    /// # Panics
    /// Same as [`Pool::spawn_detached`].
    pub fn spawn_detached_fifo(&self, f: impl FnOnce(Worker<'_>) + Send + 'static) {
        self.process.check_is_this("spawn_detached_fifo");
        match self.is_here() {
            true => self.shared.spawn_oldest_first(f),
            false => self.shared.spawn_detached(f, false),
        }
    }

    fn is_here(&self) -> bool {
        current::with_worker(|own| own.is_some_and(|own| own.is_of(&self.shared)))
    }
}

fn detached(f: impl FnOnce(Worker<'_>) + Send + 'static) -> Run<'static> {
    Box::new(move |handle: Handle<'_>, ended: &dyn Fn()| {
        handle.events().begin_spawned_task(None);
        let run = || f(Worker::new(handle));
        catch_unwind(AssertUnwindSafe(run)).unwrap_or_else(|panic| handle.shared().report(panic));
        ended();
    })
}

impl Shared {
    pub(crate) fn spawn_detached(
        self: &Arc<Self>,
        f: impl FnOnce(Worker<'_>) + Send + 'static,
        newest_first: bool,
    ) {
        self.inject_detached(detached(f), newest_first);
    }

    pub(crate) fn spawn_oldest_first(self: &Arc<Self>, f: impl FnOnce(Worker<'_>) + Send + 'static) {
        self.oldest_first.lock().push_back(detached(f));
        let run = |handle: Handle<'_>, ended: &dyn Fn()| {
            let oldest = handle.shared().oldest_first.lock().pop_front();
            oldest.expect("there is one for each job")(handle, ended);
        };
        self.inject_detached(Box::new(run), true);
    }

    pub(crate) fn inject_detached(self: &Arc<Self>, run: Run<'static>, first: bool) {
        let around = current::inside();
        let passes = if around.contains(self.pool) { Passes::Ahead } else { Passes::InTurn };
        let job = InjectedJob { run, passes, inside: around.and(self.pool), detached: true };
        let pushed = if first { self.injector.push_first(job) } else { self.injector.push(job) };
        pushed.unwrap_or_else(|ended| ended.refuse());
        self.hand_on_injected();
    }

    /// Gives a panic for which nobody waits to the pool's handler.
    pub(crate) fn report(&self, panic: Box<dyn std::any::Any + Send>) {
        let Some(handler) = &self.panic_handler else {
            abort(
                "a detached closure panicked and nobody waits for it; set a panic handler for the pool, or catch \
                 the panic in the closure",
            )
        };
        if catch_unwind(AssertUnwindSafe(|| handler(panic))).is_err() {
            abort("the panic handler of a pool panicked");
        }
    }
}

//! `install`: giving a pool work from outside.
//!
//! The installed closure becomes an *injected job*: it goes through the pool's injector to some
//! worker, which sends the result back in a [`Oneshot`]. On one of the pool's own workers it runs
//! there and then.
//!
//! What may be called where, and who waits for whom, is a table in the documentation of [`Pool`].

use crate::handle::Handle;
use crate::handle::worker::Worker;
use crate::handover::oneshot::Oneshot;
use crate::pool::Pool;
use crate::sync::abort::AbortOnUnwind;
use crate::sync::thread;
use crate::worker::current;
use crate::worker::injector::{InjectedJob, Passes, Run};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;

impl Pool {
    /// Runs `f` on one of the workers and waits for it. May be called from several threads at once.
    ///
    /// The closure itself is not a task. On one of the pool's own workers it runs there and then,
    /// as ordinary code: what it forks overflows. (A task forks with the [`Worker`] it was given.)
    ///
    /// The caller's thread sleeps meanwhile; it is no worker. To be one it would have to be pinned
    /// as its worker's place is and pinned back afterwards, run the tasks on a stack whose size
    /// nobody chose, and be there whenever a [`snapshot`](Pool::snapshot) asks all workers to rest,
    /// also between two installs. So an install costs a wake-up or two, some tens of microseconds:
    /// install the whole computation, not its parts.
    ///
    /// The documentation of [`Pool`] tells who waits for whom. If a destructor waits for an
    /// install while its thread unwinds, [`std::thread::panicking`] is true for all that this
    /// thread runs meanwhile.
    ///
    /// # Panics
    /// If `f` panics, with its panic. In a forked process, which has no workers.
    pub fn install<R: Send>(&self, f: impl FnOnce(Worker<'_>) -> R + Send) -> R {
        current::with_worker(|own| match own {
            Some(own) if Arc::ptr_eq(&own.shared, &self.shared) => {
                own.run_on_top(own.inside.get(), |handle| f(Worker::new(handle)))
            }
            _ => self.install_from_outside(f),
        })
    }

    fn install_from_outside<R: Send>(&self, f: impl FnOnce(Worker<'_>) -> R + Send) -> R {
        self.process.check_is_this("install");
        let result = self.inject(f);
        #[cfg(debug_assertions)]
        if !current::is_of_a_pool() {
            self.check_if_at_rest();
        }
        result.unwrap_or_else(|panic| resume_unwind(panic))
    }

    /// Sends `f` to a worker and waits for what it returns.
    fn inject<R: Send>(&self, f: impl FnOnce(Worker<'_>) -> R + Send) -> thread::Result<R> {
        let shared = &*self.shared;
        let around = current::inside();
        let passes = if around.contains(shared.pool) { Passes::Ahead } else { Passes::InTurn };
        let reply = Oneshot::new(&shared.platform);
        let sender = reply.clone();
        let run = move |handle: Handle<'_>, ended: &dyn Fn()| {
            let result = catch_unwind(AssertUnwindSafe(|| f(Worker::new(handle))));
            ended();
            sender.send(result);
        };
        let run: Run<'_> = Box::new(run);
        // SAFETY: only the lifetime changes. Everything borrowed is in `f`, which is used up when
        // the reply is sent. This frame waits for that, and cannot unwind before. What is left of
        // the closure then owns only `sender`.
        let run: Run<'static> = unsafe { std::mem::transmute(run) };
        let job = InjectedJob { run, passes, inside: around.and(shared.pool) };
        let lent = AbortOnUnwind::new("waited for what it had installed");
        shared.injector.push(job);
        self.shared.hand_on_injected();
        let result = current::wait_for(&reply);
        lent.disarm();
        result
    }
}

//! `install`: running work in a pool from outside.
//!
//! The closure becomes an *injected job*, which a worker takes from the pool's injector. The worker
//! sends the result back in a [`Oneshot`].

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
    /// Runs `f` on one of the workers and waits for it. [`Pool`] describes which calls wait for
    /// which.
    ///
    /// On one of the pool's own workers `f` is called directly as ordinary code, and what it forks
    /// overflows.
    ///
    /// The calling thread sleeps meanwhile. That costs one or two wake-ups, some tens of
    /// microseconds, so install a whole computation, not its parts. If a destructor installs while
    /// its thread unwinds, [`std::thread::panicking`] is true for everything this thread runs
    /// meanwhile.
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
        // SAFETY: only the lifetime changes. All borrows are in `f`, which is consumed before the
        // reply is sent. This frame waits for the reply and cannot unwind before. Afterwards the
        // closure owns only `sender`.
        let run: Run<'static> = unsafe { std::mem::transmute(run) };
        let job = InjectedJob { run, passes, inside: around.and(shared.pool), detached: false };
        shared.injector.push(job).unwrap_or_else(|ended| ended.refuse());
        let lent = AbortOnUnwind::new("waited for what it had installed");
        self.shared.hand_on_injected();
        let result = current::wait_for(&reply);
        lent.disarm();
        result
    }
}

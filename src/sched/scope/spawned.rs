//! Closures that a pool runs while the caller goes on, and their handles.

use crate::handle::Handle;
use crate::handle::scoped::Scoped;
use crate::handle::worker::Worker;
use crate::handover::cancel::Cancelled;
use crate::handover::oneshot::Oneshot;
use crate::pool::Pool;
use crate::scope::cancel_scope::CancelScope;
use crate::sync::thread;
use crate::worker::current;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

/// A closure that a pool runs: see [`Pool::spawn`]. Dropping it cancels the closure's scope.
#[must_use = "dropping this cancels the work; call `wait`, `.await` or `detach`"]
pub struct Spawned<T> {
    result: Arc<Oneshot<thread::Result<Result<T, Cancelled>>>>,
    scope: Arc<CancelScope>,
    /// True if dropping it cancels.
    owned: bool,
}

impl Pool {
    /// Has a worker run `f` in a cancel scope of its own, and returns at once.
    ///
    /// ```
    /// use sparring_sched::{Pool, Scoped};
    ///
    /// let pool = Pool::new(2).unwrap();
    /// let answer = pool.spawn(|s| s.join(|_| Ok(40), |_| Ok(2)));
    /// assert_eq!(answer.wait(), Ok((40, 2)));
    ///
    /// let endless = pool.spawn(|s: Scoped<'_>| -> Result<(), _> { loop { s.poll()?; } });
    /// drop(endless); // cancels it
    /// let total = pool.snapshot().total();
    /// assert_eq!((total.created, total.run() + total.discarded), (3, 3));
    /// ```
    ///
    /// [`Spawned`] is a [`Future`] for any runtime, or none. A web handler with a time limit: when
    /// the time is over, the future is dropped, and everything below `f` stops at its next poll.
    ///
    /// ```
    /// use sparring_sched::{Cancelled, Pool};
    /// use std::time::Duration;
    ///
    /// # use tokio::runtime::Builder;
    /// # let runtime = Builder::new_current_thread().enable_time().build().unwrap();
    /// # runtime.block_on(async {
    /// let pool = Pool::new(2).unwrap();
    /// let search = pool.spawn(|s| -> Result<u64, Cancelled> { loop { s.poll()?; } });
    /// let answer = tokio::time::timeout(Duration::from_millis(5), search).await;
    /// assert!(answer.is_err());
    /// # });
    /// ```
    ///
    /// The closure waits in the queue of installs, first come, first served, and counts as a task
    /// of the worker that runs it; as discarded if its scope was cancelled before it began.
    ///
    /// # Panics
    /// In a forked process, which has no workers, and after [`Pool::shutdown`].
    pub fn spawn<T, F>(&self, f: F) -> Spawned<T>
    where
        T: Send + 'static,
        F: FnOnce(Scoped<'_>) -> Result<T, Cancelled> + Send + 'static,
    {
        self.process.check_is_this("spawn");
        let scope = Arc::new(self.cancel_scope());
        let result = Oneshot::new(&self.shared.platform);
        let (sender, inside) = (result.clone(), scope.clone());
        let run = move |handle: Handle<'_>, ended: &dyn Fn()| {
            let value = run_in(handle, &inside, f);
            ended();
            drop(inside);
            sender.send(value);
        };
        self.shared.inject_detached(Box::new(run), false);
        Spawned { result, scope, owned: true }
    }
}

fn run_in<T>(
    handle: Handle<'_>,
    scope: &CancelScope,
    f: impl FnOnce(Scoped<'_>) -> Result<T, Cancelled> + Send,
) -> thread::Result<Result<T, Cancelled>> {
    if scope.is_cancelled() {
        handle.events().refuse_detached();
        // The closure's destructor is the user's code.
        return catch_unwind(AssertUnwindSafe(|| drop(f))).map(|()| Err(Cancelled(())));
    }
    handle.events().begin_spawned_task(None);
    let value = catch_unwind(AssertUnwindSafe(|| Worker::new(handle).enter(scope, f)));
    if let Ok(Err(_)) = value {
        handle.core().aborted();
    }
    value
}

impl<T> Spawned<T> {
    /// Waits for the closure's value. On a worker, this one runs nothing meanwhile: see [`Pool`].
    ///
    /// # Errors
    /// [`Cancelled`] if the closure returned it, or was cancelled before it began.
    ///
    /// # Panics
    /// If the closure panicked, with its panic.
    pub fn wait(mut self) -> Result<T, Cancelled> {
        let result = current::wait_for(&self.result);
        self.owned = false;
        result.unwrap_or_else(|panic| resume_unwind(panic))
    }

    /// Cancels the closure's scope, from any thread. [`Spawned::wait`] then ends soon.
    pub fn cancel(&self) {
        self.scope.cancel();
    }

    /// The scope in which the closure runs, for example to cancel it at a moment of the clock.
    pub fn scope(&self) -> &CancelScope {
        &self.scope
    }

    /// Lets the closure run on although nobody wants its value.
    pub fn detach(mut self) {
        self.owned = false;
    }
}

/// Completes with the closure's value, or [`Cancelled`]. Panics with the closure's panic.
impl<T> Future for Spawned<T> {
    type Output = Result<T, Cancelled>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        let arrived = self.result.poll(context.waker());
        self.owned &= arrived.is_pending();
        arrived.map(|result| result.unwrap_or_else(|panic| resume_unwind(panic)))
    }
}

impl<T> Drop for Spawned<T> {
    fn drop(&mut self) {
        if self.owned {
            self.scope.cancel();
        }
    }
}

impl<T> fmt::Debug for Spawned<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Spawned").field("cancelled", &self.scope.is_cancelled()).finish_non_exhaustive()
    }
}

//! A thread of a pool, a worker's or a stand-in's.

use crate::handover::oneshot::Oneshot;
use crate::platform::Platform;
use crate::sync::thread;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;

/// A thread of a pool.
pub(crate) struct Thread {
    pub(crate) handle: thread::JoinHandle<()>,
    /// Sent when nothing of the user will run on it any more.
    pub(crate) ended: Arc<Oneshot<()>>,
}

impl Thread {
    /// Starts a thread that runs `body`.
    ///
    /// # Errors
    /// If the operating system starts none.
    pub(crate) fn spawn(
        name: String,
        stack: usize,
        body: impl FnOnce() + Send + 'static,
    ) -> io::Result<Thread> {
        let ended = Oneshot::new(&Platform::default());
        let end = ended.clone();
        let body = move || {
            // A panic here is the scheduler's own, and is seen where the thread is joined.
            let result = catch_unwind(AssertUnwindSafe(body));
            end.send(());
            result.unwrap_or_else(|panic| resume_unwind(panic));
        };
        let builder = thread::Builder::new().name(name);
        // A checker's threads all have stacks of one size.
        let builder = if cfg!(sparring_shuttle) { builder } else { builder.stack_size(stack) };
        let handle = builder.spawn(body)?;
        Ok(Thread { handle, ended })
    }
}

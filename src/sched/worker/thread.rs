use crate::handover::oneshot::Oneshot;
use crate::platform::Platform;
use crate::sync::thread;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;

pub(crate) struct Thread {
    /// `None` if the user started it.
    pub(crate) handle: Option<thread::JoinHandle<()>>,
    /// Sent when no more user code will run on it.
    pub(crate) ended: Arc<Oneshot<()>>,
}

/// Says that a thread has ended, also if it never ran.
struct SendOnDrop(Arc<Oneshot<()>>);

impl Drop for SendOnDrop {
    fn drop(&mut self) {
        self.0.clone().send(());
    }
}

impl Thread {
    /// Starts a thread that runs `body`.
    ///
    /// # Errors
    /// If the operating system cannot start one.
    pub(crate) fn spawn(
        name: String,
        stack: usize,
        body: impl FnOnce() + Send + 'static,
    ) -> io::Result<Thread> {
        let (ended, body) = Thread::ending(body);
        let builder = thread::Builder::new().name(name);
        // A model checker's stacks all have one size.
        let builder = if cfg!(sparring_shuttle) { builder } else { builder.stack_size(stack) };
        let handle = builder.spawn(body)?;
        Ok(Thread { handle: Some(handle), ended })
    }

    /// Returns a body that says when it has ended, for a thread that the user starts.
    pub(crate) fn ending(
        body: impl FnOnce() + Send + 'static,
    ) -> (Arc<Oneshot<()>>, impl FnOnce() + Send + 'static) {
        let ended = Oneshot::new(&Platform::default());
        let end = SendOnDrop(ended.clone());
        let body = move || {
            // Only the scheduler's own panics come here. They surface at the join.
            let result = catch_unwind(AssertUnwindSafe(body));
            drop(end);
            result.unwrap_or_else(|panic| resume_unwind(panic));
        };
        (ended, body)
    }
}

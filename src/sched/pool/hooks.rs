//! Names of a pool's threads, and the user's handlers for their start and end.

use crate::worker::core::PanicHandler;
use crate::worker::current::in_hook;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

type Name = Arc<dyn Fn(usize) -> String + Send + Sync>;
type Handler = Arc<dyn Fn(usize) + Send + Sync>;

#[derive(Clone, Default)]
pub(crate) struct Hooks {
    /// True if the pool may be used before the start handlers have been called.
    pub(crate) late: bool,
    pub(crate) name: Option<Name>,
    pub(crate) start: Option<Handler>,
    pub(crate) exit: Option<Handler>,
    pub(crate) panic: Option<PanicHandler>,
}

impl Hooks {
    pub(crate) fn thread_name(&self, worker: usize) -> String {
        self.name.as_ref().map_or_else(|| format!("worker-{worker:02}"), |name| name(worker))
    }

    /// Calls the start handler, on the worker's thread before it looks for work.
    ///
    /// # Panics
    /// If the handler does.
    pub(crate) fn start(&self, worker: usize) {
        call(&self.start, worker);
    }

    /// Calls the exit handler, on the worker's thread after its last task. A panic is only printed.
    pub(crate) fn exit(&self, worker: usize) {
        if let Err(panic) = catch_unwind(AssertUnwindSafe(|| call(&self.exit, worker))) {
            std::mem::forget(panic); // its destructor might panic in turn
        }
    }
}

fn call(handler: &Option<Handler>, worker: usize) {
    if let Some(handler) = handler {
        in_hook(|| handler(worker));
    }
}

impl fmt::Debug for Hooks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let set = [self.name.is_some(), self.start.is_some(), self.exit.is_some(), self.panic.is_some()];
        let names = ["thread_name", "start_handler", "exit_handler", "panic_handler"].into_iter().zip(set);
        f.debug_set().entries(names.filter_map(|(name, set)| set.then_some(name))).finish()
    }
}

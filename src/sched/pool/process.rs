//! The process in which the threads of a pool run.
//!
//! `fork` copies a process's memory but only the calling thread. In the child, waiting for a worker
//! or for a lock that one held never ends. So in any process but its own, a pool skips operations
//! where possible and panics otherwise.

use std::process::id;

#[derive(Clone, Copy)]
pub(crate) struct Process(u32);

impl Process {
    pub(crate) fn this() -> Process {
        Process(id())
    }

    /// True if this is the calling process.
    pub(crate) fn is_this(self) -> bool {
        self.0 == id()
    }

    pub(crate) fn check_is_this(self, called: &str) {
        assert!(
            self.is_this(),
            "{called} was called in process {}: this pool's threads are in the parent process {}, and a fork \
             has none of them; try to fork before any pool is built",
            id(),
            self.0
        );
    }
}

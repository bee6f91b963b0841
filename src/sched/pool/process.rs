//! The process in which the threads of a pool run.
//!
//! `fork` copies all memory of a process and one of its threads, the one that calls it. So the
//! child has the pool, but no worker: whatever waits for one waits for ever, and a lock that a
//! worker held at that moment is never released. The pool notes the number of the process that
//! built it. In any other one it waits for nothing and locks nothing: what can be left undone is
//! left undone, and what cannot panics. What the lost threads hold is never freed.

use std::process::id;

/// A process that has built a pool.
#[derive(Clone, Copy)]
pub(crate) struct Process(u32);

impl Process {
    /// The calling process.
    pub(crate) fn this() -> Process {
        Process(id())
    }

    /// Returns true if this is the calling process. It costs a system call, some tens of
    /// nanoseconds.
    pub(crate) fn is_this(self) -> bool {
        self.0 == id()
    }

    /// Panics in any other process. `called` is what was called there.
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

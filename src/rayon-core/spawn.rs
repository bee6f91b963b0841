//! Closures for which nobody waits.

use crate::registry::{Registry, of_a_thread_outside};
use sparring_sched::current;

/// Has a worker of the calling thread's pool run `f`. On a worker the newest closure is run first.
///
/// A panic goes to the pool's panic handler; without one the process is aborted.
pub fn spawn<F>(f: F)
where
    F: FnOnce() + Send + 'static,
{
    current::spawn_detached(f).unwrap_or_else(|f| of_a_thread_outside().spawn(f));
}

/// Does the same as [`spawn`], but the oldest closure is run first.
pub fn spawn_fifo<F>(f: F)
where
    F: FnOnce() + Send + 'static,
{
    current::spawn_detached_fifo(f).unwrap_or_else(|f| of_a_thread_outside().spawn_fifo(f));
}

impl Registry {
    pub(crate) fn spawn(&self, f: impl FnOnce() + Send + 'static) {
        self.pool.spawn_detached(|w| w.as_current(f));
    }

    pub(crate) fn spawn_fifo(&self, f: impl FnOnce() + Send + 'static) {
        self.pool.spawn_detached_fifo(|w| w.as_current(f));
    }
}

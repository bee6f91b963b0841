//! The pools: the global one, and the one of the calling thread.

use crate::builder::{ThreadPoolBuildError, ThreadPoolBuilder};
use crate::ledger;
use sparring_sched::{Pool, current};
use std::cell::RefCell;
use std::sync::{Arc, OnceLock};

/// A pool, and how its workers are numbered.
#[derive(Debug)]
pub(crate) struct Registry {
    pub(crate) pool: Pool,
    /// Number of the pool's first worker: 1 if the thread that built it has the number 0.
    pub(crate) first: usize,
}

static GLOBAL: OnceLock<Result<Arc<Registry>, ThreadPoolBuildError>> = OnceLock::new();

thread_local! {
    /// The pool that this thread has built as its first worker (`use_current_thread`).
    static BUILT_HERE: RefCell<Option<Arc<Registry>>> = const { RefCell::new(None) };
}

impl Registry {
    pub(crate) fn threads(&self) -> usize {
        self.pool.threads() + self.first
    }

    /// Runs `f` on a worker of this pool; here, if this is one.
    pub(crate) fn install<R: Send>(&self, f: impl FnOnce() -> R + Send) -> R {
        if self.pool.is_current() { f() } else { self.pool.install(|w| w.as_current(f)) }
    }
}

/// Builds the global pool with these settings.
pub(crate) fn build_global(
    build: impl FnOnce() -> Result<Arc<Registry>, ThreadPoolBuildError>,
) -> Result<(), ThreadPoolBuildError> {
    let mut result = Err(ThreadPoolBuildError::global_again());
    GLOBAL.get_or_init(|| match build() {
        Ok(registry) => {
            result = Ok(());
            ledger::print_at_exit(&registry);
            Ok(registry)
        }
        Err(error) => {
            result = Err(error.again());
            Err(error)
        }
    });
    result
}

/// Returns the global pool, with default settings unless it was built before.
///
/// # Panics
/// If it cannot be built.
pub(crate) fn global() -> &'static Arc<Registry> {
    let _ = build_global(|| ThreadPoolBuilder::new().registry());
    let built = GLOBAL.get().expect("it was built just now, or before");
    built.as_ref().unwrap_or_else(|error| panic!("the global thread pool could not be built: {error}"))
}

/// The pool that this thread has built as its first worker, or else the global one.
pub(crate) fn of_a_thread_outside() -> Arc<Registry> {
    built_here().unwrap_or_else(|| global().clone())
}

pub(crate) fn built_here() -> Option<Arc<Registry>> {
    BUILT_HERE.with_borrow(Clone::clone)
}

pub(crate) fn set_built_here(registry: Option<Arc<Registry>>) {
    let before = BUILT_HERE.replace(registry);
    drop(before);
}

/// Calls `f` on a worker: here, if this is one, and otherwise on one of the pool of this thread,
/// with true.
#[inline]
pub(crate) fn in_worker<R: Send>(f: impl FnOnce(bool) -> R + Send) -> R {
    if current::is_task() { f(false) } else { from_outside(f) }
}

#[cold]
#[inline(never)]
fn from_outside<R: Send>(f: impl FnOnce(bool) -> R + Send) -> R {
    of_a_thread_outside().pool.install(|w| w.as_current(|| f(true)))
}

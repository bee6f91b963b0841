//! The worker on which the calling code runs, for code that has no handle.
//!
//! A task that gives its handle up for the run of a closure ([`Worker::as_current`]), or that was
//! spawned in a [`TaskGroup`](crate::TaskGroup), is the *current task* of its thread. The
//! functions here fork with its handle. So a program need not pass handles on, and pays for it: a
//! fork looks a thread-local variable up and writes the handle's word four times. `fib` took 5.0
//! ns a fork instead of 2.8 (Intel Xeon, one thread, best of 12 runs by turns).
//!
//! ```
//! use sparring_sched::{Pool, current};
//!
//! fn fib(n: u64) -> u64 {
//!     if n < 2 {
//!         return n;
//!     }
//!     let (a, b) = current::join(|| fib(n - 1), || fib(n - 2));
//!     a + b
//! }
//!
//! let pool = Pool::new(2).unwrap();
//! assert_eq!(pool.install(|w| w.as_current(|| fib(20))), 6765);
//! assert_eq!(pool.snapshot().total().created, 10_945);
//! ```

use crate::group::{TaskGroup, open};
use crate::handle::worker::Worker;
use crate::join::by_thread::joined_as_current;
use crate::pool::Pool;
use crate::worker::core::Shared;
use crate::worker::current;
use crate::worker::current_handle::with_current;
use crate::worker::group::Order;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;

/// Calls `a` at once, and `b` afterwards unless another worker has taken it, with the current
/// task's handle. Without a current task both are called as ordinary code.
///
/// # Panics
/// If a closure panics, with its panic, after both have ended; if both do, with that of `a`.
/// Unlike [`Worker::join`] this calls `b` also if `a` has panicked, because code without handles
/// expects that (rayon's `join` promises it).
#[inline]
pub fn join<A, B, RA, RB>(a: A, b: B) -> (RA, RB)
where
    A: FnOnce() -> RA + Send,
    B: FnOnce() -> RB + Send,
    RB: Send,
{
    with_current(
        #[inline(always)]
        |handle| match handle {
            Some(handle) => joined_as_current(handle, a, b),
            None => as_ordinary_code(a, b),
        },
    )
}

#[cold]
#[inline(never)]
fn as_ordinary_code<RA, RB>(a: impl FnOnce() -> RA, b: impl FnOnce() -> RB) -> (RA, RB) {
    let ra = catch_unwind(AssertUnwindSafe(a));
    let rb = catch_unwind(AssertUnwindSafe(b));
    match (ra, rb) {
        (Ok(ra), Ok(rb)) => (ra, rb),
        (Err(panic), _) | (Ok(_), Err(panic)) => resume_unwind(panic),
    }
}

/// True if the calling code belongs to a current task.
#[inline]
pub fn is_task() -> bool {
    current::with_worker(|own| own.is_some_and(|own| own.current.get().is_some()))
}

/// The number of the current task's worker; `None` without a current task.
#[inline]
pub fn index() -> Option<usize> {
    current::with_worker(|own| own.filter(|own| own.current.get().is_some()).map(|own| own.index))
}

/// The number of workers in the pool of the current task; `None` without one.
pub fn threads() -> Option<usize> {
    current::with_worker(|own| {
        own.filter(|own| own.current.get().is_some()).map(|own| own.shared.cores.len())
    })
}

/// Calls `f` with a task group of the current task's pool: see [`Pool::task_group`].
///
/// # Errors
/// `f`, if there is no current task.
///
/// # Panics
/// Same as [`Pool::task_group`].
pub fn task_group<'env, R, F>(f: F) -> Result<R, F>
where
    F: FnOnce(&TaskGroup<'env>) -> R,
{
    with_current_pool(f, |pool, f| open(pool, Order::NewestFirst, f))
}

/// Calls `f` with a task group of the current task's pool: see [`Pool::task_group_fifo`].
///
/// # Errors
/// `f`, if there is no current task.
///
/// # Panics
/// Same as [`Pool::task_group`].
pub fn task_group_fifo<'env, R, F>(f: F) -> Result<R, F>
where
    F: FnOnce(&TaskGroup<'env>) -> R,
{
    with_current_pool(f, |pool, f| open(pool, Order::OldestFirst, f))
}

/// Gives `f` to the pool of the current task, or back.
fn with_current_pool<F, R>(f: F, give: impl FnOnce(&Arc<Shared>, F) -> R) -> Result<R, F> {
    current::with_worker(|own| match own.filter(|own| own.current.get().is_some()) {
        Some(own) => Ok(give(&own.shared, f)),
        None => Err(f),
    })
}

/// Has a worker of the current task's pool run `f`: see
/// [`Pool::spawn_detached`](crate::Pool::spawn_detached). Returns `f` without a current task.
///
/// # Errors
/// `f`, if there is no current task.
pub fn spawn_detached<F: FnOnce() + Send + 'static>(f: F) -> Result<(), F> {
    with_current_pool(f, |pool, f| pool.spawn_detached(|w| w.as_current(f), true))
}

/// Does the same as [`spawn_detached`], but the oldest closure is run first.
///
/// # Errors
/// `f`, if there is no current task.
pub fn spawn_detached_fifo<F: FnOnce() + Send + 'static>(f: F) -> Result<(), F> {
    with_current_pool(f, |pool, f| pool.spawn_oldest_first(|w| w.as_current(f)))
}

/// Runs one task of a group, or one closure of [`Pool::spawn`] or [`Pool::install`], that nobody
/// has begun, as ordinary code: its forks are not shared. Returns false if there is none.
///
/// Nothing says that the caller waits for that task. So it may take long, and want a lock that the
/// caller holds.
pub fn run_any() -> bool {
    current::with_worker(|own| {
        let Some(own) = own.filter(|own| own.current.get().is_some()) else { return false };
        own.run_any()
    })
}

impl Worker<'_> {
    /// Runs `f` as the current task, with this handle: the functions of
    /// [`current`](crate::current) find it.
    #[inline(always)]
    pub fn as_current<R>(self, f: impl FnOnce() -> R) -> R {
        self.handle().as_current(f)
    }
}

impl Pool {
    /// True if the calling code belongs to a current task of this pool.
    pub fn is_current(&self) -> bool {
        current::with_worker(|own| {
            own.is_some_and(|own| own.is_of(&self.shared) && own.current.get().is_some())
        })
    }
}

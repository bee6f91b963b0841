//! Two closures, perhaps in parallel.

use crate::registry::in_worker;
use sparring_sched::current;
use std::marker::PhantomData;

/// Tells a closure of [`join_context`] where it runs.
#[derive(Debug)]
pub struct FnContext {
    migrated: bool,
    /// Makes the type neither `Send` nor `Sync`.
    thread: PhantomData<*mut ()>,
}

impl FnContext {
    #[inline]
    fn new(migrated: bool) -> FnContext {
        FnContext { migrated, thread: PhantomData }
    }

    /// True if the closure runs on another thread than the one that called `join_context`.
    #[inline]
    #[must_use]
    pub fn migrated(&self) -> bool {
        self.migrated
    }
}

/// Runs both closures, perhaps in parallel, and returns their results.
///
/// This thread calls `a` at once, and `b` afterwards unless another worker has begun it. A thread
/// outside of all pools sleeps while a worker of the global pool does this.
///
/// # Panics
/// If a closure panics, with its panic, after both have ended; if both do, with that of `a`.
#[inline]
pub fn join<A, B, RA, RB>(a: A, b: B) -> (RA, RB)
where
    A: FnOnce() -> RA + Send,
    B: FnOnce() -> RB + Send,
    RA: Send,
    RB: Send,
{
    in_worker(
        #[inline(always)]
        |_| current::join(a, b),
    )
}

/// Runs both closures as [`join`] does, and tells them whether they were moved to another thread.
///
/// # Panics
/// Same as [`join`].
#[inline]
pub fn join_context<A, B, RA, RB>(a: A, b: B) -> (RA, RB)
where
    A: FnOnce(FnContext) -> RA + Send,
    B: FnOnce(FnContext) -> RB + Send,
    RA: Send,
    RB: Send,
{
    in_worker(|injected| {
        let here = current::index();
        current::join(
            move || a(FnContext::new(injected)),
            move || b(FnContext::new(injected || current::index() != here)),
        )
    })
}

//! Joins whose halves find their handle by the thread (`current_handle.rs`).

use crate::handle::Handle;
use crate::handle::worker::Worker;
use crate::join::fork::{Free, Pending};
use crate::task::job::{Job, Task};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

/// Runs both halves. Runs `b` also if `a` panics, and then goes on with that panic.
#[inline(always)]
pub(crate) fn joined_as_current<A, B, RA, RB>(handle: Handle<'_>, a: A, b: B) -> (RA, RB)
where
    A: FnOnce() -> RA,
    B: FnOnce() -> RB,
{
    let job = Job::new(Free(
        #[inline(always)]
        |w: Worker<'_>| w.handle().as_current(b),
    ));
    let Ok(pending) = Pending::fork(handle, &job, None) else {
        return overflowed_as_current(handle, a, &job);
    };
    let above = handle.next();
    match catch_unwind(AssertUnwindSafe(
        #[inline(always)]
        || above.as_current(a),
    )) {
        Ok(ra) => (ra, pending.finish()),
        Err(panic) => {
            run_beside_panic(|| pending.finish());
            resume_unwind(panic)
        }
    }
}

#[cold]
#[inline(never)]
fn overflowed_as_current<A, T, RA, RB>(handle: Handle<'_>, a: A, job: &Job<T, RB>) -> (RA, RB)
where
    A: FnOnce() -> RA,
    T: Task<RB>,
{
    // SAFETY: the fork was refused, so nobody else ever sees the job; taken once.
    let b = unsafe { job.take() };
    match catch_unwind(AssertUnwindSafe(|| handle.as_current(a))) {
        Ok(ra) => (ra, b.run(handle)),
        Err(panic) => {
            run_beside_panic(|| b.run(handle));
            resume_unwind(panic)
        }
    }
}

/// Runs the second half although the first one has panicked, whose panic wins.
#[cold]
#[inline(never)]
fn run_beside_panic<R>(b: impl FnOnce() -> R) {
    if let Err(second) = catch_unwind(AssertUnwindSafe(|| drop(b()))) {
        std::mem::forget(second); // its destructor might panic in turn
    }
}

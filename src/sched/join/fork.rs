//! `join`: one closure runs at once while the other may be stolen.
//!
//! A fork writes a job (a function and its closure) into its own frame and the job's address into
//! the ring, counts it, and compares one word, the signal word. Joining a job that stayed private
//! costs one comparison and a direct call. Neither needs a fence, a locked instruction or an
//! allocation.
//!
//! A join of closures of at most two words each is a function of its own, [`joined_apart`]. This
//! keeps the handling of panics out of the recursive task, so the compiler can test for a leaf
//! before it saves registers. Larger closures and results of scoped joins would travel through
//! memory, so those joins are inlined.
//!
//! Between fork and join the second half is a [`Pending`]. [`Pending::finish`] runs it or waits for
//! its thief. [`Pending::discard`], and unwinding by way of `drop`, settle it without a result. So
//! the job's frame outlives its job.

use crate::handle::Handle;
use crate::handle::scoped::Scoped;
use crate::handle::worker::Worker;
use crate::handover::cancel::{Cancelled, ScopeNode};
use crate::join::two_words::TwoWords;
use crate::sync::abort::AbortOnUnwind;
use crate::sync::thread;
use crate::task::job::{Job, Promoted, Sharing, Task};
use std::mem::ManuallyDrop;
use std::panic::resume_unwind;

pub(crate) struct Free<F>(pub(crate) F);

impl<F: FnOnce(Worker<'_>) -> R, R> Task<R> for Free<F> {
    #[inline(always)]
    fn run(self, worker: Handle<'_>) -> R {
        self.0(Worker::new(worker))
    }

    fn is_aborted(_: &R) -> bool {
        false
    }
}

pub(crate) struct InScope<'s, F>(pub(crate) F, pub(crate) &'s ScopeNode);

impl<F: FnOnce(Scoped<'_>) -> Result<R, Cancelled>, R> Task<Result<R, Cancelled>> for InScope<'_, F> {
    #[inline(always)]
    fn run(self, worker: Handle<'_>) -> Result<R, Cancelled> {
        let result = self.0(Scoped::new(worker, self.1));
        if result.is_err() {
            worker.core().aborted();
        }
        result
    }

    fn is_aborted(result: &Result<R, Cancelled>) -> bool {
        result.is_err()
    }

    fn scope(&self) -> Option<&ScopeNode> {
        Some(self.1)
    }
}

pub(crate) enum Refused {
    Full,
    Cancelled(Cancelled),
}

pub(crate) struct Pending<'j, 'w, T: Task<R>, R> {
    handle: Handle<'w>,
    job: &'j Job<T, R>,
    scope: Option<&'w ScopeNode>,
}

impl<'j, 'w, T: Task<R>, R> Pending<'j, 'w, T, R> {
    #[inline(always)]
    pub(crate) fn fork(
        handle: Handle<'w>,
        job: &'j Job<T, R>,
        scope: Option<&'w ScopeNode>,
    ) -> Result<Self, Refused> {
        handle.slot().put_job(job.as_header());
        if handle.signalled() {
            handle.fork_signalled(scope)?;
        }
        handle.slot().created(1);
        Ok(Pending { handle, job, scope })
    }

    #[inline(always)]
    pub(crate) fn finish(self) -> R {
        let pending = ManuallyDrop::new(self);
        if pending.handle.slot().take_out() {
            pending.handle.run_own(pending.job)
        } else {
            pending.handle.join_knocked(pending.job, pending.scope)
        }
    }
}

impl<T: Task<R>, R> Pending<'_, '_, T, R> {
    #[inline(always)]
    fn discard(self) {
        let pending = ManuallyDrop::new(self);
        // True in a destructor that unwinding runs. In a simulated pool `panicking` covers all
        // workers, so such a destructor must not panic there.
        let unwinding = !pending.handle.platform().is_simulated() && thread::panicking();
        pending.handle.discard(pending.job, pending.scope, unwinding);
    }
}

/// Reached only by unwinding: all other paths finish or discard the job.
impl<T: Task<R>, R> Drop for Pending<'_, '_, T, R> {
    // Inlined, so the fields stay in registers until the call of `discard`.
    #[inline(always)]
    fn drop(&mut self) {
        self.handle.discard(self.job, self.scope, true);
    }
}

impl<'w> Worker<'w> {
    /// Runs `a` and `b`, perhaps in parallel, and returns both results.
    ///
    /// The order is promised: this worker calls `a` at once, and `b` afterwards unless another
    /// worker has taken it. So one worker alone runs the parts of a computation in program order.
    /// Let `a` be the part that is more likely to make the other one unnecessary, or that lies
    /// first in memory.
    ///
    /// ```
    /// use sparring_sched::{Pool, Worker};
    ///
    /// fn fib(w: Worker<'_>, n: u64) -> u64 {
    ///     if n < 2 {
    ///         return n;
    ///     }
    ///     let (a, b) = w.join(move |w| fib(w, n - 1), move |w| fib(w, n - 2));
    ///     a + b
    /// }
    ///
    /// let pool = Pool::new(2).unwrap();
    /// assert_eq!(pool.install(|w| fib(w, 20)), 6765);
    /// let total = pool.snapshot().total();
    /// assert_eq!(total.created, 10_945); // one task for every join
    /// total.check().unwrap();
    /// ```
    ///
    /// # Panics
    /// If a closure panics, with its panic, after both halves have ended: `b` is dropped unrun if
    /// nobody took it, and otherwise waited for. If both panic, with that of `a`.
    #[inline(always)]
    pub fn join<A, B, RA, RB>(self, a: A, b: B) -> (RA, RB)
    where
        A: FnOnce(Worker<'_>) -> RA + Send,
        B: FnOnce(Worker<'_>) -> RB + Send,
        RB: Send,
    {
        if TwoWords::<A>::FITS && TwoWords::<B>::FITS && TwoWords::<(RA, RB)>::FITS {
            joined_apart(self.handle(), TwoWords::new(a), TwoWords::new(b))
        } else {
            joined(self.handle(), a, b)
        }
    }
}

#[inline(never)]
fn joined_apart<A, B, RA, RB>(handle: Handle<'_>, a: TwoWords<A>, b: TwoWords<B>) -> (RA, RB)
where
    A: FnOnce(Worker<'_>) -> RA,
    B: FnOnce(Worker<'_>) -> RB,
{
    joined(handle, a.into_inner(), b.into_inner())
}

#[inline(always)]
fn joined<A, B, RA, RB>(handle: Handle<'_>, a: A, b: B) -> (RA, RB)
where
    A: FnOnce(Worker<'_>) -> RA,
    B: FnOnce(Worker<'_>) -> RB,
{
    let job = Job::new(Free(b));
    let Ok(pending) = Pending::fork(handle, &job, None) else {
        return overflowed(handle, a, &job);
    };
    let ra = a(Worker::new(handle.next()));
    (ra, pending.finish())
}

/// Runs both halves as ordinary code. Not inlined, to spare the caller registers.
#[cold]
#[inline(never)]
fn overflowed<A, T, RA, RB>(handle: Handle<'_>, a: A, job: &Job<T, RB>) -> (RA, RB)
where
    A: FnOnce(Worker<'_>) -> RA,
    T: Task<RB>,
{
    // SAFETY: the fork was refused, so nobody else ever sees the job; taken once.
    let b = unsafe { job.take() };
    let ra = a(Worker::new(handle));
    (ra, b.run(handle))
}

impl<'w> Scoped<'w> {
    /// Runs [`Worker::join`] inside a cancel scope.
    ///
    /// # Errors
    /// [`Cancelled`] if the scope was found cancelled before the join; then neither half runs. Also
    /// if it was found cancelled after `a`, or if a half returned it; then the result of `a` is
    /// dropped, and `b` has ended or was dropped unrun.
    ///
    /// # Panics
    /// The same as [`Worker::join`]. A panic takes precedence over a cancellation.
    #[inline(always)]
    pub fn join<A, B, RA, RB>(self, a: A, b: B) -> Result<(RA, RB), Cancelled>
    where
        A: FnOnce(Scoped<'_>) -> Result<RA, Cancelled> + Send,
        B: FnOnce(Scoped<'_>) -> Result<RB, Cancelled> + Send,
        RB: Send,
    {
        let (handle, scope) = (self.handle(), self.node());
        let job = Job::new(InScope(b, scope));
        let pending = match Pending::fork(handle, &job, Some(scope)) {
            Ok(pending) => pending,
            Err(refused) => return not_put_up(refused, handle, a, &job),
        };
        let ra = match a(Scoped::new(handle.next(), scope)) {
            Ok(ra) => ra,
            Err(cancelled) => {
                pending.discard();
                return Err(cancelled);
            }
        };
        if let Err(cancelled) = self.poll() {
            drop(ra); // it may panic, with `pending` still guarding the job
            pending.discard();
            return Err(cancelled);
        }
        let rb = pending.finish()?;
        Ok((ra, rb))
    }
}

#[cold]
#[inline(never)]
fn not_put_up<A, B, RA, RB>(
    refused: Refused,
    handle: Handle<'_>,
    a: A,
    job: &Job<InScope<'_, B>, Result<RB, Cancelled>>,
) -> Result<(RA, RB), Cancelled>
where
    A: FnOnce(Scoped<'_>) -> Result<RA, Cancelled>,
    B: FnOnce(Scoped<'_>) -> Result<RB, Cancelled>,
{
    // SAFETY: the fork was refused, so nobody else ever sees the job; taken once.
    let InScope(b, scope) = unsafe { job.take() };
    match refused {
        Refused::Full => Ok((a(Scoped::new(handle, scope))?, b(Scoped::new(handle, scope))?)),
        Refused::Cancelled(cancelled) => {
            handle.core().refused(1);
            Err(cancelled)
        }
    }
}

impl Handle<'_> {
    /// Completes a fork that found the signal word set or the ring full, with its job already in
    /// the ring.
    #[cold]
    #[inline(never)]
    fn fork_signalled(self, scope: Option<&ScopeNode>) -> Result<(), Refused> {
        let unsettled = AbortOnUnwind::new("shared a job");
        let answer = self.answer_fork(scope, |costs| costs.fork_ns);
        let answer = match answer {
            // If a thief has taken the job meanwhile, the fork succeeds and its join waits for the
            // thief.
            Err(cancelled) if self.take_out() => Err(Refused::Cancelled(cancelled)),
            _ if self.at_ring_end() => {
                self.core().overflowed(1);
                Err(Refused::Full) // the entry stays, where no thief looks
            }
            _ => {
                if self.is_really_signalled() {
                    self.next().attend(); // nothing older was private: the new job itself is shared
                }
                Ok(())
            }
        };
        unsettled.disarm();
        answer
    }

    /// Takes this slot's entry out of the ring. Returns true if the entry was still private.
    pub(crate) fn take_out(self) -> bool {
        self.slot().take_out() || self.core().ring.is_mine(self.depth())
    }

    #[inline(always)]
    fn run_own<T: Task<R>, R>(self, job: &Job<T, R>) -> R {
        self.core().inlined(1);
        // SAFETY: private, or taken back from the deque: this frame owns the job and takes it once.
        unsafe { job.take() }.run(self)
    }

    /// Ends a join whose job may be promoted or stolen: runs it if it is still ours, otherwise
    /// waits for the thief.
    #[cold]
    #[inline(never)]
    fn join_knocked<T: Task<R>, R>(self, job: &Job<T, R>, scope: Option<&ScopeNode>) -> R {
        if self.core().ring.is_mine(self.depth()) {
            return self.run_own(job);
        }
        let unsettled = AbortOnUnwind::new("waited for a stolen job");
        // SAFETY: it is no longer private.
        let promoted = unsafe { job.promoted() };
        let regained = self.regain(promoted);
        if regained {
            let (now, again) = (self.now_ns(), promoted.how() == Sharing::Again);
            self.core().backoff.note_regained(again, now - promoted.promoted_ns(), now);
        }
        let done = !regained && self.await_thief(promoted, scope, true);
        unsettled.disarm();
        if !done {
            return self.run_own(job);
        }
        // SAFETY: `await_thief` saw it done.
        unsafe { job.result() }.unwrap_or_else(|panic| resume_unwind(panic))
    }

    /// Ends a join whose second half is not needed: drops it unrun, or waits for its thief and
    /// drops the result. A panic of the thief's run goes on here, unless this thread is
    /// `unwinding`.
    ///
    /// While `unwinding` it runs no other task, because tasks must not see a thread that panics. It
    /// still passes a cancellation on to the thief, which otherwise might never end.
    #[cold]
    #[inline(never)]
    fn discard<T: Task<R>, R>(self, job: &Job<T, R>, scope: Option<&ScopeNode>, unwinding: bool) {
        let unsettled = AbortOnUnwind::new("dropped a job");
        // SAFETY: if `take_out` fails, the job is no longer private.
        let promoted = (!self.take_out()).then(|| unsafe { job.promoted() });
        let done = promoted
            .is_some_and(|promoted| !self.regain(promoted) && self.await_thief(promoted, scope, !unwinding));
        if !done {
            self.core().discarded(1);
        }
        unsettled.disarm();
        if !done {
            // SAFETY: private or taken back: this frame owns the job and takes it once.
            return drop(unsafe { job.take() });
        }
        // SAFETY: `await_thief` saw it done.
        match unsafe { job.result() } {
            Err(panic) if !unwinding => resume_unwind(panic),
            Err(panic) => std::mem::forget(panic), // one panic is under way already; it wins
            Ok(unwanted) => drop(unwanted),
        }
    }

    /// Takes a promoted job back, if no thief has it. Called by its owner.
    pub(crate) fn regain(self, job: Promoted<'_>) -> bool {
        let regained = self.regain_here(job);
        if regained {
            self.settle_at();
        }
        regained
    }

    /// Takes a promoted job back like [`Handle::regain`], but does not move the boundary of the
    /// ring: other entries may lie at or above this handle.
    pub(crate) fn regain_here(self, job: Promoted<'_>) -> bool {
        let regained = self.take_back(|entry| entry.is(job));
        if regained {
            self.events().end_shared_job(job, false);
        }
        regained
    }
}

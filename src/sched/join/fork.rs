//! `join`: run one closure now and let the other be stolen meanwhile.
//!
//! A fork writes a job of two parts into its own frame (what to call, and the closure), the job's
//! address into the ring, and counts it; the only question is one comparison with the signal word.
//! Joining a job that nobody asked for costs one comparison and a direct call. There is no fence,
//! no locked instruction, no allocation. `tools/fork-path` counts the instructions and stores.
//! Everything else happens only to promoted jobs.
//!
//! # Two calls or one
//! Most forks of a fine-grained program are next to a leaf, and there the calls cost more
//! than the scheduler: fib that calls itself twice takes 2.5 to 2.8 ns for a pair of calls
//! with no scheduler at all (AMD EPYC, hand-written assembly). So a join of closures that
//! capture at most two words each is a function of its own, [`joined_apart`]. What it must do
//! when user code panics is then not part of the recursive task. So the compiler lets the
//! task's test for a leaf stand before anything is saved, or copies it into `joined_apart`,
//! where a leaf costs no call. So fib takes 1.9 ns a fork instead of 2.8, and nqueens 0.7 ns
//! less than with the join inlined. Larger closures would travel to that function through
//! memory, which costs uts 3.5 ns a fork, and so would the results of joins in a scope; these
//! joins are inlined.
//!
//! # No frame goes before its job
//! Between fork and join the second half is a [`Pending`]. It can be used up by
//! [`Pending::finish`], which runs it or waits for its thief, or by [`Pending::discard`], which
//! settles it without a result. If user code panics in between, or a destructor does, the
//! compiler drops the `Pending`, which settles it too, and the frame that the job lies in stays
//! until then.

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

/// A task outside any scope.
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

/// A task inside the scope it was forked in.
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

/// Why a second half was not put up.
pub(crate) enum Refused {
    /// No room in the ring: both halves are to be run as ordinary code.
    Full,
    /// The scope is cancelled: neither half is to be run.
    Cancelled(Cancelled),
}

/// The second half of a join between fork and join; see the module documentation.
pub(crate) struct Pending<'j, 'w, T: Task<R>, R> {
    handle: Handle<'w>,
    job: &'j Job<T, R>,
    /// The scope that the job was forked in.
    scope: Option<&'w ScopeNode>,
}

impl<'j, 'w, T: Task<R>, R> Pending<'j, 'w, T, R> {
    /// Puts the job up.
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

    /// Runs the job here, or waits until its thief is done.
    #[inline(always)]
    fn finish(self) -> R {
        let pending = ManuallyDrop::new(self);
        if pending.handle.slot().take_out() {
            pending.handle.run_own(pending.job)
        } else {
            pending.handle.join_knocked(pending.job, pending.scope)
        }
    }
}

impl<T: Task<R>, R> Pending<'_, '_, T, R> {
    /// Drops the job unrun, or waits for the thief and drops what came of it, unless that is a
    /// panic.
    #[inline(always)]
    fn discard(self) {
        let pending = ManuallyDrop::new(self);
        // In a destructor that is run by unwinding. On a simulated pool the word is about all
        // workers, so such a destructor must not panic there.
        let unwinding = !pending.handle.platform().is_simulated() && thread::panicking();
        pending.handle.discard(pending.job, pending.scope, unwinding);
    }
}

/// Only unwinding drops a pending half: everything else finishes or discards it.
impl<T: Task<R>, R> Drop for Pending<'_, '_, T, R> {
    // Inline, so that the fields stay in registers until `discard`, which is not, needs them.
    #[inline(always)]
    fn drop(&mut self) {
        self.handle.discard(self.job, self.scope, true);
    }
}

impl<'w> Worker<'w> {
    /// Runs `a` and `b`, perhaps in parallel, and returns both results.
    ///
    /// The order is promised: this worker calls `a` at once, and `b` only after `a` has returned.
    /// Meanwhile `b` is a task, and another worker may take it. So on one worker a computation
    /// visits its parts in the order in which its text names them: let `a` be the part that is
    /// more likely to make the other one unnecessary, or that lies first in memory.
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
    /// If one of the closures panics, the panic goes on here after both halves are settled: `b` is
    /// dropped unrun if nobody took it, and waited for otherwise. If both panic, that of `a` goes
    /// on.
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

/// Calls [`joined`] from a function of its own, for the reason in the module documentation.
#[inline(never)]
fn joined_apart<A, B, RA, RB>(handle: Handle<'_>, a: TwoWords<A>, b: TwoWords<B>) -> (RA, RB)
where
    A: FnOnce(Worker<'_>) -> RA,
    B: FnOnce(Worker<'_>) -> RB,
{
    joined(handle, a.into_inner(), b.into_inner())
}

/// Forks, runs `a`, joins.
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

/// A join without room in the ring: ordinary code. Out of line, so that its closures need no
/// registers in the caller.
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
    /// Runs `a` and `b`, perhaps in parallel, as [`Worker::join`] does, inside a scope.
    ///
    /// # Errors
    /// [`Cancelled`] if the scope was seen to be cancelled before the join: then neither half
    /// ran. Also if it was after `a`, or if a half returned it: then what `a` returned is
    /// dropped, and `b` was dropped unrun, or is over too.
    ///
    /// # Panics
    /// As [`Worker::join`]; a panic beats a cancellation.
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

/// A join inside a scope that was refused: runs both halves as ordinary code, or neither.
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
    /// A fork that found the signal word set, or the ring full. Its job lies in the ring already.
    #[cold]
    #[inline(never)]
    fn fork_signalled(self, scope: Option<&ScopeNode>) -> Result<(), Refused> {
        let unsettled = AbortOnUnwind::new("shared a job");
        let answer = self.answer_fork(scope, |costs| costs.fork_ns);
        let answer = match answer {
            // If a thief has taken the job meanwhile, the fork is accepted: its join waits for it.
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

    /// Takes the entry of this handle's slot out of the ring. True if it was private.
    pub(crate) fn take_out(self) -> bool {
        self.slot().take_out() || self.core().ring.is_mine(self.depth())
    }

    /// Runs a job that is this worker's alone, as its creator.
    #[inline(always)]
    fn run_own<T: Task<R>, R>(self, job: &Job<T, R>) -> R {
        self.core().inlined(1);
        // SAFETY: private, or taken back from the deque: this frame has the job, and takes it once.
        unsafe { job.take() }.run(self)
    }

    /// The end of a join whose job may have been promoted or taken: runs it if it is still ours, or
    /// waits for the thief.
    #[cold]
    #[inline(never)]
    fn join_knocked<T: Task<R>, R>(self, job: &Job<T, R>, scope: Option<&ScopeNode>) -> R {
        if self.core().ring.is_mine(self.depth()) {
            return self.run_own(job);
        }
        let unsettled = AbortOnUnwind::new("waited for a stolen job");
        // SAFETY: it was not private any more.
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

    /// The end of a join whose second half is not wanted any more: drops it unrun, or waits for the
    /// thief and drops what came of it.
    ///
    /// While `unwinding` nothing else is run: tasks expect a world in which nobody panics. But a
    /// cancelled scope is passed on all the same, or the thief might never end.
    #[cold]
    #[inline(never)]
    fn discard<T: Task<R>, R>(self, job: &Job<T, R>, scope: Option<&ScopeNode>, unwinding: bool) {
        let unsettled = AbortOnUnwind::new("dropped a job");
        // SAFETY: it was not private any more.
        let promoted = (!self.take_out()).then(|| unsafe { job.promoted() });
        let done = promoted
            .is_some_and(|promoted| !self.regain(promoted) && self.await_thief(promoted, scope, !unwinding));
        if !done {
            self.core().discarded(1);
        }
        unsettled.disarm();
        if !done {
            // SAFETY: private or taken back: this frame has the job, and takes it once.
            return drop(unsafe { job.take() });
        }
        // SAFETY: `await_thief` saw it done.
        match unsafe { job.result() } {
            Err(panic) if !unwinding => resume_unwind(panic),
            Err(panic) => std::mem::forget(panic), // one panic is under way already; it wins
            Ok(unwanted) => drop(unwanted),
        }
    }

    /// Owner: takes a promoted job back, if no thief has it.
    pub(crate) fn regain(self, job: Promoted<'_>) -> bool {
        let regained = self.regain_here(job);
        if regained {
            self.settle_at();
        }
        regained
    }

    /// Takes a promoted job back as [`Handle::regain`] does, and leaves the boundary of the ring:
    /// there is more than the job at or above this handle.
    pub(crate) fn regain_here(self, job: Promoted<'_>) -> bool {
        let regained = self.take_back(|entry| entry.is(job));
        if regained {
            self.events().end_shared_job(job, false);
        }
        regained
    }
}

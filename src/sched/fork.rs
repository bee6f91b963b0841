//! `join`: run one closure now and let the other be stolen meanwhile.
//!
//! A fork costs a job on the stack (two words), its address in the ring, one addition and one comparison; joining a
//! job that nobody asked for costs a comparison and a direct call. No fence, no locked instruction, no allocation.
//! Everything else happens only to promoted jobs.

use super::block::{CANCEL, Entry, HUNGRY};
use super::cancel::{Cancelled, Node};
use super::job::{Free, InScope, Job, JobRef, Task};
use super::platform::Patience;
use super::sleep::Why;
use super::split::Scoped;
use super::worker::{Level, Worker};
use std::panic::resume_unwind;
use std::ptr::null;

/// What a fork that found the signal word set is to do.
enum Fork {
    Go,
    /// No room in the ring: run both halves as ordinary code.
    Full,
    Cancelled(Cancelled),
}

/// Settles the second half when the first one unwinds, so that no frame goes before its job.
struct OnUnwind<'j, 'w, T: Task<R>, R> {
    worker: Level<'w>,
    job: &'j Job<T, R>,
}

impl<T: Task<R>, R> Drop for OnUnwind<'_, '_, T, R> {
    #[cold]
    #[inline(never)]
    fn drop(&mut self) {
        self.worker.discard(self.job);
    }
}

impl<'w> Worker<'w> {
    /// Runs `a` and `b`, perhaps in parallel, and returns both results. `a` runs here and now; `b` runs here after it
    /// unless another worker took it.
    ///
    /// ```
    /// use sparring::sched::{Pool, Worker};
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
    /// If one of the closures panics, the panic goes on here after both halves are settled: `b` is dropped unrun if
    /// nobody took it, and waited for otherwise. If both panic, that of `a` goes on.
    #[inline(always)]
    pub fn join<A, B, RA, RB>(self, a: A, b: B) -> (RA, RB)
    where
        A: FnOnce(Worker<'_>) -> RA + Send,
        B: FnOnce(Worker<'_>) -> RB + Send,
        RB: Send,
    {
        let level = self.level();
        let job = Job::<_, RB>::new(Free(b), null());
        level.slot().put_job(job.as_header());
        if level.signalled() && matches!(level.fork_signalled(None), Fork::Full) {
            // SAFETY: the job was never visible to anybody.
            let b = unsafe { job.take() };
            return (a(Worker::new(level.again())), b.run(level.again(), null()));
        }
        level.core().counters.created.add(1);
        let unwind = OnUnwind { worker: level, job: &job };
        let ra = a(Worker::new(level.next()));
        std::mem::forget(unwind);
        let rb = if level.slot().is_private() {
            // SAFETY: still private, so this frame has the job, and takes it once.
            unsafe { job.take() }.run(level.again(), null())
        } else {
            level.join_promoted(&job, None)
        };
        (ra, rb)
    }
}

impl Level<'_> {
    #[cold]
    #[inline(never)]
    fn fork_signalled(self, scope: Option<&Node>) -> Fork {
        if let Err(cancelled) = self.attend_in(scope) {
            return Fork::Cancelled(cancelled);
        }
        if self.at_ring_end() {
            self.core().counters.overflowed.add(1);
            return Fork::Full;
        }
        if self.signalled() {
            self.next().attend(); // nothing older was private: the new job itself is what the hungry get
        }
        Fork::Go
    }

    /// The end of a join whose job was promoted: runs it if it is still ours, or waits for the thief.
    #[cold]
    #[inline(never)]
    fn join_promoted<T: Task<R>, R>(self, job: &Job<T, R>, scope: Option<&Node>) -> R {
        if self.regain(job.as_ref()) {
            // SAFETY: taken back from the deque, so this frame has the job, and takes it once.
            return unsafe { job.take() }.run(self.again(), scope.map_or(null(), std::ptr::from_ref));
        }
        self.await_thief(job.as_ref(), scope, true);
        // SAFETY: `await_thief` saw it done.
        unsafe { job.result() }.unwrap_or_else(|panic| resume_unwind(panic))
    }

    /// The end of a join whose second half is not wanted any more: drops it unrun, or waits for the thief and drops
    /// what came of it.
    #[cold]
    #[inline(never)]
    fn discard<T: Task<R>, R>(self, job: &Job<T, R>) {
        if self.slot().is_private() || self.regain(job.as_ref()) {
            self.core().counters.discarded.add(1);
            // SAFETY: private or taken back: this frame has the job, and takes it once.
            drop(unsafe { job.take() });
        } else {
            // While unwinding nothing else is run: tasks expect a world in which nobody panics. But a cancelled scope is
            // passed on all the same, or the thief might never end.
            let unwinding = std::thread::panicking();
            self.await_thief(job.as_ref(), job.scope(), !unwinding);
            // SAFETY: `await_thief` saw it done.
            match unsafe { job.result() } {
                Err(panic) if !unwinding => resume_unwind(panic),
                Err(panic) => std::mem::forget(panic), // one panic is under way already; it wins
                Ok(unwanted) => drop(unwanted),
            }
        }
    }

    /// Owner: takes a promoted job back, if no thief has it.
    fn regain(self, job: JobRef) -> bool {
        let regained = self.take_back(|entry| matches!(entry, Entry::Job(newest) if *newest == job));
        if regained {
            self.settle_at();
            self.end_shared_job(job.promoted_ns(), false);
        }
        regained
    }

    /// Owner: waits until a stolen job is done, helping the thief (and nobody else) meanwhile: leapfrogging, Wagner and
    /// Calder 1993. A scope that is cancelled is passed on to the thief.
    #[inline(never)]
    fn await_thief(self, job: JobRef, scope: Option<&Node>, help: bool) {
        if !job.is_done() {
            let here = self.next();
            here.settle_at();
            let start = self.begin_wait();
            here.wait_below(job, scope, help);
            self.end_wait(start);
        }
        self.settle_at();
        self.end_shared_job(job.promoted_ns(), true);
    }

    fn wait_below(self, job: JobRef, scope: Option<&Node>, help: bool) {
        let shared = self.shared();
        let mut patience = Patience::new();
        let mut forwarded = false;
        while !job.is_done() {
            let thief = job.thief();
            let cancelled = || scope.is_some_and(Node::is_cancelled);
            if let Some(thief) = thief {
                if !forwarded && cancelled() {
                    shared.signal_and_wake(thief, CANCEL);
                    forwarded = true;
                }
                if help {
                    if let Some(entry) = self.steal_from(thief) {
                        self.begin_work();
                        self.run(entry);
                        self.begin_wait();
                        if job.is_done() {
                            // Perhaps done before the theft: then what ran was not below this scope and may have
                            // cleared a signal that was meant for it (invariant 3 of cancel.rs).
                            self.core().signal(CANCEL);
                        }
                        patience.reset();
                        continue;
                    }
                    shared.cores[thief].signal(HUNGRY);
                }
            }
            if !patience.wait() {
                let why = thief.filter(|_| help).map_or(Why::ByName, Why::Thief);
                self.sleep(why, || {
                    thief.filter(|_| help).inspect(|&thief| shared.cores[thief].signal(HUNGRY));
                    job.is_done()
                        || job.thief() != thief
                        || (!forwarded && cancelled())
                        || (help && thief.is_some_and(|thief| !shared.stealers[thief].is_empty()))
                });
                patience.reset();
            }
        }
    }
}

impl<'w> Scoped<'w> {
    /// As [`Worker::join`], inside a scope.
    ///
    /// # Errors
    /// [`Cancelled`] if the scope was cancelled before the join (then neither half ran), or if one of the halves
    /// returned it (then the other was dropped unrun, or is over too).
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
        let (worker, scope) = (self.level(), self.node());
        let job = Job::<_, Result<RB, Cancelled>>::new(InScope(b), scope);
        worker.slot().put_job(job.as_header());
        if worker.signalled() {
            match worker.fork_signalled(Some(scope)) {
                Fork::Go => {}
                Fork::Full => {
                    // SAFETY: the job was never visible to anybody.
                    let InScope(b) = unsafe { job.take() };
                    return Ok((
                        a(Scoped::new(worker.again(), scope))?,
                        b(Scoped::new(worker.again(), scope))?,
                    ));
                }
                Fork::Cancelled(cancelled) => {
                    worker.core().counters.dud.add(1);
                    // SAFETY: as above.
                    drop(unsafe { job.take() });
                    return Err(cancelled);
                }
            }
        }
        worker.core().counters.created.add(1);
        let unwind = OnUnwind { worker, job: &job };
        let ra = a(Scoped::new(worker.next(), scope));
        std::mem::forget(unwind);
        let ra = ra.and_then(|ra| self.poll().map(|()| ra));
        let ra = match ra {
            Ok(ra) => ra,
            Err(cancelled) => {
                worker.discard(&job);
                return Err(cancelled);
            }
        };
        let rb = if worker.slot().is_private() {
            // SAFETY: still private, so this frame has the job, and takes it once.
            unsafe { job.take() }.run(worker.again(), scope)
        } else {
            worker.join_promoted(&job, Some(scope))
        };
        Ok((ra, rb?))
    }
}

//! A closure that another thread may run, in memory that its creator keeps.
//!
//! A [`Job`] lives in the frame of the `join` that made it; the job of a spawned task lies in an
//! arena, kept by the frame of `Scoped::tasks` (`tasks.rs`). Until it is promoted nobody else
//! knows of it, and only two of its parts have been written: what to call, and the closure. On
//! promotion its owner writes the rest ([`Published`]) and pushes it where thieves look
//! ([`Stealable`]).
//!
//! # Invariants
//! 1. *The frame outlives the job.* The frame that holds a job does not go, by return or by
//!    unwinding, before the job is settled: run inline, taken back from the deque by its owner, or
//!    found `done`.
//! 2. *Run once.* A job is in one place at a time: the owner's ring, the owner's deque, or a
//!    thief's variables. The worker that takes it out runs it or drops its closure. So
//!    [`PrivateJob`] and [`Stealable`] cannot be copied.
//! 3. *After `done` the thief touches nothing of the job*: the frame may be gone. What it needs
//!    then (whom to wake) it reads before.
//! 4. The result is written before `done` is released and read after it was acquired.
//!
//! # Who frees what, and when
//! All memory of one thread that another one may touch:
//!
//! | memory | others touch it | freed by |
//! |---|---|---|
//! | frame of a `join`: its `Job` | the thief, from the theft until it stores `done` (`latch.rs`, T3) | the owner, when it has taken the job back (ring, deque, deferred steals) or has seen `done` |
//! | arena of a call: the `Job` of a spawned task | as above | the frame of `Scoped::tasks`, when all its tasks are settled (`tasks.rs`, 1) |
//! | frame of a `split`: its body | helpers, from `try_join` until `leave` (`gate.rs`) | the owner, after `try_close` |
//! | split slot, signal word, deque of a worker | anybody, at any time | the last owner of [`Shared`](crate::worker::core::Shared): pool, workers, scopes of the pool |
//! | sleepers of the workers (`Sleep`) | anybody, at any time | the last owner: `Shared`, or who wakes a worker for a `Oneshot` |
//! | scope in a frame | who runs below it, and who signals those | the call that opened it, when everything below is over |
//! | `CancelScope` | who borrows it; the timer, at its deadline | its user or the timer, the last of them (`Arc`); the calls below hold a borrow |
//! | frame of an `install`: what its closure borrows | the worker that runs the injected job, until it sends the reply (`install.rs`) | the installer, when it has the reply |
//! | `Oneshot` | sender and receiver | the last of the two (`Arc`) |
//! | `Own`, in the frame of `run_worker` or `stand_in_loop::run` | nobody: its own thread alone | that frame, when the worker or stand-in ends |
//!
//! Who waits in such a frame does not unwind: what could is under an [`AbortOnUnwind`], user code
//! under a `catch_unwind` or a guard that settles first. A frame on a coroutine's stack may sleep
//! while it should wait. That is sound, because such a stack is freed only by unwinding it, which
//! goes on with the wait, or not at all.
//!
//! [`AbortOnUnwind`]: crate::sync::abort::AbortOnUnwind

use crate::handle::Handle;
use crate::handover::cancel::ScopeNode;
use crate::handover::latch::Latch;
use crate::task::pool_set::PoolSet;
use std::cell::UnsafeCell;
use std::marker::PhantomData;
use std::mem::MaybeUninit;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr::NonNull;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::thread;

/// The way in which a job came out of its owner's ring.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Sharing {
    /// Its owner shared it, because a worker wanted work.
    Asked,
    /// Its owner shared it so soon after something else that it may be for the same thief.
    Again,
    /// A thief took it by force.
    Forced,
}

/// The part of a job that is written only when it is promoted.
pub(crate) struct Published {
    owner: usize,
    /// The pools with an install around the job.
    inside: PoolSet,
    /// Time at which it was promoted.
    promoted_ns: u64,
    how: Sharing,
    /// Time for which the job ran: written by the thief before it finishes the latch.
    ran_ns: AtomicU64,
    latch: Latch,
}

/// The part of a job that does not depend on its types.
pub(crate) struct Header {
    calls: &'static Calls,
    published: UnsafeCell<MaybeUninit<Published>>,
}

/// Operations on a job that need its types.
struct Calls {
    /// Says whether the task was aborted.
    execute: unsafe fn(*const Header, Handle<'_>) -> bool,
    /// See [`Task::scope`]; null for none.
    scope: unsafe fn(*const Header) -> *const ScopeNode,
}

/// A job's closure as something to call with a worker.
pub(crate) trait Task<R> {
    /// Runs it. Counts it as aborted if it gave up.
    fn run(self, worker: Handle<'_>) -> R;

    /// Returns true if a result is that of a task that gave up.
    fn is_aborted(result: &R) -> bool;

    /// The scope that it was put up in, if there is one.
    fn scope(&self) -> Option<&ScopeNode> {
        None
    }
}

/// See the module documentation.
///
/// The task stands before the header, beside the word that says what to call: a fork writes those
/// two, and small closures share a cache line with it.
#[repr(C)]
pub(crate) struct Job<T, R> {
    task: UnsafeCell<MaybeUninit<T>>,
    header: Header,
    result: UnsafeCell<MaybeUninit<thread::Result<R>>>,
}

impl<T: Task<R>, R> Job<T, R> {
    #[inline(always)]
    pub(crate) fn new(task: T) -> Job<T, R> {
        let calls = const { &Calls { execute: execute::<T, R>, scope: scope::<T, R> } };
        Job {
            header: Header { calls, published: UnsafeCell::new(MaybeUninit::uninit()) },
            task: UnsafeCell::new(MaybeUninit::new(task)),
            result: UnsafeCell::new(MaybeUninit::uninit()),
        }
    }

    /// The job as its header, with the provenance of all of it.
    #[inline(always)]
    pub(crate) fn as_header(&self) -> *const Header {
        std::ptr::from_ref(self).wrapping_byte_add(std::mem::offset_of!(Job<T, R>, header)).cast()
    }

    /// The job as its owner sees it once it is promoted.
    ///
    /// # Safety
    /// It was promoted.
    pub(crate) unsafe fn promoted(&self) -> Promoted<'_> {
        // SAFETY: by the contract.
        unsafe { Promoted::new(self.as_header()) }
    }

    /// Takes the closure out.
    ///
    /// # Safety
    /// The caller has the job (invariant 2) and calls this once.
    #[inline(always)]
    pub(crate) unsafe fn take(&self) -> T {
        // SAFETY: written in `new`, and by the contract read out once only, by the one who has the
        // job.
        unsafe { (*self.task.get()).assume_init_read() }
    }

    /// The place of the result.
    pub(crate) fn result_place(&self) -> NonNull<MaybeUninit<thread::Result<R>>> {
        NonNull::new(self.result.get()).expect("the address of a reference")
    }

    /// Takes out the result that the thief or [`PrivateJob::run`] has left.
    ///
    /// # Safety
    /// [`Promoted::is_done`] said so, or the job was run here; and this is called once.
    pub(crate) unsafe fn result(&self) -> thread::Result<R> {
        // SAFETY: invariant 4; the acquire was in `is_done`.
        unsafe { (*self.result.get()).assume_init_read() }
    }
}

/// A private job, in the hands of the owner alone (invariant 2).
pub(crate) struct PrivateJob(*const Header);

impl PrivateJob {
    /// # Safety
    /// `job` is the header of a [`Job`] that is not promoted, whose frame keeps invariant 1, and
    /// the caller has taken it out of the ring.
    pub(crate) unsafe fn new(job: NonNull<()>) -> PrivateJob {
        PrivateJob(job.cast().as_ptr())
    }

    /// Runs the job, and leaves the result where a thief would.
    pub(crate) fn run(self, worker: Handle<'_>) {
        // SAFETY: by the contract of `new` the job is alive and the caller's, and it is used up
        // here.
        unsafe { ((*self.0).calls.execute)(self.0, worker) };
    }

    /// The scope that the job was put up in, if there is one.
    pub(crate) fn scope(&self) -> Option<&ScopeNode> {
        // SAFETY: by the contract of `new` the job is alive and the caller's, so its scope is too.
        unsafe { ((*self.0).calls.scope)(self.0).as_ref() }
    }

    /// Writes what thieves need.
    pub(crate) fn into_stealable(
        self,
        owner: usize,
        inside: PoolSet,
        promoted_ns: u64,
        how: Sharing,
    ) -> Stealable {
        let (ran_ns, latch) = (AtomicU64::new(0), Latch::new());
        let published = Published { owner, inside, promoted_ns, how, ran_ns, latch };
        // SAFETY: by the contract of `new` the job is alive, and nobody else has its address.
        unsafe { (*(*self.0).published.get()).write(published) };
        Stealable(self.0)
    }
}

/// A promoted job that nobody has begun, in a deque or in the hands of the one worker that took
/// it from there (invariant 2).
pub(crate) struct Stealable(*const Header);

// SAFETY: the job's closure and result are `Send` (the bounds of `join`), panic payloads are
// too, and its scope is `Sync`; who may touch what is settled by the invariants above.
unsafe impl Send for Stealable {}

impl Stealable {
    fn published(&self) -> &Published {
        // SAFETY: made by `publish`; alive, because it is not done (invariant 1).
        unsafe { published(self.0) }
    }

    /// Returns true if it is this job.
    pub(crate) fn is(&self, job: Promoted<'_>) -> bool {
        std::ptr::eq(self.0, job.job)
    }

    /// Number of the worker that put the job up; for a worker that has the job.
    pub(crate) fn owner(&self) -> usize {
        self.published().owner
    }

    /// The scope that the job was put up in, if there is one.
    pub(crate) fn scope(&self) -> Option<&ScopeNode> {
        // SAFETY: the caller has the job, which nobody has begun, so closure and scope are alive.
        unsafe { ((*self.0).calls.scope)(self.0).as_ref() }
    }

    /// Thief: the pools with an install around it.
    pub(crate) fn inside(&self) -> PoolSet {
        self.published().inside
    }

    /// Thief: runs the job, which it took at `start_ns`, and tells its owner.
    pub(crate) fn run(self, worker: Handle<'_>, start_ns: u64) -> Ran {
        let published = self.published();
        let owner = published.owner;
        published.latch.begin(worker.index());
        // SAFETY: nobody else has it, and it is used up here.
        let aborted = unsafe { ((*self.0).calls.execute)(self.0, worker) };
        let end_ns = worker.now_ns();
        published.ran_ns.store(end_ns - start_ns, Relaxed);
        let latch = &raw const published.latch;
        // SAFETY: the job is not done before this, so the latch is alive. Invariant 3 from here on.
        unsafe { Latch::finish(latch) };
        let woke_owner = worker.shared().sleep.wake(owner);
        Ran { owner, start_ns, end_ns, aborted, woke_owner }
    }
}

/// A thief's account of a job that it ran.
pub(crate) struct Ran {
    pub(crate) owner: usize,
    pub(crate) start_ns: u64,
    pub(crate) end_ns: u64,
    pub(crate) aborted: bool,
    /// True if the owner slept when it ended.
    pub(crate) woke_owner: bool,
}

/// A promoted job as its owner sees it, from the frame in which it lies.
#[derive(Clone, Copy)]
pub(crate) struct Promoted<'j> {
    job: *const Header,
    published: PhantomData<&'j Published>,
}

impl<'j> Promoted<'j> {
    /// # Safety
    /// It is the header of a job that was promoted and that lives for `'j`.
    pub(crate) unsafe fn new(job: *const Header) -> Promoted<'j> {
        Promoted { job, published: PhantomData }
    }

    fn published(self) -> &'j Published {
        // SAFETY: by the contract of `Job::promoted`, which borrows the job.
        unsafe { published(self.job) }
    }

    /// Returns true if the thief has finished; acquires the result (`latch.rs`).
    pub(crate) fn is_done(self) -> bool {
        self.published().latch.is_done()
    }

    /// The worker that runs the job, once that has said so.
    pub(crate) fn thief(self) -> Option<usize> {
        self.published().latch.thief()
    }

    /// Once it is done: how long the job ran.
    pub(crate) fn ran_ns(self) -> u64 {
        self.published().ran_ns.load(Relaxed) // ordered by the latch
    }

    /// Time at which the job was promoted.
    pub(crate) fn promoted_ns(self) -> u64 {
        self.published().promoted_ns
    }

    /// The way in which the job came out of the ring.
    pub(crate) fn how(self) -> Sharing {
        self.published().how
    }
}

/// # Safety
/// `job` is the header of a promoted job that lives as long as the reference is used.
unsafe fn published<'j>(job: *const Header) -> &'j Published {
    // SAFETY: by the contract; once written it is not written again as a whole.
    unsafe { (*(*job).published.get()).assume_init_ref() }
}

/// # Safety
/// `header` is that of a live `Job<T, R>` that the caller has (invariant 2), and that was not taken
/// out. The scope lives until the job is settled.
unsafe fn scope<T: Task<R>, R>(header: *const Header) -> *const ScopeNode {
    // SAFETY: by the contract, and as in `execute`.
    let task = unsafe { (*(*whole::<T, R>(header)).task.get()).assume_init_ref() };
    task.scope().map_or(std::ptr::null(), std::ptr::from_ref)
}

/// The job with this header.
fn whole<T, R>(header: *const Header) -> *const Job<T, R> {
    header.wrapping_byte_sub(std::mem::offset_of!(Job<T, R>, header)).cast()
}

/// # Safety
/// `header` is that of a live `Job<T, R>` that the caller has (invariant 2).
unsafe fn execute<T: Task<R>, R>(header: *const Header, worker: Handle<'_>) -> bool {
    // SAFETY: by the contract; the pointer was made by `as_header` from one to the whole job.
    let job = unsafe { &*whole::<T, R>(header) };
    // SAFETY: the caller has the job, and executes it once.
    let task = unsafe { job.take() };
    let result = catch_unwind(AssertUnwindSafe(|| task.run(worker)));
    let aborted = result.as_ref().is_ok_and(T::is_aborted);
    // SAFETY: the one who runs the job is the only one to write its result, before anyone may read
    // it (invariant 4).
    unsafe { (*job.result.get()).write(result) };
    aborted
}

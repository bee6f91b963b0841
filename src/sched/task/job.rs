//! A closure that another thread may run, in memory that its creator keeps.
//!
//! A [`Job`] lies in the frame of its `join`, or in an arena kept by the frame of `Scoped::tasks`
//! (`tasks.rs`). A fork writes only the closure and a word that says what to call. Promotion writes
//! the rest ([`Published`]) and makes a [`Stealable`].
//!
//! # Invariants
//! 1. *The frame outlives the job.* The frame does not end, by return or unwinding, before the job
//!    was run inline, taken back by its owner, or found `done`.
//! 2. *Run once.* A job is in one place at a time: the owner's ring, the owner's deque, or a
//!    thief's variables. The worker that takes it out runs it or drops its closure. So
//!    [`PrivateJob`] and [`Stealable`] cannot be copied.
//! 3. *After `done` the thief does not touch the job*, whose frame may be gone. It reads before
//!    whom to wake.
//! 4. The result is written before `done` is released and read after it was acquired.
//!
//! # Memory of one thread that others touch
//!
//! | memory | others touch it | freed by |
//! |---|---|---|
//! | frame of a `join`: its `Job` | the thief, until `done` (`latch.rs`, T3) | the owner, after `done` or with the job back (ring, deque, deferred steals) |
//! | arena: the `Job` of a spawned task | as above | the frame of `Scoped::tasks`, when all are settled (`tasks.rs`, 1) |
//! | frame of a `split`: its body | helpers, until `leave` (`gate.rs`) | the owner, after `try_close` |
//! | split slot, signal word, deque | anybody, any time | the last owner of [`Shared`](crate::worker::core::Shared) |
//! | sleepers (`Sleep`) | anybody, any time | the last owner: `Shared`, or a waker for a `Oneshot` |
//! | scope in a frame | workers below it, and those that signal them | the call that opened it, when all below is over |
//! | `CancelScope` | its borrowers; the timer | the last of user and timer (`Arc`); calls below hold a borrow |
//! | frame of an `install` | the worker that runs the job, until its reply (`install.rs`) | the installer, after the reply |
//!
//! A thread that waits in such a frame does not unwind: scheduler code is under an
//! [`AbortOnUnwind`], user code under a `catch_unwind` or a guard. A coroutine may sleep there
//! instead: its stack is freed only by unwinding, which goes on with the wait, or never.
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

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Sharing {
    Asked,
    /// Its owner shared it so soon after another that it may be for the same thief.
    Again,
    Forced,
}

pub(crate) struct Published {
    owner: usize,
    inside: PoolSet,
    promoted_ns: u64,
    how: Sharing,
    /// Run time, written by the thief before it finishes the latch.
    ran_ns: AtomicU64,
    latch: Latch,
}

pub(crate) struct Header {
    calls: &'static Calls,
    published: UnsafeCell<MaybeUninit<Published>>,
}

struct Calls {
    execute: unsafe fn(*const Header, Handle<'_>) -> bool,
    scope: unsafe fn(*const Header) -> *const ScopeNode,
}

pub(crate) trait Task<R> {
    /// Runs it. Counts it as aborted if it gave up.
    fn run(self, worker: Handle<'_>) -> R;

    fn is_aborted(result: &R) -> bool;

    fn scope(&self) -> Option<&ScopeNode> {
        None
    }
}

/// A job. The task lies beside `calls`, so a fork of a small closure writes one cache line.
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

    /// The header, with the provenance of the whole job.
    #[inline(always)]
    pub(crate) fn as_header(&self) -> *const Header {
        std::ptr::from_ref(self).wrapping_byte_add(std::mem::offset_of!(Job<T, R>, header)).cast()
    }

    /// # Safety
    /// The job was promoted.
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
        // SAFETY: written in `new`, and by the contract read once, by the worker that has the job.
        unsafe { (*self.task.get()).assume_init_read() }
    }

    pub(crate) fn result_place(&self) -> NonNull<MaybeUninit<thread::Result<R>>> {
        NonNull::new(self.result.get()).expect("the address of a reference")
    }

    /// Takes out the result that a thief or [`PrivateJob::run`] left.
    ///
    /// # Safety
    /// [`Promoted::is_done`] returned true or the job was run here, and this is called once.
    pub(crate) unsafe fn result(&self) -> thread::Result<R> {
        // SAFETY: invariant 4; the acquire was in `is_done`.
        unsafe { (*self.result.get()).assume_init_read() }
    }
}

/// A private job, held by the owner alone (invariant 2).
pub(crate) struct PrivateJob(*const Header);

impl PrivateJob {
    /// # Safety
    /// `job` is the header of an unpromoted [`Job`] that the caller has taken out of the ring, and
    /// whose frame keeps invariant 1.
    pub(crate) unsafe fn new(job: NonNull<()>) -> PrivateJob {
        PrivateJob(job.cast().as_ptr())
    }

    pub(crate) fn run(self, worker: Handle<'_>) {
        // SAFETY: by the contract of `new` the job is alive and the caller's; it is used up here.
        unsafe { ((*self.0).calls.execute)(self.0, worker) };
    }

    pub(crate) fn scope(&self) -> Option<&ScopeNode> {
        // SAFETY: by the contract of `new` the job is alive and the caller's, so its scope is too.
        unsafe { ((*self.0).calls.scope)(self.0).as_ref() }
    }

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

/// A promoted job that nobody has begun, in a deque or held by the worker that took it (invariant
/// 2).
pub(crate) struct Stealable(*const Header);

// SAFETY: closure and result are `Send` (the bounds of `join`), panic payloads too, and the scope
// is `Sync`. The invariants above say who may touch what.
unsafe impl Send for Stealable {}

impl Stealable {
    fn published(&self) -> &Published {
        // SAFETY: made by `into_stealable`; alive, because it is not done (invariant 1).
        unsafe { published(self.0) }
    }

    pub(crate) fn is(&self, job: Promoted<'_>) -> bool {
        std::ptr::eq(self.0, job.job)
    }

    pub(crate) fn owner(&self) -> usize {
        self.published().owner
    }

    pub(crate) fn scope(&self) -> Option<&ScopeNode> {
        // SAFETY: the caller has the job, which nobody has begun, so closure and scope are alive.
        unsafe { ((*self.0).calls.scope)(self.0).as_ref() }
    }

    pub(crate) fn inside(&self) -> PoolSet {
        self.published().inside
    }

    /// Runs the job as its thief, which took it at `start_ns`, and tells its owner.
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

pub(crate) struct Ran {
    pub(crate) owner: usize,
    pub(crate) start_ns: u64,
    pub(crate) end_ns: u64,
    pub(crate) aborted: bool,
    pub(crate) woke_owner: bool,
}

#[derive(Clone, Copy)]
pub(crate) struct Promoted<'j> {
    job: *const Header,
    published: PhantomData<&'j Published>,
}

impl<'j> Promoted<'j> {
    /// # Safety
    /// `job` is the header of a promoted job that lives for `'j`.
    pub(crate) unsafe fn new(job: *const Header) -> Promoted<'j> {
        Promoted { job, published: PhantomData }
    }

    fn published(self) -> &'j Published {
        // SAFETY: by the contract of `new`.
        unsafe { published(self.job) }
    }

    /// Returns true if the thief has finished, and acquires the result (`latch.rs`).
    pub(crate) fn is_done(self) -> bool {
        self.published().latch.is_done()
    }

    pub(crate) fn thief(self) -> Option<usize> {
        self.published().latch.thief()
    }

    pub(crate) fn ran_ns(self) -> u64 {
        self.published().ran_ns.load(Relaxed) // ordered by the latch
    }

    pub(crate) fn promoted_ns(self) -> u64 {
        self.published().promoted_ns
    }

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
/// `header` is that of a live `Job<T, R>` that the caller has (invariant 2) and that was not taken
/// out. The scope lives until the job is settled.
unsafe fn scope<T: Task<R>, R>(header: *const Header) -> *const ScopeNode {
    // SAFETY: by the contract, and as in `execute`.
    let task = unsafe { (*(*whole::<T, R>(header)).task.get()).assume_init_ref() };
    task.scope().map_or(std::ptr::null(), std::ptr::from_ref)
}

fn whole<T, R>(header: *const Header) -> *const Job<T, R> {
    header.wrapping_byte_sub(std::mem::offset_of!(Job<T, R>, header)).cast()
}

/// # Safety
/// `header` is that of a live `Job<T, R>` that the caller has (invariant 2).
unsafe fn execute<T: Task<R>, R>(header: *const Header, worker: Handle<'_>) -> bool {
    // SAFETY: by the contract; `as_header` derived the pointer from one to the whole job.
    let job = unsafe { &*whole::<T, R>(header) };
    // SAFETY: the caller has the job, and executes it once.
    let task = unsafe { job.take() };
    let result = catch_unwind(AssertUnwindSafe(|| task.run(worker)));
    let aborted = result.as_ref().is_ok_and(T::is_aborted);
    // SAFETY: only the worker that runs the job writes its result, before anyone may read it
    // (invariant 4).
    unsafe { (*job.result.get()).write(result) };
    aborted
}

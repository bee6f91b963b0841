//! A closure on its creator's stack that another thread may run.
//!
//! A [`Job`] lives in the frame of the `join` that made it. Until it is promoted nobody else knows
//! of it, and only two of its parts have been written: what to call, and the closure. On promotion
//! its owner writes the rest ([`Published`]) and pushes a [`JobRef`] where thieves look.
//!
//! # Invariants
//! 1. *The frame outlives the job.* The frame that holds a job does not go, by return or by
//!    unwinding, before the job is settled: run inline, taken back from the deque by its owner, or
//!    found `done`.
//! 2. *Run once.* A `JobRef` is in one place at a time: the owner's ring, the owner's deque, or a
//!    thief's variables. The worker that takes it out runs it or drops its closure.
//! 3. *After `done` the thief touches nothing of the job*: the frame may be gone. What it needs
//!    then (whom to wake) it reads before.
//! 4. The result is written before `done` is released and read after it was acquired.

use super::caller::Caller;
use super::latch::Latch;
use super::level::Level;
use std::cell::UnsafeCell;
use std::mem::MaybeUninit;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::thread;

/// What a job has only once it is promoted.
pub(super) struct Published {
    owner: usize,
    /// The install that the job belongs to.
    caller: *const Caller,
    /// When it was promoted.
    promoted_ns: u64,
    /// How long the job ran: written by the thief before it finishes the latch.
    ran_ns: AtomicU64,
    latch: Latch,
}

/// The part of a job that does not depend on its types.
pub(super) struct Header {
    /// Says whether the task was aborted.
    execute: unsafe fn(*const Header, Level<'_>) -> bool,
    published: UnsafeCell<MaybeUninit<Published>>,
}

/// A job's closure as something to call with a worker.
pub(super) trait Task<R> {
    /// Runs it. Counts it as aborted if it gave up.
    fn run(self, worker: Level<'_>) -> R;

    /// Whether a result is that of a task that gave up.
    fn is_aborted(result: &R) -> bool;
}

/// See the module documentation.
///
/// The task stands before the header, beside the word that says what to call: a fork writes those
/// two, and small closures share a cache line with it.
#[repr(C)]
pub(super) struct Job<T, R> {
    task: UnsafeCell<MaybeUninit<T>>,
    header: Header,
    result: UnsafeCell<MaybeUninit<thread::Result<R>>>,
}

impl<T: Task<R>, R> Job<T, R> {
    #[inline(always)]
    pub(super) fn new(task: T) -> Job<T, R> {
        Job {
            header: Header { execute: execute::<T, R>, published: UnsafeCell::new(MaybeUninit::uninit()) },
            task: UnsafeCell::new(MaybeUninit::new(task)),
            result: UnsafeCell::new(MaybeUninit::uninit()),
        }
    }

    /// The job as its header, with the provenance of all of it.
    #[inline(always)]
    pub(super) fn as_header(&self) -> *const Header {
        std::ptr::from_ref(self).wrapping_byte_add(std::mem::offset_of!(Job<T, R>, header)).cast()
    }

    pub(super) fn as_ref(&self) -> JobRef {
        JobRef(self.as_header())
    }

    /// Takes the closure out.
    ///
    /// # Safety
    /// The caller has the job (invariant 2) and calls this once.
    #[inline(always)]
    pub(super) unsafe fn take(&self) -> T {
        // SAFETY: written in `new`, and by the contract read out once only, by the one who has the
        // job.
        unsafe { (*self.task.get()).assume_init_read() }
    }

    /// What the thief left.
    ///
    /// # Safety
    /// [`JobRef::is_done`] said so, and this is called once.
    pub(super) unsafe fn result(&self) -> thread::Result<R> {
        // SAFETY: invariant 4; the acquire was in `is_done`.
        unsafe { (*self.result.get()).assume_init_read() }
    }
}

/// A job by its address.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct JobRef(*const Header);

// SAFETY: the job's closure and result are `Send` (the bounds of `join`), panic payloads are too,
// and its scope is `Sync`; who may touch what is settled by the invariants above.
unsafe impl Send for JobRef {}

impl JobRef {
    /// # Safety
    /// `header` is that of a [`Job`] whose frame keeps invariant 1 for as long as the reference is
    /// used.
    pub(super) unsafe fn new(header: *const Header) -> JobRef {
        JobRef(header)
    }

    /// Owner, before the job becomes visible to others.
    pub(super) fn publish(self, owner: usize, caller: *const Caller, promoted_ns: u64) -> JobRef {
        let (ran_ns, latch) = (AtomicU64::new(0), Latch::new());
        let published = Published { owner, caller, promoted_ns, ran_ns, latch };
        // SAFETY: the job is alive (invariant 1) and still private: nobody else has its address.
        unsafe { (*(*self.0).published.get()).write(published) };
        self
    }

    fn published(&self) -> &Published {
        // SAFETY: asked only of promoted jobs, by their owner or by the thief who has them; both
        // while the frame lives.
        unsafe { (*(*self.0).published.get()).assume_init_ref() }
    }

    /// Owner: whether the thief has finished; acquires the result (`latch.rs`).
    pub(super) fn is_done(self) -> bool {
        self.published().latch.is_done()
    }

    /// Owner: the worker that runs the job, once that has said so.
    pub(super) fn thief(self) -> Option<usize> {
        self.published().latch.thief()
    }

    /// Owner, once it is done: how long the job ran.
    pub(super) fn ran_ns(self) -> u64 {
        self.published().ran_ns.load(Relaxed) // ordered by the latch
    }

    /// Owner: when the job was promoted.
    pub(super) fn promoted_ns(self) -> u64 {
        self.published().promoted_ns
    }

    /// Thief, before the job is done: whose it is.
    pub(super) fn owner(self) -> usize {
        self.published().owner
    }

    /// Thief, before the job is done: the install it belongs to.
    pub(super) fn caller(self) -> *const Caller {
        self.published().caller
    }

    /// Thief: runs the job, which it took at `start_ns`, and tells its owner. Returns when it
    /// ended, and whether it was aborted.
    pub(super) fn run_stolen(self, worker: Level<'_>, start_ns: u64) -> (u64, bool) {
        let owner = self.owner();
        self.published().latch.begin(worker.index());
        // SAFETY: the one who took the entry from a deque has it alone.
        let aborted = unsafe { ((*self.0).execute)(self.0, worker) };
        let end_ns = worker.now_ns();
        self.published().ran_ns.store(end_ns - start_ns, Relaxed);
        self.published().latch.finish(); // invariant 3 from here on
        if worker.shared().sleep.wake(owner) {
            worker.woke(owner);
        }
        (end_ns, aborted)
    }
}

/// # Safety
/// `header` is that of a live `Job<T, R>` that the caller has (invariant 2).
unsafe fn execute<T: Task<R>, R>(header: *const Header, worker: Level<'_>) -> bool {
    let job = header.wrapping_byte_sub(std::mem::offset_of!(Job<T, R>, header)).cast::<Job<T, R>>();
    // SAFETY: by the contract; the pointer was made by `as_header` from one to the whole job.
    let job = unsafe { &*job };
    // SAFETY: the caller has the job, and executes it once.
    let task = unsafe { job.take() };
    let result = catch_unwind(AssertUnwindSafe(|| task.run(worker)));
    let aborted = result.as_ref().is_ok_and(T::is_aborted);
    // SAFETY: the one who runs the job is the only one to write its result, before anyone may read
    // it (invariant 4).
    unsafe { (*job.result.get()).write(result) };
    aborted
}

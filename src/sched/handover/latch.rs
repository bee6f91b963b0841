//! A stolen job's latch: its thief says who it is and, last of all, that the job is done.
//!
//! # Protocol
//! ```text
//!   thief                                   owner
//!   T1  begin: who I am                     O1  thief: whom to help, signal and wait for
//!   T2  run the job, write its result       O2  is_done?
//!   T3  finish                              O3  read the result, leave the frame
//!   T4  wake the owner
//! ```
//! T3 releases and O2 acquires, so the owner sees the result and everything else that the job did.
//! After T3 the frame may be gone, and the latch with it: whom to wake in T4 the thief reads
//! before. T1 carries no data; an owner that sees it late helps a little later.

use crate::sync::atomic::{
    AtomicBool, AtomicUsize,
    Ordering::{Acquire, Relaxed, Release},
};

const NOBODY: usize = usize::MAX;

/// See the module documentation.
pub(crate) struct Latch {
    thief: AtomicUsize,
    done: AtomicBool,
}

impl Latch {
    pub(crate) fn new() -> Latch {
        Latch { thief: AtomicUsize::new(NOBODY), done: AtomicBool::new(false) }
    }

    /// Thief: worker `thief` has the job and runs it.
    pub(crate) fn begin(&self, thief: usize) {
        self.thief.store(thief, Relaxed);
    }

    /// Thief, after everything else: the job is done.
    ///
    /// By pointer: the owner may free the latch before this returns, and a reference in an
    /// argument promises that all of it, padding included, stays until then.
    ///
    /// # Safety
    /// The latch is alive, and its job was not done yet.
    pub(crate) unsafe fn finish(latch: *const Latch) {
        // SAFETY: by the contract alive until the store. The reference made here is to a word
        // that may change, for which nothing is promised after the store.
        unsafe { (*latch).done.store(true, Release) } // pairs with the acquire in `is_done`
    }

    /// Owner: the worker that runs the job, once that has said so.
    pub(crate) fn thief(&self) -> Option<usize> {
        let thief = self.thief.load(Relaxed);
        (thief != NOBODY).then_some(thief)
    }

    /// Owner: whether the job is done. Acquires what its thief wrote.
    pub(crate) fn is_done(&self) -> bool {
        self.done.load(Acquire) // pairs with the release in `finish`
    }

    /// [`Latch::finish`] without its release, for the model that shows what it is for.
    #[cfg(sparring_loom)]
    pub(crate) fn finish_broken(&self) {
        self.done.store(true, Relaxed);
    }
}

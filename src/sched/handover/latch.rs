//! The latch of a stolen job: its thief says who it is and, last of all, that the job is done.
//!
//! # Protocol
//! ```text
//!   thief                                   owner
//!   T1  begin: who I am                     O1  thief: whom to help, signal and wait for
//!   T2  run the job, write its result       O2  is_done?
//!   T3  finish                              O3  read the result, leave the frame
//!   T4  wake the owner
//! ```
//! T3 releases and O2 acquires, so the owner sees all that the job wrote. After T3 the latch may be
//! gone, so the thief reads before T3 whom to wake. T1 carries no data.

use crate::sync::atomic::{
    AtomicBool, AtomicUsize,
    Ordering::{Acquire, Relaxed, Release},
};

const NOBODY: usize = usize::MAX;

pub(crate) struct Latch {
    thief: AtomicUsize,
    done: AtomicBool,
}

impl Latch {
    pub(crate) fn new() -> Latch {
        Latch { thief: AtomicUsize::new(NOBODY), done: AtomicBool::new(false) }
    }

    pub(crate) fn begin(&self, thief: usize) {
        self.thief.store(thief, Relaxed);
    }

    /// Reports that the job is done. The thief calls this last.
    ///
    /// It takes a pointer because the owner may free the latch before this returns.
    ///
    /// # Safety
    /// The latch is alive, and its job was not done yet.
    pub(crate) unsafe fn finish(latch: *const Latch) {
        // SAFETY: by the contract alive until the store. The reference is to an atomic word, for
        // which nothing is promised afterwards.
        unsafe { (*latch).done.store(true, Release) } // pairs with the acquire in `is_done`
    }

    pub(crate) fn thief(&self) -> Option<usize> {
        let thief = self.thief.load(Relaxed);
        (thief != NOBODY).then_some(thief)
    }

    /// Returns true if the job is done, and acquires what its thief wrote.
    pub(crate) fn is_done(&self) -> bool {
        self.done.load(Acquire) // pairs with the release in `finish`
    }

    #[cfg(sparring_loom)]
    pub(crate) fn finish_broken(&self) {
        self.done.store(true, Relaxed);
    }
}

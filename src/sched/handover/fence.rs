//! An asymmetric fence: next to nothing for the side that often passes, dear for the other.
//!
//! Two threads that each store a word and then load the other's must not both miss the store of
//! the other. The usual cure is a sequentially consistent fence between store and load on both
//! sides, 5 to 20 ns each: more than a whole fork. Here the side of forks and joins passes a
//! [`light`] fence, which only keeps the compiler from exchanging the two, and the side of thieves
//! a [`heavy`] one, which has the kernel run a full barrier on every processor that runs a thread
//! of this process (`membarrier`, Linux 4.14). Whatever a thread did before its barrier is then
//! seen by the thief; whatever it does afterwards sees the thief's store.
//!
//! C++ has proposed the pair under these names (P1202). Measured on two processors: a heavy fence
//! takes 0.25 us if no other thread of the process runs and 1 to 11 us if one does; to register
//! takes 4 us in a process of one thread, and 8 to 19 ms in one of several, since the kernel waits
//! for a grace period.
//!
//! # Thieves share a fence
//! A heavy fence interrupts every running thread of the process. So there is one at a time, and
//! all who come while it runs are served together by the next. A fence serves whoever came before
//! it began: `begun` is raised before it begins, and read by every thief after its store.

use crate::sync::full_fence;

/// The cheap side: keeps the compiler from moving the store of a fork or join behind its next load.
/// Pairs with [`heavy`].
#[inline(always)]
pub(crate) fn light() {
    #[cfg(sparring_loom)]
    full_fence(); // the model has no asymmetric fence; this is what the pair amounts to
    #[cfg(not(sparring_loom))]
    std::sync::atomic::compiler_fence(std::sync::atomic::Ordering::SeqCst);
}

/// Models run all accesses in one order, or have a symmetric fence.
#[cfg(any(sparring_loom, sparring_shuttle))]
mod of_the_system {
    pub(crate) fn register() -> bool {
        true
    }

    pub(crate) fn run() -> bool {
        true
    }
}

#[cfg(all(target_os = "linux", not(any(sparring_loom, sparring_shuttle))))]
mod of_the_system {
    use rustix::thread::{MembarrierCommand, membarrier};

    /// Registers this process for the fence. False if the system has none. Called before the first
    /// thread of a pool starts: to register later takes milliseconds.
    pub(crate) fn register() -> bool {
        // Again and again: the kernel returns at once if it is registered.
        membarrier(MembarrierCommand::RegisterPrivateExpedited).is_ok()
    }

    /// False if a filter on system calls, set since, forbids it.
    pub(crate) fn run() -> bool {
        membarrier(MembarrierCommand::PrivateExpedited).is_ok()
    }
}

#[cfg(not(any(target_os = "linux", sparring_loom, sparring_shuttle)))]
mod of_the_system {
    pub(crate) fn register() -> bool {
        false
    }

    pub(crate) fn run() -> bool {
        false
    }
}

#[cfg(not(sparring_loom))]
pub(crate) use of_the_system::register;

/// The dear side, between the store and the load of a thief. False if the system refused it: then
/// nothing follows from what the thief loads.
#[cfg(not(any(sparring_loom, sparring_shuttle)))]
pub(crate) fn heavy() -> bool {
    use crate::sync::Mutex;
    use std::sync::atomic::{AtomicU64, Ordering::SeqCst};

    static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());
    static BEGUN: AtomicU64 = AtomicU64::new(0);
    static LAST_FAILURE: AtomicU64 = AtomicU64::new(0);
    full_fence(); // the store of this thread comes before its look at `BEGUN`
    let before = BEGUN.load(SeqCst);
    let _alone = ONE_AT_A_TIME.lock();
    let begun = BEGUN.load(SeqCst);
    if begun > before && LAST_FAILURE.load(SeqCst) <= before {
        return true; // those that have begun since are over, and served this thread, too
    }
    BEGUN.store(begun + 1, SeqCst);
    let ran = of_the_system::run();
    if !ran {
        LAST_FAILURE.store(begun + 1, SeqCst);
    }
    ran
}

/// A full fence: models have no asymmetric one.
#[cfg(any(sparring_loom, sparring_shuttle))]
pub(crate) fn heavy() -> bool {
    full_fence();
    of_the_system::run()
}

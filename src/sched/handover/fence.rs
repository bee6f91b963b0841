//! An asymmetric fence: almost free for the side that passes it often.
//!
//! Two threads that each store a word and then load the other's must not both miss the other's
//! store. Full fences on both sides cost more than a fork. Here forks and joins pass a [`light`]
//! fence, which only binds the compiler, and thieves a [`heavy`] one (`membarrier`, Linux 4.14; C++
//! P1202), which runs a full barrier on every processor that runs a thread of this process.
//!
//! A heavy fence interrupts those threads and takes microseconds. So one runs at a time, and all
//! thieves that come meanwhile are served by the next: each reads `BEGUN` after its store, and a
//! fence that begins later serves it.

use crate::sync::full_fence;

/// Keeps the compiler from moving the store of a fork or join behind its next load. Pairs with
/// [`heavy`].
#[inline(always)]
pub(crate) fn light() {
    #[cfg(sparring_loom)]
    full_fence(); // the model has no asymmetric fence; this is what the pair amounts to
    #[cfg(not(sparring_loom))]
    std::sync::atomic::compiler_fence(std::sync::atomic::Ordering::SeqCst);
}

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

    /// Registers this process for the fence. Returns false if the system has none. Called before a
    /// pool's first thread starts, because later it takes milliseconds.
    pub(crate) fn register() -> bool {
        membarrier(MembarrierCommand::RegisterPrivateExpedited).is_ok()
    }

    /// Returns false if a filter on system calls forbids it.
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

/// Passes the expensive fence, between a thief's store and load. Returns false if the system
/// refused; then the load proves nothing.
#[cfg(not(any(sparring_loom, sparring_shuttle)))]
pub(crate) fn heavy() -> bool {
    use crate::sync::Mutex;
    use std::sync::atomic::{AtomicU64, Ordering::SeqCst};

    static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());
    static BEGUN: AtomicU64 = AtomicU64::new(0);
    static LAST_FAILURE: AtomicU64 = AtomicU64::new(0);
    full_fence(); // orders this thread's store before the read of `BEGUN`
    let before = BEGUN.load(SeqCst);
    let _alone = ONE_AT_A_TIME.lock();
    let begun = BEGUN.load(SeqCst);
    if begun > before && LAST_FAILURE.load(SeqCst) <= before {
        return true; // a fence that began later is over and served this thread too
    }
    BEGUN.store(begun + 1, SeqCst);
    let ran = of_the_system::run();
    if !ran {
        LAST_FAILURE.store(begun + 1, SeqCst);
    }
    ran
}

#[cfg(any(sparring_loom, sparring_shuttle))]
pub(crate) fn heavy() -> bool {
    full_fence();
    of_the_system::run()
}

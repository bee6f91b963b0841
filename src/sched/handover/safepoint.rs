//! Safepoints: the moments at which counters and recordings may be read.
//!
//! A reader asks for rest by raising a number. Each worker that has nothing to do compares the
//! number with the last one it acknowledged, brings its counters up to date and acknowledges. Once
//! all have, and while nothing is installed (the reader sees to that), the numbers stand still.
//!
//! # Protocol
//! ```text
//!   reader                                worker, when it found no work
//!   R1  resting = 0; wanted += 1          W1  wanted != acknowledged?
//!   R2  wake everybody                    W2  finish the counters
//!   R3  wait until resting == workers     W3  resting += 1, notify
//! ```
//! A worker that is about to sleep looks at `wanted` once more after it has announced that it
//! sleeps (see `sleep.rs`), so either it sees R1, or R2 wakes it. The lock around `resting` hands
//! over what the worker wrote in W2, and everything before.

use crate::platform::Platform;
use crate::sync::{
    Monitor,
    atomic::{
        AtomicU64,
        Ordering::{Acquire, Release},
    },
};

/// See the module documentation.
pub(crate) struct Safepoint {
    wanted: AtomicU64,
    resting: Monitor<usize>,
    platform: Platform,
}

impl Safepoint {
    pub(crate) fn new(platform: &Platform) -> Safepoint {
        Safepoint { wanted: AtomicU64::new(0), resting: Monitor::new(0), platform: platform.clone() }
    }

    /// Worker: whether a request is open that it has not acknowledged.
    pub(crate) fn is_wanted(&self, acknowledged: u64) -> bool {
        self.wanted.load(Acquire) != acknowledged // pairs with the release in `wait_for`
    }

    /// Worker: acknowledges an open request, after `finish` has brought its numbers up to date.
    pub(crate) fn acknowledge(&self, acknowledged: &mut u64, finish: impl FnOnce()) {
        let wanted = self.wanted.load(Acquire); // pairs with the release in `wait_for`
        if *acknowledged != wanted {
            finish();
            *acknowledged = wanted;
            self.platform.change(&self.resting, |resting| *resting += 1);
        }
    }

    /// Reader: waits until all workers are at rest. One reader at a time, and only while nothing
    /// is installed. `wake` wakes every worker that sleeps.
    pub(crate) fn wait_for(&self, workers: usize, wake: impl FnOnce()) {
        self.resting.change(|resting| *resting = 0);
        self.wanted.fetch_add(1, Release); // pairs with the acquire in `acknowledge`
        wake();
        self.platform.wait_until(&self.resting, |resting| *resting == workers);
    }

    /// A mutant of [`Safepoint::acknowledge`], which finishes afterwards. A model catches it.
    #[cfg(sparring_loom)]
    pub(crate) fn acknowledge_broken(&self, acknowledged: &mut u64, finish: impl FnOnce()) {
        let wanted = self.wanted.load(Acquire);
        if *acknowledged != wanted {
            *acknowledged = wanted;
            self.resting.change(|resting| *resting += 1);
            finish();
        }
    }
}

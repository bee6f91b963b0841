//! Safepoints: the moments at which counters and recordings may be read.
//!
//! A reader raises a number. Each worker without work acknowledges it after it has finished its
//! counters. Once all have, and while nothing is installed, the counters stand still.
//!
//! # Protocol
//! ```text
//!   reader                                worker, when it found no work
//!   R1  resting = 0; wanted += 1          W1  wanted != acknowledged?
//!   R2  wake everybody                    W2  finish the counters
//!   R3  wait until resting == workers     W3  resting += 1, notify
//! ```
//! A worker about to sleep reads `wanted` again after its announcement (`sleep.rs`), so either it
//! sees R1, or R2 wakes it. The lock of `resting` hands over all that it wrote up to W2.

use crate::platform::Platform;
use crate::sync::{
    Monitor,
    atomic::{
        AtomicU64,
        Ordering::{Acquire, Release},
    },
};

pub(crate) struct Safepoint {
    wanted: AtomicU64,
    resting: Monitor<usize>,
    platform: Platform,
}

impl Safepoint {
    pub(crate) fn new(platform: &Platform) -> Safepoint {
        Safepoint { wanted: AtomicU64::new(0), resting: Monitor::new(0), platform: platform.clone() }
    }

    pub(crate) fn is_wanted(&self, acknowledged: u64) -> bool {
        self.wanted.load(Acquire) != acknowledged // pairs with the release in `wait_for`
    }

    /// Acknowledges an open request, after `finish` has completed the worker's counters.
    pub(crate) fn acknowledge(&self, acknowledged: &mut u64, finish: impl FnOnce()) {
        let wanted = self.wanted.load(Acquire); // pairs with the release in `wait_for`
        if *acknowledged != wanted {
            finish();
            *acknowledged = wanted;
            self.platform.change(&self.resting, |resting| *resting += 1);
        }
    }

    /// Waits until all workers rest. One reader at a time, while nothing is installed. `wake` wakes
    /// every worker that sleeps.
    pub(crate) fn wait_for(&self, workers: usize, wake: impl FnOnce()) {
        self.resting.change(|resting| *resting = 0);
        self.wanted.fetch_add(1, Release); // pairs with the acquire in `acknowledge`
        wake();
        self.platform.wait_until(&self.resting, |resting| *resting == workers);
    }

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

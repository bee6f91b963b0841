//! Small steps that a worker takes for one other worker after the other.

use super::{Costs, Platform};

/// Simulated workers let the time of their steps pass together, that of a thirty-second of all
/// workers at a time. Between steps others may run, and to give way takes the simulating machine
/// longer than the step itself: with 1024 workers, of which many look for work, it did little
/// else. Up to 32 workers, time passes after every step.
const PARTS: usize = 32;

/// Steps whose time may not have passed yet.
pub(crate) struct Steps<'p> {
    platform: &'p Platform,
    /// Number of steps that pass together.
    together: usize,
    taken: usize,
    due_ns: u64,
}

impl<'p> Steps<'p> {
    /// No steps yet, in a pool of so many workers.
    pub(crate) fn new(platform: &'p Platform, workers: usize) -> Steps<'p> {
        Steps { platform, together: workers.div_ceil(PARTS), taken: 0, due_ns: 0 }
    }

    /// One more. Others may run meanwhile, as in [`Platform::spend`].
    #[inline]
    pub(crate) fn take(&mut self, cost: impl FnOnce(&Costs) -> u64) {
        if let Some(machine) = self.platform.machine() {
            self.due_ns += cost(machine.costs());
            self.taken += 1;
            if self.taken == self.together {
                self.pass();
            }
        }
    }

    /// Lets the time of all that were taken pass.
    pub(crate) fn pass(&mut self) {
        self.taken = 0;
        if self.due_ns > 0 {
            let due_ns = std::mem::take(&mut self.due_ns);
            self.platform.spend(|_| due_ns);
        }
    }
}

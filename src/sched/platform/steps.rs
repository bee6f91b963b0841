//! Small steps of a worker, such as looks at the other workers in turn.

use super::{Costs, Platform};

/// Parts into which a large pool's steps are divided, because switching after each would take
/// longer than the step. Time passes after each part.
const PARTS: usize = 32;

pub(crate) struct Steps<'p> {
    platform: &'p Platform,
    together: usize,
    taken: usize,
    due_ns: u64,
}

impl<'p> Steps<'p> {
    pub(crate) fn new(platform: &'p Platform, workers: usize) -> Steps<'p> {
        Steps { platform, together: workers.div_ceil(PARTS), taken: 0, due_ns: 0 }
    }

    /// Adds a step. Others may run meanwhile.
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

    pub(crate) fn pass(&mut self) {
        self.taken = 0;
        if self.due_ns > 0 {
            let due_ns = std::mem::take(&mut self.due_ns);
            self.platform.spend(|_| due_ns);
        }
    }
}

//! Cancelling a scope: setting its flag and signalling the workers that may run inside
//! (`cancel.rs`).

use crate::handle::Handle;
use crate::handover::cancel::{Home, ScopeNode};
use crate::handover::signal::CANCEL;
use crate::sync::full_fence;
use crate::worker::core::Shared;
use std::sync::atomic::Ordering::Relaxed;

pub(crate) struct Signalled {
    pub(crate) workers: u64,
    /// The owner of the split, if it still has helpers.
    pub(crate) helped: Option<usize>,
}

impl Handle<'_> {
    pub(crate) fn cancel(self, node: &ScopeNode) {
        if node.set() {
            // A stand-in has the number of a worker that must be signalled.
            let by = if self.own().is_stand_in() { usize::MAX } else { self.index() };
            let signalled = self.shared().signal_cancelled(node, by);
            self.spend(|costs| costs.signal_ns * signalled.workers.max(1));
            if let Some(owner) = signalled.helped {
                self.events().cut(owner);
            }
        }
        self.core().signal.raise(CANCEL);
    }
}

impl Shared {
    /// Signals every worker that this cancelled scope concerns, except the canceller `by`.
    pub(crate) fn signal_cancelled(&self, node: &ScopeNode, by: usize) -> Signalled {
        full_fence(); // pairs with the fence in `help_inside`
        let mut signalled = Signalled { workers: 0, helped: None };
        let mut signal = |worker: usize| {
            if worker != by {
                signalled.workers += 1;
                self.signal_and_wake(worker, CANCEL);
            }
        };
        match node.home {
            Home::Pool => {
                (0..self.cores.len()).for_each(signal);
                self.signal_stand_ins();
            }
            Home::Frame { worker } => signal(worker),
            Home::Split { worker, slot } => {
                let slot = &self.cores[worker].slots[slot];
                let helpers = slot.helpers.load();
                let helped = !helpers.is_empty();
                if helped {
                    slot.cut_ns.store(self.platform.now_ns(), Relaxed);
                }
                signal(worker);
                helpers.for_each(signal);
                signalled.helped = helped.then_some(worker);
            }
        }
        signalled
    }
}

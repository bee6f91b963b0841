//! Waking: whom a worker wakes when there is something new to do (`sleep.rs`).

use crate::handle::Handle;
use crate::handover::cancel::{Home, ScopeNode};
use crate::task::slot::Ticket;

impl Handle<'_> {
    pub(crate) fn wake_for_work(self) {
        self.wake_for_work_of(self.index());
    }

    pub(crate) fn wake_for_work_of(self, by: usize) {
        if let Some(worker) = self.shared().sleep.wake_for_work(by) {
            self.events().woke(worker);
        }
    }

    /// Wakes a sleeper for a new job of worker `by`, or else the owner of a split around `scope`
    /// that waits for `by`, unless others are searching.
    pub(crate) fn wake_for_job(self, by: usize, scope: Option<&ScopeNode>) {
        let shared = self.shared();
        let waits_for = |node: &ScopeNode| match node.home {
            Home::Split { worker, slot } => {
                shared.cores[worker].slots[slot].helpers.load().any(|helper| helper == by).then_some(worker)
            }
            Home::Pool | Home::Frame { .. } => None,
        };
        let woken = shared.sleep.wake_for_work(by);
        let woken = woken.or_else(|| shared.sleep.wake_waiting(scope?.chain().filter_map(waits_for)));
        if let Some(worker) = woken {
            self.events().woke(worker);
        }
    }

    /// Wakes owners of splits around this new one, which may wait for this very worker and can
    /// help. Called by the split's owner or inside its gate.
    pub(crate) fn tell_waiting_owners(self, ticket: Ticket) {
        if !self.shared().sleep.anybody() {
            return;
        }
        let split = &self.shared().cores[ticket.worker()].slots[ticket.slot()];
        let owners = split.node().chain().skip(1).filter_map(ScopeNode::owner);
        for worker in owners.filter(|&worker| worker != self.index()) {
            if self.shared().sleep.wake(worker) {
                self.events().woke(worker);
            }
        }
    }
}

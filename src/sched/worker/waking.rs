//! Waking: whom a worker wakes when there is something new to do.
//!
//! Who sleeps, and why no wake-up is lost, is told in `handover/sleep.rs`.

use crate::handle::Handle;
use crate::handover::cancel::{Home, ScopeNode};
use crate::task::slot::Ticket;

impl Handle<'_> {
    /// After a push, or when others should look: wakes a sleeper that may take it, unless
    /// others are searching.
    pub(crate) fn wake_for_work(self) {
        self.wake_for_work_of(self.index());
    }

    /// Wakes a sleeper that may take the new work of worker `by`, unless others are searching.
    pub(crate) fn wake_for_work_of(self, by: usize) {
        if let Some(worker) = self.shared().sleep.wake_for_work(by) {
            self.events().woke(worker);
        }
    }

    /// Tells of a new job of worker `by`, put up in this scope. If nobody searches or sleeps
    /// for want of work, wakes the owner of a split around the job that waits for `by`.
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

    /// Owners of the splits around a freshly opened one may be asleep, waiting for this very
    /// worker: they can help.
    ///
    /// Called by its owner or inside its gate.
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

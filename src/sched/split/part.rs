//! Parts of a split that its owner runs while it waits for its helpers.
//!
//! The owner must not idle while its helpers have tasks to share, and must run nothing outside its
//! split. So it enters the splits of its helpers, and of their helpers, and takes the helpers'
//! jobs, from their deques or by force from their rings.
//!
//! A part is recognised by its chain of scopes: everything that a split's body offers has the
//! split's scope or one inside it, because the body has no handle without a scope. The chain is
//! alive while this worker has such an unstarted job or is inside such a split. The owner's split
//! stays open while it waits, so no other split has that scope. Other entries are deferred
//! (`deferred.rs`). Jobs of workers that stole from a helper are left to others.
//!
//! Before it runs a job, the owner moves its own deque to the deferred steals, where idle workers
//! and its own joins look. The job's creator waits for this worker and steals from its deque,
//! relying on finding nothing there that is older than the job (`deferred.rs`). But the deque may
//! hold older entries, because helpers can enter a split by its gate (`Handle::enter_below`)
//! instead of stealing.

use crate::handle::Handle;
use crate::handover::cancel::ScopeNode;
use crate::task::entry::Entry;
use crate::task::job::Stealable;
use crate::task::slot::{Slot, Ticket};
use crate::worker::core::Core;
use crate::worker::thief::Thief;

pub(crate) enum Part<'w> {
    Split(&'w Slot, Ticket),
    Job(Stealable),
}

impl<'w> Handle<'w> {
    pub(crate) fn helpers_of(self, slot: &Slot) -> impl Iterator<Item = &'w Core> {
        let helpers = slot.helpers.load().filter(move |&helper| helper != self.index());
        helpers.map(move |helper| &*self.shared().cores[helper])
    }

    pub(crate) fn find_part(self, slot: &Slot) -> Option<Part<'w>> {
        let split = self.find_below(slot).map(|(below, ticket)| Part::Split(below, ticket));
        split.or_else(|| self.helpers_of(slot).find_map(|helper| self.take_part(slot, helper)))
    }

    fn take_part(self, slot: &Slot, helper: &'w Core) -> Option<Part<'w>> {
        let entry = Thief(self).steal_from(helper.index).or_else(|| Thief(self).force_from(helper))?;
        match entry {
            Entry::Job(job) if is_below(job.scope(), slot) => return Some(Part::Job(job)),
            Entry::Ticket(ticket) => {
                let split = &self.shared().cores[ticket.worker()].slots[ticket.slot()];
                if !split.gate.has_untried() || !split.gate.try_join(ticket.generation) {
                    self.core().found_nothing();
                    return None;
                }
                if split.lies_below(slot) {
                    return Some(Part::Split(split, ticket));
                }
                self.leave(split);
                self.defer_steal(Entry::Ticket(ticket));
            }
            other => self.defer_steal(other),
        }
        None
    }

    pub(crate) fn run_part(self, part: Part<'w>) {
        match part {
            Part::Split(split, ticket) => self.help_inside(split, ticket),
            Part::Job(job) => {
                while let Some(older) = self.own().deque.pop() {
                    self.defer_steal(older);
                }
                self.run(Entry::Job(job));
            }
        }
    }

    /// True if this worker's split may have a part; asked before sleeping.
    pub(crate) fn sees_parts(self, slot: &Slot) -> bool {
        let shared = self.shared();
        self.find_below(slot).map(|(below, _)| self.leave(below)).is_some()
            || self.helpers_of(slot).any(|helper| !shared.stealers[helper.index].is_empty())
            || Thief(self).sees_private_work_of_any(self.helpers_of(slot))
    }
}

fn is_below(scope: Option<&ScopeNode>, slot: &Slot) -> bool {
    scope.is_some_and(|scope| scope.chain().any(|node| std::ptr::eq(node, &slot.node)))
}

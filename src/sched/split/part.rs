//! The parts of a split that its owner runs while it waits for its helpers.
//!
//! A part is a split or a job that was put up inside the split. The owner comes into the splits
//! that its helpers have open, and those of their helpers. It takes the jobs that its helpers have
//! put up, from their deques or by force from their rings. So it does not idle beside them, and it
//! runs nothing that is not below the split that it waits for.
//!
//! # How it knows a part
//! By the chain of scopes. The body of a split has the split's scope, and everything that it puts
//! up has this scope or one inside: for a task without a scope it would need a handle without one.
//! The chain is alive while this worker has a job that nobody has begun, or is inside a split.
//! The owner's own split is open as long as it waits, so no other split has that scope.
//!
//! What it has taken and is no part it defers (`deferred.rs`). A helper has put up something
//! like that if it waited for something else when it came in, or if it is inside no longer.
//!
//! # Why it empties its own deque first
//! The creator of the job now waits for this worker, and runs what it finds in this worker's
//! deque: it trusts that nothing older than the job lies there (`deferred.rs`). That is so for a
//! worker that was idle when it took the job. It is so for one that waits for a stolen job, since
//! what was older than that was taken before it. But helpers come into a split by its gate as well
//! (`Handle::enter_below`), whatever still lies in the deque of the owner. So the owner moves that
//! to the deferred steals, where idle workers and its own joins look.
//!
//! # Limits
//! Among the jobs of those who have stolen from a helper it does not look, nor does a join look
//! beyond its thief. A model of the scheduler's rules, with 64 log-normal items as leaves of a tree
//! of joins, 240 runs: makespan 1.238 of the lower bound on 8 workers where joins help their thief
//! alone, 1.239 where they help those who stole from it too; on 16 workers 1.084 and 1.080.

use crate::handle::Handle;
use crate::handover::cancel::ScopeNode;
use crate::task::entry::Entry;
use crate::task::job::Stealable;
use crate::task::slot::{Slot, Ticket};
use crate::worker::core::Core;
use crate::worker::thief::Thief;

/// A part of a split.
pub(crate) enum Part<'w> {
    /// A split that this worker is inside of.
    Split(&'w Slot, Ticket),
    Job(Stealable),
}

impl<'w> Handle<'w> {
    /// The helpers of a split of this worker, as cores.
    pub(crate) fn helpers_of(self, slot: &Slot) -> impl Iterator<Item = &'w Core> {
        let helpers = slot.helpers.load().filter(move |&helper| helper != self.index());
        helpers.map(move |helper| &*self.shared().cores[helper])
    }

    /// Looks for a part of this worker's split.
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

    /// Runs a part of this worker's split.
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

    /// About to sleep, when all helpers have been asked to share: tells whether there may be a part
    /// of this worker's split.
    pub(crate) fn sees_parts(self, slot: &Slot) -> bool {
        let shared = self.shared();
        self.find_below(slot).map(|(below, _)| self.leave(below)).is_some()
            || self.helpers_of(slot).any(|helper| !shared.stealers[helper.index].is_empty())
            || Thief(self).sees_private_work_of_any(self.helpers_of(slot))
    }
}

/// Returns true if something in this scope is a part of this split.
fn is_below(scope: Option<&ScopeNode>, slot: &Slot) -> bool {
    scope.is_some_and(|scope| scope.chain().any(|node| std::ptr::eq(node, &slot.node)))
}

//! The helper's side of a split: entering, working, leaving, and finding a split to help while
//! waiting.

use crate::handle::Handle;
use crate::handle::scoped::Scoped;
use crate::handover::cancel::Cancelled;
use crate::platform::Costs;
use crate::sync::full_fence;
use crate::task::entry::Entry;
use crate::task::slot::{Slot, Ticket};
use crate::worker::core::{Core, SLOTS};
use crossbeam_utils::CachePadded;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::Ordering::Relaxed;

/// Cache lines that a helper fetches from a split's owner: gate, scope and body.
const LINES_OF_A_SPLIT: u64 = 3;

impl<'w> Handle<'w> {
    pub(crate) fn help(self, ticket: Ticket) -> bool {
        let slot = &self.shared().cores[ticket.worker()].slots[ticket.slot()];
        let inside = slot.gate.has_untried() && slot.gate.try_join(ticket.generation);
        if inside {
            self.help_inside(slot, ticket);
        }
        inside
    }

    #[inline(never)]
    pub(crate) fn help_inside(self, slot: &Slot, ticket: Ticket) {
        self.spend(|costs| costs.help_ns + self.far_cost(slot.owner(), LINES_OF_A_SPLIT, costs));
        let creator = slot.owner();
        let came = self.events().begin_help(creator);
        // If this worker is inside already, its name stays until its last exit.
        let entered = slot.helpers.insert(self.index());
        full_fence(); // pairs with that of `signal_cancelled`: invariant 2 of cancel.rs
        if !slot.node.is_cancelled() && slot.gate.has_untried() {
            self.invite(slot, ticket);
            if slot.forced.load(Relaxed) {
                self.tell_waiting_owners(ticket); // the owner could not: it does not know
            }
            let start = self.now_ns();
            self.within(slot.inside(), || self.work_inside(slot));
            let mine = |entry: &Entry| matches!(entry, Entry::Ticket(copy) if *copy == ticket);
            while self.take_back(mine) {}
            let now = self.now_ns();
            self.core().latencies.lock().run.record(now - start);
            self.shared().cores[creator].backoff.note_help(now - start, now);
        }
        if entered {
            slot.helpers.remove(self.index());
        }
        self.leave(slot);
        self.events().end_help(came, creator);
    }

    fn work_inside(self, slot: &Slot) {
        // SAFETY: written before the gate was opened, read after entering through it, never changed
        // while anyone is inside.
        let body = unsafe { *slot.body.get() }.expect("an open split has a body");
        let claim = |costs: &Costs| costs.claim_ns + self.far_cost(slot.owner(), 1, costs);
        while !slot.node.is_set() {
            if self.urgent() && self.answer_poll(Some(&slot.node), claim).is_err() {
                return;
            }
            let Some(index) = slot.gate.claim() else { return };
            let own = slot.owner() == self.index();
            let start = self.events().begin_index(own);
            let mut aborted = false;
            let scope = Scoped::new(self, &slot.node);
            // SAFETY: the owner's frame holds the body and stays until this worker has left
            // (invariant 1).
            match catch_unwind(AssertUnwindSafe(|| unsafe { (body.call)(body.data, scope, index) })) {
                Ok(Ok(())) => {}
                Ok(Err(Cancelled(()))) => {
                    aborted = true;
                    slot.body_returned_cancelled(self);
                }
                Err(panic) => {
                    let mut first = slot.panic.lock();
                    match *first {
                        None => *first = Some(panic),
                        // Forgotten, because its destructor might panic, and nothing may unwind
                        // from here.
                        Some(_) => std::mem::forget(panic),
                    }
                    drop(first);
                    self.cancel(&slot.node);
                }
            }
            if own {
                slot.ran_by_ticket.add(1);
                self.core().inlined(1);
            }
            self.events().end_index(start, slot.owner(), index, aborted);
        }
    }

    /// Leaves a split. The caller may not touch it afterwards.
    pub(crate) fn leave(self, slot: &Slot) {
        let owner = slot.owner();
        self.fetch_from(owner, 1);
        if slot.gate.leave() && self.shared().sleep.wake(owner) {
            self.events().woke(owner);
        }
    }

    pub(crate) fn enter_below(self, slot: &Slot, core: &'w Core) -> Option<(&'w Slot, Ticket)> {
        // Slots form a stack: on the owner of `slot`, only later slots can lie below.
        let first = if core.index == slot.owner() { slot.number() + 1 } else { 0 };
        open_splits(core).iter().skip(first).find_map(|below| {
            let generation = below.gate.inviting().filter(|&generation| below.gate.try_join(generation))?;
            // Its chain of scopes is alive only while this worker is inside.
            if below.lies_below(slot) && !below.node.is_cancelled() {
                return Some((&**below, below.ticket(generation)));
            }
            self.leave(below);
            None
        })
    }

    pub(crate) fn find_below(self, slot: &Slot) -> Option<(&'w Slot, Ticket)> {
        let cores = &self.shared().cores;
        let mut known = slot.helpers.load();
        let mut unseen = known;
        while let Some(helper) = unseen.next() {
            self.spend(|costs| costs.look_ns + self.far_cost(helper, 1, costs));
            let found = self.enter_below(slot, &cores[helper]);
            if found.is_some() {
                return found;
            }
            open_splits(&cores[helper]).iter().for_each(|below| {
                unseen.add(known.add(below.helpers.load()));
            });
        }
        None
    }

    /// Offers copies of the ticket to other workers and wakes some. With two copies and two
    /// wake-ups, the number of workers in a long split doubles with each wake-up time.
    fn invite(self, slot: &Slot, ticket: Ticket) {
        self.push(Entry::Ticket(ticket));
        let sleep = &self.shared().sleep;
        if !sleep.anybody() {
            return self.wake_for_work();
        }
        self.push(Entry::Ticket(ticket));
        sleep.wake_for_split(self.index(), slot.gate.untried().min(2), |worker| self.events().woke(worker));
    }
}

/// The splits that a worker has open; may be out of date.
fn open_splits(core: &Core) -> &[CachePadded<Slot>] {
    &core.slots[..core.open_slots.load(Relaxed).min(SLOTS)]
}

//! Promotion: a hungry worker gets the oldest private entry of another one.
//!
//! What is private lies in the ring, known to its worker alone. When somebody is hungry the oldest
//! entry, hence usually the largest, moves to the worker's deque, where thieves find it. The
//! invariants are those of `worker.rs`; why no hunger is lost is told in `sleep.rs`.

use super::cancel::{Cancelled, Home, ScopeNode};
use super::level::Level;
use super::memory::{Entry, Private};
use super::platform::Costs;
use super::signal::{CANCEL, HUNGRY};
use super::slot::Ticket;

impl Level<'_> {
    /// A fork or split has found the signal word set, or the ring full: answers it. `cost` is
    /// what it takes a simulated worker to put up the task.
    pub(super) fn answer_fork(
        self,
        scope: Option<&ScopeNode>,
        cost: impl FnOnce(&Costs) -> u64,
    ) -> Result<(), Cancelled> {
        self.spend(cost);
        if self.is_really_signalled() { self.attend_in(scope) } else { Ok(()) }
    }

    /// A poll has found the signal word urgent: answers it. `cost` is what it has taken a
    /// simulated worker to come here.
    pub(super) fn answer_poll(
        self,
        scope: Option<&ScopeNode>,
        cost: impl FnOnce(&Costs) -> u64,
    ) -> Result<(), Cancelled> {
        self.spend(cost);
        if self.core().signal.is_really_urgent() { self.attend_in(scope) } else { Ok(()) }
    }

    /// Answers the signal word: shares work if somebody is hungry. The entries below this handle
    /// are at its disposal.
    pub(super) fn attend(self) {
        let core = self.core();
        self.signal_found();
        self.spend(|costs| costs.attend_ns);
        if core.signal.has(HUNGRY) {
            self.promote_oldest();
        }
    }

    /// As [`Level::attend`], and tells whether `scope` is cancelled.
    fn attend_in(self, scope: Option<&ScopeNode>) -> Result<(), Cancelled> {
        self.attend();
        let core = self.core();
        if !core.signal.has(CANCEL) {
            return Ok(());
        }
        core.signal.clear(CANCEL);
        if scope.is_some_and(ScopeNode::is_cancelled) {
            core.signal.raise(CANCEL); // invariant 3 of cancel.rs
            return Err(Cancelled(()));
        }
        Ok(())
    }

    /// Moves the oldest private entry to where thieves find it. Defers if there is none, or if
    /// none may be taken now.
    fn promote_oldest(self) {
        let (core, own) = (self.core(), self.own());
        let end = self.depth();
        // On top of a task `end` would say nothing about the entries of that task. A handle of the
        // task itself, smuggled in, knows which of them are alive.
        if self.is_on_top() || own.first_private.get() >= end {
            core.signal.defer_hunger();
            return;
        }
        // Before the push: a thief that looks in between and finds nothing sets it again.
        core.signal.clear(HUNGRY);
        while own.first_private.get() < end {
            let oldest = own.first_private.get();
            own.first_private.set(oldest + 1);
            let inside = own.inside.get();
            let (entry, ticket) = match core.ring[oldest].take() {
                Private::Gone => continue,
                Private::Job(job) => {
                    let now = self.now_ns();
                    let again = core.backoff.note_shared(now);
                    (Entry::Job(job.publish(core.index, inside, now, again)), None)
                }
                Private::Split(slot) => match core.slots[slot].open(inside, self.clock()) {
                    Some(ticket) => {
                        core.backoff.note_shared(self.now_ns());
                        (Entry::Ticket(ticket), Some(ticket))
                    }
                    None => continue, // no untried index left: nobody would come for it
                },
            };
            self.spend(|costs| costs.promote_ns);
            own.deque.push(entry);
            self.promoted();
            self.news();
            if let Some(ticket) = ticket {
                self.tell_waiting_owners(ticket);
            }
            return;
        }
        core.signal.raise(HUNGRY);
    }

    /// After a push, or when others should look: wakes a sleeper that may take it, unless
    /// others are searching.
    pub(super) fn news(self) {
        if let Some(worker) = self.shared().sleep.wake_for_work(self.index()) {
            self.woke(worker);
        }
    }

    /// Owners of the splits around a freshly opened one may be asleep, waiting for this very
    /// worker: they can help.
    fn tell_waiting_owners(self, ticket: Ticket) {
        if !self.shared().sleep.anybody() {
            return;
        }
        for node in self.core().slots[ticket.slot()].node().chain().skip(1) {
            if let Home::Split { worker, .. } = node.home
                && worker != self.index()
                && self.shared().sleep.wake(worker)
            {
                self.woke(worker);
            }
        }
    }

    /// Notes that everything from this handle's slot on is free again.
    pub(super) fn settle_at(self) {
        self.own().first_private.set(self.depth());
    }

    /// As [`Level::settle_at`], unless promotion has not come so far.
    pub(super) fn settle_down_to(self) {
        let first_private = &self.own().first_private;
        first_private.set(first_private.get().min(self.depth()));
    }

    /// Takes back `mine` if it still is the newest entry of the deque: then nobody else has it or
    /// ever will.
    pub(super) fn take_back(self, mine: impl Fn(&Entry) -> bool) -> bool {
        let deque = &self.own().deque;
        match deque.pop() {
            Some(entry) if mine(&entry) => true,
            Some(other) => {
                // A thief that looked meanwhile saw nothing and may have gone to sleep.
                deque.push(other);
                self.news();
                false
            }
            None => false,
        }
    }

    pub(super) fn push(self, entry: Entry) {
        self.own().deque.push(entry);
    }
}

//! Promotion: a worker that wants work gets the oldest private entry of another one.
//!
//! What is private lies in the ring, known to its worker alone. When somebody wants work the oldest
//! entry, hence usually the largest, moves to the worker's deque, where thieves find it. Here the
//! worker itself does that, where it forks, splits, polls or claims an index. If it comes to none
//! of these for long, the entry is taken from it (`forced.rs`). The invariants are those of
//! `worker.rs`; why no request is lost is told in `sleep.rs`.

use crate::handle::Handle;
use crate::handover::cancel::{Cancelled, ScopeNode};
use crate::handover::ring::Private;
use crate::handover::signal::{CANCEL, STEAL_REQUEST};
use crate::platform::Costs;
use crate::task::entry::Entry;
use crate::task::job::{PrivateJob, Sharing};
use crate::task::slot::Ticket;

/// A promoted job or split, of which sleepers that may take it are told.
enum Announcement<'s> {
    Job(Option<&'s ScopeNode>),
    Split(Ticket),
}

impl Handle<'_> {
    /// A fork or split has found the signal word set, or the ring full: answers it. `cost` is
    /// what it takes a simulated worker to put up the task.
    pub(crate) fn answer_fork(
        self,
        scope: Option<&ScopeNode>,
        cost: impl FnOnce(&Costs) -> u64,
    ) -> Result<(), Cancelled> {
        self.spend(cost);
        if self.is_really_signalled() { self.attend_in(scope) } else { Ok(()) }
    }

    /// A poll has found the signal word urgent: answers it. `cost` is what it has taken a
    /// simulated worker to come here.
    pub(crate) fn answer_poll(
        self,
        scope: Option<&ScopeNode>,
        cost: impl FnOnce(&Costs) -> u64,
    ) -> Result<(), Cancelled> {
        self.spend(cost);
        if self.core().signal.is_really_urgent() { self.attend_in(scope) } else { Ok(()) }
    }

    /// Answers the signal word: shares an entry if somebody wants work. The entries below this
    /// handle are at its disposal.
    pub(crate) fn attend(self) {
        let core = self.core();
        self.core().signal_found();
        self.spend(|costs| costs.attend_ns);
        if core.signal.has(STEAL_REQUEST) {
            self.promote_oldest();
        } else if core.signal.is_eager() {
            self.promote_ahead();
        }
    }

    /// Answers as [`Handle::attend`] does, and tells whether `scope` is cancelled.
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
    ///
    /// One, however many want work: whoever else wants something asks again, or takes it by force.
    /// To share at once as many as there are idle workers for each that has work was tried. Virtual
    /// time, fib 24 on 2 packages of 8 workers: 547 us instead of 535, and 301 thefts from the
    /// other package instead of 213; coarse programs gained nothing that could be measured.
    fn promote_oldest(self) {
        let core = self.core();
        // On top of a task the depth would say nothing about the entries of that task. A handle of
        // the task itself, smuggled in, knows which of them are alive.
        if self.is_on_top() {
            core.signal.defer_request();
            return;
        }
        if core.ring.boundary() >= self.depth() {
            core.backoff.restart_silence(self.now_ns()); // that there is nothing, is an answer
            core.signal.defer_request();
            return;
        }
        // Before the push: a thief that looks in between and finds nothing sets it again.
        core.signal.clear(STEAL_REQUEST);
        if !self.promote_one() {
            core.signal.raise(STEAL_REQUEST);
        }
    }

    /// Nobody has asked, and nobody could take anything by force: keeps one entry in the deque.
    fn promote_ahead(self) {
        let (core, own) = (self.core(), self.own());
        let may = !self.is_on_top() && core.ring.boundary() < self.depth();
        if may && own.deque.is_empty() {
            self.promote_one();
        }
    }

    /// Moves the oldest private entry to where thieves find it. False if there is none.
    fn promote_one(self) -> bool {
        let core = self.core();
        let inside = self.own().inside.get();
        self.spend(|costs| costs.promote_ns);
        let shared = core.ring.promote(self.depth(), |oldest| {
            let (entry, announcement) = match oldest {
                Private::Gone | Private::Gap => return None,
                Private::Job(job) => {
                    let now = self.now_ns();
                    let again = core.backoff.note_shared(now);
                    let how = if again { Sharing::Again } else { Sharing::Asked };
                    // SAFETY: the ring held it, and gives it to this frame alone.
                    let job = unsafe { PrivateJob::new(job) };
                    // A thief may have the job soon, but its scope is around this worker's frames.
                    // SAFETY: so it outlives this call.
                    let scope = job.scope().map(|scope| unsafe { &*std::ptr::from_ref(scope) });
                    (Entry::Job(job.into_stealable(core.index, inside, now, how)), Announcement::Job(scope))
                }
                Private::Split(slot) => {
                    // None if no untried index is left: nobody would come for it.
                    let ticket = core.slots[slot].open(inside, self.events().clock())?;
                    core.backoff.note_shared(self.now_ns());
                    (Entry::Ticket(ticket), Announcement::Split(ticket))
                }
            };
            self.own().deque.push(entry);
            Some(announcement)
        });
        let Some(announcement) = shared else { return false };
        self.core().promoted();
        match announcement {
            Announcement::Job(scope) => self.wake_for_job(self.index(), scope),
            Announcement::Split(ticket) => {
                self.wake_for_work();
                self.tell_waiting_owners(ticket);
            }
        }
        true
    }

    /// Notes that everything from this handle's slot on is free again, and nothing below private.
    pub(crate) fn settle_at(self) {
        self.core().ring.set_boundary(self.depth());
    }

    /// Notes that everything from this handle's slot on is free again.
    pub(crate) fn settle_down_to(self) {
        self.core().ring.lower_boundary(self.depth());
    }

    /// Takes back `mine` if it still is the newest entry of the deque: then nobody else has it or
    /// ever will.
    pub(crate) fn take_back(self, mine: impl Fn(&Entry) -> bool) -> bool {
        let deque = &self.own().deque;
        match deque.pop() {
            Some(entry) if mine(&entry) => true,
            Some(other) => {
                // A thief that looked meanwhile saw nothing and may have gone to sleep.
                deque.push(other);
                self.wake_for_work();
                false
            }
            None => false,
        }
    }

    pub(crate) fn push(self, entry: Entry) {
        self.own().deque.push(entry);
    }
}

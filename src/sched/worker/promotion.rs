//! Promotion: a worker asked for work shares its oldest private entry.
//!
//! Where it forks, splits, polls or claims an index, it moves that entry, usually the largest, from
//! its ring to its deque. If it comes to none of these for long, a thief takes the entry
//! (`forced.rs`).

use crate::handle::Handle;
use crate::handover::cancel::{Cancelled, ScopeNode};
use crate::handover::ring::Private;
use crate::handover::signal::{CANCEL, STEAL_REQUEST};
use crate::platform::Costs;
use crate::task::entry::Entry;
use crate::task::job::{PrivateJob, Sharing};
use crate::task::slot::Ticket;

enum Announcement<'s> {
    Job(Option<&'s ScopeNode>),
    Split(Ticket),
}

impl Handle<'_> {
    /// Answers the signal word at a fork or split, which takes `cost` of virtual time.
    pub(crate) fn answer_fork(
        self,
        scope: Option<&ScopeNode>,
        cost: impl FnOnce(&Costs) -> u64,
    ) -> Result<(), Cancelled> {
        self.spend(cost);
        if self.is_really_signalled() { self.attend_in(scope) } else { Ok(()) }
    }

    pub(crate) fn answer_poll(
        self,
        scope: Option<&ScopeNode>,
        cost: impl FnOnce(&Costs) -> u64,
    ) -> Result<(), Cancelled> {
        self.spend(cost);
        if self.core().signal.is_really_urgent() { self.attend_in(scope) } else { Ok(()) }
    }

    /// Answers the signal word: shares an entry below this handle if somebody wants work.
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

    /// Answers as [`Handle::attend`] does. Fails if `scope` is cancelled.
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

    /// Promotes the oldest private entry. Defers the request if there is none, or none may be taken
    /// now.
    fn promote_oldest(self) {
        let core = self.core();
        // On top of a task, only that task's own handle knows which of its entries are alive.
        if self.is_on_top() {
            core.signal.defer_request();
            return;
        }
        if core.ring.boundary() >= self.depth() {
            core.backoff.restart_silence(self.now_ns()); // having nothing is an answer
            core.signal.defer_request();
            return;
        }
        // Before the push, so a thief that comes in between and finds nothing sets it again.
        core.signal.clear(STEAL_REQUEST);
        if !self.promote_one() {
            core.signal.raise(STEAL_REQUEST);
        }
    }

    /// Keeps one entry in the deque without a request, where nothing can be taken by force.
    fn promote_ahead(self) {
        let (core, own) = (self.core(), self.own());
        let may = !self.is_on_top() && core.ring.boundary() < self.depth();
        if may && own.deque.is_empty() {
            self.promote_one();
        }
    }

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
                    // SAFETY: the ring held the job and gives it to this frame alone.
                    let job = unsafe { PrivateJob::new(job) };
                    // A thief may have the job soon, but its scope is around this worker's frames.
                    // SAFETY: so the scope outlives this call.
                    let scope = job.scope().map(|scope| unsafe { &*std::ptr::from_ref(scope) });
                    (Entry::Job(job.into_stealable(core.index, inside, now, how)), Announcement::Job(scope))
                }
                Private::Split(slot) => {
                    // `None` if no index is left: nobody would come for it.
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

    /// Frees everything from this handle's slot on. Nothing below may be private.
    pub(crate) fn settle_at(self) {
        self.core().ring.set_boundary(self.depth());
    }

    pub(crate) fn settle_down_to(self) {
        self.core().ring.lower_boundary(self.depth());
    }

    /// Takes back `mine` if it is still the newest entry of the deque; then no thief has it or
    /// will.
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

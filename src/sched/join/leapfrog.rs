//! Waiting for the thief of a job, and helping it meanwhile.
//!
//! Leapfrogging (Wagner and Calder 1993): who waits for a thief steals from that thief and from
//! nobody else, from its deque or by force from its ring. What it runs is then a part of the job
//! that it waits for (`deferred.rs`).

use crate::handle::Handle;
use crate::handover::cancel::ScopeNode;
use crate::handover::signal::CANCEL;
use crate::handover::sleep::Why;
use crate::platform::Patience;
use crate::task::entry::Entry;
use crate::task::job::Promoted;
use crate::worker::thief::Thief;

/// Cache lines that come back from the thief of a job that its owner had to wait for: its latch
/// and its result. (Those of a job that was done by then are not charged in virtual time.)
const LINES_OF_A_RESULT: u64 = 2;

impl Handle<'_> {
    /// Owner: waits until the stolen job of this handle's slot is done, helping the thief meanwhile
    /// if `help` says so. A scope that is cancelled is passed on to the thief. False if the job is
    /// not done but this worker's again (`deferred.rs`).
    #[inline(never)]
    pub(crate) fn await_thief(self, job: Promoted<'_>, scope: Option<&ScopeNode>, help: bool) -> bool {
        let done = self.next().await_thief_here(job, scope, help);
        self.settle_at();
        done
    }

    /// Waits as [`Handle::await_thief`] does, but through this handle itself instead of the next
    /// one. It must be above everything that this worker has under way.
    pub(crate) fn await_thief_here(self, job: Promoted<'_>, scope: Option<&ScopeNode>, help: bool) -> bool {
        let mut done = job.is_done();
        if !done {
            self.settle_at();
            let start = self.events().begin_wait();
            done = self.wait_below(job, scope, help);
            let end = self.events().end_wait(start);
            if done {
                job.thief().inspect(|&thief| self.fetch_from(thief, LINES_OF_A_RESULT));
                self.core().backoff.note_job(job.ran_ns(), end - start, end);
            }
        }
        self.events().end_shared_job(job, done);
        done
    }

    /// Returns true if the job is done; if not, it is this worker's again.
    fn wait_below(self, job: Promoted<'_>, scope: Option<&ScopeNode>, help: bool) -> bool {
        let shared = self.shared();
        let mut patience = Patience::new();
        let mut forwarded = false;
        while !job.is_done() {
            let thief = job.thief();
            let cancelled = || scope.is_some_and(ScopeNode::is_cancelled);
            if let Some(thief) = thief {
                if !forwarded && cancelled() {
                    shared.signal_and_wake(thief, CANCEL);
                    forwarded = true;
                }
                if help && self.help_thief(job, thief) {
                    patience.reset();
                    continue;
                }
            } else if shared.deferred.take_back(job) {
                return false;
            }
            if !patience.wait(self.platform(), || job.is_done()) {
                let helped = thief.filter(|_| help).map(|thief| (thief, &*shared.cores[thief]));
                let why = helped.map_or(Why::ByName, |(thief, _)| Why::Thief(thief));
                self.sleep(why, || {
                    helped.inspect(|&(_, core)| Thief(self).ask(core));
                    job.is_done()
                        || job.thief() != thief
                        || (!forwarded && cancelled())
                        || helped.is_some_and(|(thief, core)| {
                            !shared.stealers[thief].is_empty() || Thief(self).sees_private_work_of(core)
                        })
                        || (thief.is_none() && shared.deferred.have(job))
                });
                patience.reset();
            }
        }
        true
    }

    /// Runs a part of the job that its thief has put up, or asks the thief for one.
    fn help_thief(self, job: Promoted<'_>, thief: usize) -> bool {
        let Some(entry) = self.steal_part(job, thief) else {
            let core = &*self.shared().cores[thief];
            if core.backoff.paid() {
                Thief(self).ask(core);
            }
            return false;
        };
        self.events().resume_work();
        self.run(entry);
        self.events().begin_wait();
        // What ran was perhaps not below this scope and has cleared a signal that was meant for it
        // (invariant 3 of cancel.rs).
        self.core().signal.raise(CANCEL);
        true
    }

    /// A part of the job that its thief has put up. When the thief took the job nothing of its
    /// own was private (invariant 4 of worker.rs), so what is private there now is a part of the
    /// job, too.
    pub(crate) fn steal_part(self, job: Promoted<'_>, thief: usize) -> Option<Entry> {
        let entry =
            Thief(self).steal_from(thief).or_else(|| Thief(self).force_from(&self.shared().cores[thief]))?;
        if !job.is_done() {
            return Some(entry);
        }
        self.defer_steal(entry);
        None
    }

    /// Leaves what is no part of the job to those who have nothing to do, and to its owner.
    pub(crate) fn defer_steal(self, entry: Entry) {
        let shared = self.shared();
        let owner = match &entry {
            Entry::Job(job) => Some(job.owner()), // now: soon it may be gone
            Entry::Ticket(_) => None,             // not waited for
        };
        shared.deferred.push(entry);
        if let Some(owner) = owner
            && shared.sleep.wake(owner)
        {
            self.events().woke(owner);
        }
        self.wake_for_work();
    }
}

//! Waiting for the thief of a job, and helping it meanwhile.
//!
//! Leapfrogging (Wagner and Calder 1993): a worker that waits for a thief steals only from that
//! thief, from its deque or by force from its ring. So it runs only parts of the job for which it
//! waits (`deferred.rs`).

use crate::handle::Handle;
use crate::handover::cancel::ScopeNode;
use crate::handover::signal::CANCEL;
use crate::handover::sleep::Why;
use crate::platform::Patience;
use crate::task::entry::Entry;
use crate::task::job::Promoted;
use crate::worker::thief::Thief;

/// Cache lines that a finished job returns to its waiting owner: its latch and its result.
const LINES_OF_A_RESULT: u64 = 2;

impl Handle<'_> {
    /// Waits, as the owner, until this slot's stolen job is done, and helps its thief if `help` is
    /// true. Passes a cancellation of `scope` on to the thief. Returns false if the job came back
    /// unrun (`deferred.rs`).
    #[inline(never)]
    pub(crate) fn await_thief(self, job: Promoted<'_>, scope: Option<&ScopeNode>, help: bool) -> bool {
        let done = self.next().await_thief_here(job, scope, help);
        self.settle_at();
        done
    }

    /// Waits like [`Handle::await_thief`], but on this handle, above everything that this worker
    /// has begun.
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

    fn wait_below(self, job: Promoted<'_>, scope: Option<&ScopeNode>, help: bool) -> bool {
        let shared = self.shared();
        let mut patience = Patience::new();
        let mut forwarded = false;
        while !job.is_done() {
            if help && self.has_mail() {
                self.events().resume_work();
                self.serve_mail();
                self.events().begin_wait();
            }
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
                        || (help && self.has_mail())
                });
                patience.reset();
            }
        }
        true
    }

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
        // That task may have been outside this scope and may have cleared a signal meant for this
        // scope (invariant 3 of cancel.rs).
        self.core().signal.raise(CANCEL);
        true
    }

    /// Steals a part of the job from its thief. When the thief took the job, none of its own
    /// entries was private (invariant 4 of worker.rs). So its private entries now are parts of the
    /// job.
    pub(crate) fn steal_part(self, job: Promoted<'_>, thief: usize) -> Option<Entry> {
        let entry =
            Thief(self).steal_from(thief).or_else(|| Thief(self).force_from(&self.shared().cores[thief]))?;
        if !job.is_done() {
            return Some(entry);
        }
        self.defer_steal(entry);
        None
    }

    /// Gives an entry that is no part of the job to idle workers and to its owner.
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

//! Waiting for the thief of a job, and helping it meanwhile.
//!
//! Leapfrogging (Wagner and Calder 1993): who waits for a thief steals from that thief and from
//! nobody else. What it runs is then a part of the job that it waits for (`strays.rs`).

use super::cancel::ScopeNode;
use super::job::Promoted;
use super::level::Level;
use super::memory::Entry;
use super::platform::Patience;
use super::signal::CANCEL;
use super::sleep::Why;

/// Cache lines that come back from the thief of a job that its owner had to wait for: its latch
/// and its result. (Those of a job that was done by then are not charged in virtual time.)
const LINES_OF_A_RESULT: u64 = 2;

impl Level<'_> {
    /// Owner: waits until a stolen job is done, helping the thief meanwhile if `help` says so.
    /// A scope that is cancelled is passed on to the thief. False if the job is not done but
    /// this worker's again (`strays.rs`).
    #[inline(never)]
    pub(super) fn await_thief(self, job: Promoted<'_>, scope: Option<&ScopeNode>, help: bool) -> bool {
        let mut done = job.is_done();
        if !done {
            let here = self.next();
            here.settle_at();
            let start = self.begin_wait();
            done = here.wait_below(job, scope, help);
            let end = self.end_wait(start);
            if done {
                job.thief().inspect(|&thief| self.fetch_from(thief, LINES_OF_A_RESULT));
                self.core().backoff.note_job(job.ran_ns(), end - start, end);
            }
        }
        self.settle_at();
        self.end_shared_job(job.promoted_ns(), done);
        done
    }

    /// Whether the job is done; if not, it is this worker's again.
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
                if help {
                    if let Some(entry) = self.steal_part(job, thief) {
                        self.resume_work();
                        self.run(entry);
                        self.begin_wait();
                        // What ran was perhaps not below this scope and has cleared a signal
                        // that was meant for it (invariant 3 of cancel.rs).
                        self.core().signal.raise(CANCEL);
                        patience.reset();
                        continue;
                    }
                    if shared.cores[thief].backoff.paid() {
                        self.ask(&shared.cores[thief]);
                    }
                }
            } else if shared.strays.take_back(job) {
                return false;
            }
            if !patience.wait(self.platform(), || job.is_done()) {
                let why = thief.filter(|_| help).map_or(Why::ByName, Why::Thief);
                self.sleep(why, || {
                    thief.filter(|_| help).inspect(|&thief| self.ask(&shared.cores[thief]));
                    job.is_done()
                        || job.thief() != thief
                        || (!forwarded && cancelled())
                        || (help && thief.is_some_and(|thief| !shared.stealers[thief].is_empty()))
                        || (thief.is_none() && shared.strays.have(job))
                });
                patience.reset();
            }
        }
        true
    }

    /// A part of the job that its thief has put up.
    pub(super) fn steal_part(self, job: Promoted<'_>, thief: usize) -> Option<Entry> {
        let entry = self.steal_from(thief)?;
        if !job.is_done() {
            return Some(entry);
        }
        self.leave_astray(entry);
        None
    }

    /// Leaves what is no part of the job to those who have nothing to do, and to its owner.
    fn leave_astray(self, entry: Entry) {
        let shared = self.shared();
        let owner = match &entry {
            Entry::Job(stray) => Some(stray.owner()), // now: soon it may be gone
            Entry::Ticket(_) => None,                 // not waited for
        };
        shared.strays.push(entry);
        if let Some(owner) = owner
            && shared.sleep.wake(owner)
        {
            self.woke(owner);
        }
        self.news();
    }
}

//! Waiting for the thief of a job, and helping it meanwhile.
//!
//! Leapfrogging (Wagner and Calder 1993): who waits for a thief steals from that thief and from
//! nobody else. What it runs is then mostly a part of the job that it waits for.

use super::cancel::Node;
use super::job::Promoted;
use super::level::Level;
use super::platform::Patience;
use super::signal::CANCEL;
use super::sleep::Why;

impl Level<'_> {
    /// Owner: waits until a stolen job is done, helping the thief meanwhile if `help` says so. A
    /// scope that is cancelled is passed on to the thief.
    #[inline(never)]
    pub(super) fn await_thief(self, job: Promoted<'_>, scope: Option<&Node>, help: bool) {
        if !job.is_done() {
            let here = self.next();
            here.settle_at();
            let start = self.begin_wait();
            here.wait_below(job, scope, help);
            let end = self.end_wait(start);
            self.core().backoff.note_job(job.ran_ns(), end - start, end);
        }
        self.settle_at();
        self.end_shared_job(job.promoted_ns(), true);
    }

    fn wait_below(self, job: Promoted<'_>, scope: Option<&Node>, help: bool) {
        let shared = self.shared();
        let mut patience = Patience::new();
        let mut forwarded = false;
        while !job.is_done() {
            let thief = job.thief();
            let cancelled = || scope.is_some_and(Node::is_cancelled);
            if let Some(thief) = thief {
                if !forwarded && cancelled() {
                    shared.signal_and_wake(thief, CANCEL);
                    forwarded = true;
                }
                if help {
                    if let Some(entry) = self.steal_from(thief) {
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
            }
            if !patience.wait(self.platform(), || job.is_done()) {
                let why = thief.filter(|_| help).map_or(Why::ByName, Why::Thief);
                self.sleep(why, || {
                    thief.filter(|_| help).inspect(|&thief| self.ask(&shared.cores[thief]));
                    job.is_done()
                        || job.thief() != thief
                        || (!forwarded && cancelled())
                        || (help && thief.is_some_and(|thief| !shared.stealers[thief].is_empty()))
                });
                patience.reset();
            }
        }
    }
}

//! Deferred steals: entries that a waiting worker stole an instant too late.
//!
//! A worker that waits for the thief of its job steals from that thief. If the job is not done
//! *after* the theft, the entry is part of it, because a deque gives its oldest entry first and has
//! nothing from before the job. Otherwise it is part of later work, and to run it would make the
//! join wait for a stranger, perhaps for ever, so the worker leaves it here for idle workers and
//! for the owner. The owner of a split that waits for its helpers does the same (`part.rs`).
//!
//! (If the job's body helps from within, [`Scoped::help`](crate::Scoped::help), the entry may be of
//! that split. It lies on top of the job on the thief's stack, so the job cannot end before it.)

use crate::sync::{
    Mutex,
    atomic::{AtomicUsize, Ordering::Relaxed},
};
use crate::task::entry::Entry;
use crate::task::job::Promoted;

#[derive(Default)]
pub(crate) struct DeferredSteals {
    entries: Mutex<Vec<Entry>>,
    /// Their number. A worker about to sleep reads it after a fence (`sleep.rs`).
    number: AtomicUsize,
}

impl DeferredSteals {
    pub(crate) fn are_none(&self) -> bool {
        self.number.load(Relaxed) == 0
    }

    pub(crate) fn push(&self, entry: Entry) {
        let mut entries = self.entries.lock();
        entries.push(entry);
        self.number.store(entries.len(), Relaxed);
    }

    pub(crate) fn take_any(&self) -> Option<Entry> {
        self.take(|_| true)
    }

    /// Takes the owner's job back if it is here; then nobody else has it or ever will.
    pub(crate) fn take_back(&self, job: Promoted<'_>) -> bool {
        self.take(|entry| entry.is(job)).is_some()
    }

    pub(crate) fn have(&self, job: Promoted<'_>) -> bool {
        !self.are_none() && self.entries.lock().iter().any(|entry| entry.is(job))
    }

    fn take(&self, wanted: impl Fn(&Entry) -> bool) -> Option<Entry> {
        if self.are_none() {
            return None;
        }
        let mut entries = self.entries.lock();
        let place = entries.iter().position(wanted)?;
        let entry = entries.remove(place);
        self.number.store(entries.len(), Relaxed);
        Some(entry)
    }
}

#[cfg(test)]
mod tests {
    use crate::Pool;
    use crate::handle::Handle;
    use crate::handover::signal::STEAL_REQUEST;
    use crate::join::fork::Pending;
    use crate::task::job::{Job, Task};

    struct Give(u32);

    impl Task<u32> for Give {
        fn run(self, _: Handle<'_>) -> u32 {
            self.0
        }

        fn is_aborted(_: &u32) -> bool {
            false
        }
    }

    #[test]
    fn the_owner_takes_back_what_was_stolen_when_the_other_job_was_done() {
        let pool = Pool::new(1).unwrap();
        pool.install(|w| {
            let jobs = [1, 2].map(|number| Job::new(Give(number)));
            let outer = w.handle();
            let inner = outer.next();
            for (handle, job) in [outer, inner].into_iter().zip(&jobs) {
                std::mem::forget(Pending::fork(handle, job, None).ok());
            }
            let here = inner.next();
            for _ in &jobs {
                here.core().signal.raise(STEAL_REQUEST);
                here.attend();
            }
            // SAFETY: both are in the deque now.
            let [first, second] = jobs.each_ref().map(|job| unsafe { job.promoted() });

            let entry = here.steal_part(second, 0).expect("the second is not done");
            assert!(entry.is(first));
            here.run(entry);
            assert!(here.steal_part(first, 0).is_none(), "the first is done");

            let deferred = &here.shared().deferred;
            assert!(deferred.have(second) && !deferred.have(first));
            assert!(!inner.await_thief(second, None, true), "nobody else could run it");
            assert!(deferred.are_none());
            inner.core().inlined(1);
            // SAFETY: it is this worker's again, and taken once.
            assert_eq!(unsafe { jobs[1].take() }.run(inner), 2);
            assert!(outer.await_thief(first, None, true));
            // SAFETY: it is done.
            assert_eq!(unsafe { jobs[0].result() }.ok(), Some(1));
        });
        let total = pool.snapshot().total();
        total.check().unwrap();
        assert_eq!((total.created, total.inlined(), total.stolen, total.lost), (2, 1, 1, 1));
    }
}

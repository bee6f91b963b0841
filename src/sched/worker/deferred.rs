//! Deferred steals: what a waiting worker has stolen an instant too late.
//!
//! A worker that waits for the thief of its job steals from that thief, and runs what it gets as a
//! part of the job. If the job is not done *after* the theft, the entry is a part of it: a deque
//! gives its oldest entry first, so nothing is left in it that the thief had put up before it took
//! the job. If the job is done by then, the entry belongs to work that the thief took up later,
//! perhaps of another install. To run it would make the join wait for a stranger, and for ever if
//! the stranger waits for what comes after the join. So the worker leaves it here and goes on.
//!
//! (Where the job's body helps from within, [`Scoped::help`](crate::Scoped::help), the entry may be
//! of the split that it helps with. That is no part of the job, but lies on top of it on the
//! thief's stack, so the job cannot end before it.)
//!
//! The owner of a split that waits for its helpers steals from them in the same way, and leaves
//! here what is no part of its split, or is older than that (`part.rs`).
//!
//! Idle workers look here for work. So does the owner of the entry: at its join it finds the
//! entry gone from its deque and waits for a thief. There may be none, if all others wait too
//! or are busy for long; then the owner takes the job back from here.
//!
//! Such a theft is rare: some in a minute where installs of small tasks share eight workers on
//! two processors. So a lock will do.

use crate::sync::{
    Mutex,
    atomic::{AtomicUsize, Ordering::Relaxed},
};
use crate::task::entry::Entry;
use crate::task::job::Promoted;

/// Entries that nobody runs and that lie in no deque.
#[derive(Default)]
pub(crate) struct DeferredSteals {
    entries: Mutex<Vec<Entry>>,
    /// Their number. A worker that sleeps if it is 0 looks at it after a fence, as at a deque
    /// (`sleep.rs`).
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

    /// Any of them, for a worker that has nothing to do.
    pub(crate) fn take_any(&self) -> Option<Entry> {
        self.take(|_| true)
    }

    /// Owner: takes this job back if it is here. Then nobody else has it or ever will.
    pub(crate) fn take_back(&self, job: Promoted<'_>) -> bool {
        self.take(|entry| entry.is(job)).is_some()
    }

    /// Owner: whether this job is here.
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

    /// The worker is its own thief here, and comes an instant too late for the second job.
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

//! The ledger: what became of every task that was asked for.
//!
//! Each worker has its own [`Counters`], written by its own thread alone with a relaxed load and a
//! relaxed store (an increment of a plain word; never a locked instruction), and read by others
//! through a [`Snapshot`] taken at rest, or approximately as metrics (`metrics.rs`). A relaxed
//! atomic rather than a plain cell, because a reader at the wrong moment must be wrong, not
//! undefined.
//!
//! # What is counted where
//! The task's creator counts `created` when it puts the task up (in the ring slot of its level, see
//! `ring.rs`), and later exactly one of three things: nothing (it ran the task itself), `lost`
//! (it found the task taken by another worker) or `discarded` (nobody ran it, nobody will). The
//! runner of a task that it did not create counts `stolen`. Tasks refused are `dud` or
//! `overflowed`.
//!
//! `inlined` is computed: it is `created - lost - discarded` of the creator. One counter fewer on
//! the path of every fork is 0.15-0.2 ns of 1.4, measured on fib. What makes the identities a proof
//! all the same is that the two ends of a theft count separately: every creator's `lost` and every
//! thief's `stolen` must agree in the sum. A task that got lost between them, or ran twice, shows.
//!
//! Where this is [audited](AUDIT) each inlined task is counted too, where it is run, and
//! [`Tally::check`] compares: then a task that its creator drops without running it shows as well.
//!
//! # The identities, at rest, summed over workers
//! 1. `asked = created + dud + overflowed`
//! 2. `created = run + discarded`
//! 3. `run = inlined + stolen`
//! 4. `aborted <= run`
//! 5. `filling_ns <= busy_ns`
//!
//! 1 and 3 define `asked` and `run`; 2 holds exactly if `lost == stolen`.

use crate::error::LedgerError;
use crate::sync::counter::Counter;
use std::ops::{AddAssign, Sub};

/// True if every inlined task is counted by itself: in debug builds, and with the feature `audit`.
pub(crate) const AUDIT: bool = cfg!(any(debug_assertions, feature = "audit"));

macro_rules! counters {
    ($(#[$first_doc:meta])* $first:ident, $($(#[$doc:meta])* $name:ident),* $(,)?) => {
        /// One worker's counters, but for `created`, which is counted in the slots of its ring.
        #[derive(Default)]
        pub(crate) struct Counters { $(pub(crate) $name: Counter),* }

        impl Tally {
            /// Number of counters.
            pub(crate) const COUNTERS: usize = 1 + [$(stringify!($name)),*].len();

            /// All counters in their order.
            pub(crate) fn words(&self) -> [u64; Tally::COUNTERS] {
                [self.$first, $(self.$name),*]
            }

            pub(crate) fn from_words([$first, $($name),*]: [u64; Tally::COUNTERS]) -> Tally {
                Tally { $first, $($name),* }
            }
        }

        impl Counters {
            /// All counters, with 0 for `created`.
            pub(crate) fn read(&self) -> Tally {
                Tally { $first: 0, $($name: self.$name.get()),* }
            }
        }

        /// A worker's counters, or a sum of several workers', at one moment of rest: plain numbers.
        ///
        /// More of them will come. To make one, begin with [`Tally::default`], all zero, and set
        /// its fields.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        #[non_exhaustive]
        pub struct Tally { $(#[$first_doc])* pub $first: u64, $($(#[$doc])* pub $name: u64),* }

        impl AddAssign for Tally {
            fn add_assign(&mut self, other: Tally) {
                self.$first = self.$first.wrapping_add(other.$first);
                $(self.$name = self.$name.wrapping_add(other.$name);)*
            }
        }

        impl Sub for Tally {
            type Output = Tally;
            fn sub(mut self, earlier: Tally) -> Tally {
                self.$first = self.$first.wrapping_sub(earlier.$first);
                $(self.$name = self.$name.wrapping_sub(earlier.$name);)*
                self
            }
        }
    };
}

counters! {
    /// Tasks put up at a `join` (its second half), at a `split` (each of its indices) or by
    /// `Tasks::spawn`, published or not.
    created,
    /// Tasks asked for and neither put up nor run: their scope was cancelled before, or the
    /// split without room that they were indices of ended before their turn.
    dud,
    /// Tasks for which ring or slot pool had no room: run at once as ordinary code.
    overflowed,
    /// Tasks created by this worker and run by it, counted one by one; 0 unless the ledger is
    /// audited (debug builds, feature `audit`). [`Tally::inlined`] is the number to use.
    audited,
    /// Tasks run by this worker that another one created.
    stolen,
    /// Tasks created by this worker that another one ran. Equals `stolen` in the sum over workers.
    lost,
    /// Tasks created by this worker that nobody ran.
    discarded,
    /// Tasks run by this worker that returned [`crate::Cancelled`].
    aborted,
    /// Jobs and splits of this worker that left its private ring for other workers: it shared them,
    /// or they were taken by force.
    promoted,
    /// Jobs and splits that were taken from this worker by force, because it did not answer. They
    /// are counted in `promoted` too.
    forced,
    /// Jobs and tickets this worker took from others.
    steals,
    /// Jobs and tickets this worker took from workers in another package, as far as it is known
    /// where they run. They are counted in `steals` too.
    far_steals,
    /// Looks at another worker's deque that found nothing or a stale ticket. (A lost race is looked
    /// at again at once.)
    failed_steals,
    /// Times this worker went to sleep.
    parks,
    /// Times this worker woke another.
    wakes,
    /// Polls and forks of this worker that found its signal word set. (A poll that finds nothing is
    /// one load and counts nothing.)
    polls,
    /// The units that the user counted with [`crate::Worker::count`]: game-tree nodes, in the
    /// searches here.
    nodes,
    /// Nanoseconds this worker spent running tasks.
    busy_ns,
    /// Nanoseconds this worker spent looking for work, waiting, or asleep.
    idle_ns,
    /// Nanoseconds of `idle_ns` that this worker spent waiting for the second half of a join or
    /// the helpers of a split.
    joining_ns,
    /// Nanoseconds between the moment when another worker woke this one, which had no work, and
    /// the moment when it ran. They are counted in `idle_ns` too, but for a worker that has just
    /// been woken to rest.
    waking_ns,
    /// Calls of [`crate::Scoped::fill`] by this worker.
    fills,
    /// Nanoseconds of `busy_ns` that this worker spent in calls of [`crate::Scoped::fill`],
    /// without the work that it helped with from there.
    filling_ns,
}

impl Tally {
    /// Everything that was asked for: created, dud and overflowed. GHC's total number of sparks.
    #[must_use]
    pub fn asked(&self) -> u64 {
        self.created.wrapping_add(self.dud).wrapping_add(self.overflowed)
    }

    /// Created, and run by its creator.
    #[must_use]
    pub fn inlined(&self) -> u64 {
        self.created.wrapping_sub(self.lost).wrapping_sub(self.discarded)
    }

    /// Run by anybody. Of a single worker: run by it.
    #[must_use]
    pub fn run(&self) -> u64 {
        self.inlined().wrapping_add(self.stolen)
    }

    /// Checks the identities of the module documentation; for a sum over all workers, at rest.
    ///
    /// # Errors
    /// The first identity that does not hold, with its terms.
    pub fn check(&self) -> Result<(), LedgerError> {
        let &Tally { created, lost, discarded, stolen, audited, aborted, filling_ns, busy_ns, .. } = self;
        if lost.checked_add(discarded).is_none_or(|gone| gone > created) {
            return Err(LedgerError::Created { created, lost, discarded });
        }
        if stolen != lost {
            return Err(LedgerError::Stolen { stolen, lost });
        }
        let (inlined, run) = (self.inlined(), self.run());
        if AUDIT && audited != inlined {
            return Err(LedgerError::Inlined { audited, inlined });
        }
        if aborted > run {
            return Err(LedgerError::Aborted { aborted, run });
        }
        if filling_ns > busy_ns {
            return Err(LedgerError::Filling { filling_ns, busy_ns });
        }
        Ok(())
    }

    /// The first line of the text form: every term by its own name.
    #[must_use]
    pub fn tasks_line(&self) -> String {
        format!(
            "TASKS: {} created ({} inlined, {} stolen, {} discarded; {} aborted), {} overflowed, {} dud",
            self.created,
            self.inlined(),
            self.stolen,
            self.discarded,
            self.aborted,
            self.overflowed,
            self.dud
        )
    }

    /// The second line: the same in the words of GHC's `+RTS -s`, to the letter.
    #[must_use]
    pub fn sparks_line(&self) -> String {
        format!(
            "SPARKS: {} ({} converted, {} overflowed, {} dud, {} GC'd, {} fizzled)",
            self.asked(),
            self.stolen,
            self.overflowed,
            self.dud,
            self.discarded,
            self.inlined()
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_form_is_that_of_the_contract() {
        let tally = Tally {
            created: 1740,
            stolen: 412,
            lost: 412,
            audited: if AUDIT { 1188 } else { 0 },
            discarded: 140,
            aborted: 37,
            dud: 3,
            ..Tally::default()
        };
        tally.check().unwrap();
        assert_eq!(
            tally.tasks_line(),
            "TASKS: 1740 created (1188 inlined, 412 stolen, 140 discarded; 37 aborted), 0 overflowed, 3 dud"
        );
        assert_eq!(
            tally.sparks_line(),
            "SPARKS: 1743 (412 converted, 0 overflowed, 3 dud, 140 GC'd, 1188 fizzled)"
        );
    }

    #[test]
    fn a_task_lost_on_the_way_is_noticed() {
        let audited = if AUDIT { 7 } else { 0 };
        let whole = Tally { created: 10, lost: 3, stolen: 3, audited, ..Tally::default() };
        whole.check().unwrap();
        let torn = Tally { stolen: 2, ..whole };
        assert_eq!(torn.check(), Err(LedgerError::Stolen { stolen: 2, lost: 3 }));
        let wrapped = Tally { discarded: u64::MAX, ..whole };
        assert!(matches!(wrapped.check(), Err(LedgerError::Created { created: 10, lost: 3, .. })));
        let more_aborted_than_run = Tally { aborted: 11, ..whole };
        assert_eq!(more_aborted_than_run.check(), Err(LedgerError::Aborted { aborted: 11, run: 10 }));
        let more_filled_than_worked = Tally { filling_ns: 2, busy_ns: 1, ..whole };
        assert_eq!(
            more_filled_than_worked.check().unwrap_err().to_string(),
            "got 2 ns of work in fillers, expected no more than the 1 ns of all work"
        );
    }

    #[test]
    fn a_task_that_its_creator_dropped_is_noticed_where_the_ledger_is_audited() {
        let tally = Tally { created: 10, audited: 9, ..Tally::default() };
        let error = LedgerError::Inlined { audited: 9, inlined: 10 };
        assert_eq!(tally.check(), if AUDIT { Err(error) } else { Ok(()) });
    }
}

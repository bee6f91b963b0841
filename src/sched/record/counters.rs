//! The ledger: an exact account of every task asked for.
//!
//! Each worker's own thread writes its [`Counters`] with relaxed loads and stores.
//!
//! The two ends of a theft count separately (`lost` and `stolen`), so a task that is lost, or runs
//! twice, shows. With [`AUDIT`] inlined tasks are counted too, and [`Tally::check`] finds a task
//! that its creator dropped.
//!
//! # The identities, at rest, summed over workers
//! 1. `asked = created + dud + overflowed`
//! 2. `created = run + discarded`
//! 3. `run = inlined + stolen`
//! 4. `aborted <= run`
//! 5. `filling_ns <= busy_ns`
//!
//! 1 and 3 define `asked` and `run`, and `inlined = created - lost - discarded`; so 2 holds exactly
//! if `lost == stolen`.

use crate::error::LedgerError;
use crate::sync::counter::Counter;
use std::iter::Sum;
use std::ops::{AddAssign, Sub};

/// True if every inlined task is counted: in debug builds, and with the feature `audit`.
pub(crate) const AUDIT: bool = cfg!(any(debug_assertions, feature = "audit"));

macro_rules! counters {
    ($(#[$first_doc:meta])* $first:ident, $($(#[$doc:meta])* $name:ident),* $(,)?) => {
        /// One worker's counters, except `created`, which is in its ring slots.
        #[derive(Default)]
        pub(crate) struct Counters { $(pub(crate) $name: Counter),* }

        impl Tally {
            pub(crate) const COUNTERS: usize = 1 + [$(stringify!($name)),*].len();

            pub(crate) fn words(&self) -> [u64; Tally::COUNTERS] {
                [self.$first, $(self.$name),*]
            }

            pub(crate) fn from_words([$first, $($name),*]: [u64; Tally::COUNTERS]) -> Tally {
                Tally { $first, $($name),* }
            }
        }

        impl Counters {
            pub(crate) fn read(&self) -> Tally {
                Tally { $first: 0, $($name: self.$name.get()),* }
            }
        }

        /// Counters of one worker, or a sum over workers, at one moment of rest.
        ///
        /// More fields may follow. To make a value, set fields of [`Tally::default`], which is all
        /// zero.
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
    /// Tasks put up by `join` (its second half), `split` (each index) or `Tasks::spawn`, published
    /// or not.
    created,
    /// Tasks neither put up nor run: their scope was already cancelled, or their split, which had
    /// no slot, ended before their turn.
    dud,
    /// Tasks run at once as ordinary code, for want of room in ring or split slots.
    overflowed,
    /// Own tasks run by this worker, counted one by one if the ledger is audited, else 0. Use
    /// [`Tally::inlined`] instead.
    audited,
    /// Tasks run by this worker that another one created.
    stolen,
    /// Tasks created by this worker that another one ran. Equals `stolen` in the sum over workers.
    lost,
    /// Tasks created by this worker that nobody ran.
    discarded,
    /// Tasks run by this worker that returned [`crate::Cancelled`].
    aborted,
    /// Jobs and splits that left this worker's private ring, shared or by force.
    promoted,
    /// Jobs and splits taken by force from this worker; part of `promoted`.
    forced,
    /// Jobs and tickets this worker took from others.
    steals,
    /// Steals from workers in another package, where that is known; part of `steals`.
    far_steals,
    /// Attempts to steal that found an empty deque or a stale ticket. Lost races are not counted.
    failed_steals,
    /// Times this worker went to sleep.
    parks,
    /// Times this worker woke another.
    wakes,
    /// Polls and forks that found the signal word set.
    polls,
    /// Units counted with [`crate::Worker::count`], such as game-tree nodes.
    nodes,
    /// Nanoseconds this worker spent running tasks.
    busy_ns,
    /// Nanoseconds this worker spent looking for work, waiting, or asleep.
    idle_ns,
    /// Nanoseconds of `idle_ns` spent waiting for a join's second half or a split's helpers.
    joining_ns,
    /// Nanoseconds from being woken to running, for a worker without work; part of `idle_ns`,
    /// except for one woken just now to rest.
    waking_ns,
    /// Calls of [`crate::Scoped::fill`] by this worker.
    fills,
    /// Nanoseconds of `busy_ns` in [`crate::Scoped::fill`], without other work that it helped with.
    filling_ns,
}

impl Sum for Tally {
    fn sum<I: Iterator<Item = Tally>>(tallies: I) -> Tally {
        tallies.fold(Tally::default(), |mut sum, tally| {
            sum += tally;
            sum
        })
    }
}

impl Tally {
    /// The number of tasks asked for: created, dud and overflowed. GHC's total of sparks.
    #[must_use]
    pub fn asked(&self) -> u64 {
        self.created.wrapping_add(self.dud).wrapping_add(self.overflowed)
    }

    /// The number of tasks that their creator ran.
    #[must_use]
    pub fn inlined(&self) -> u64 {
        self.created.wrapping_sub(self.lost).wrapping_sub(self.discarded)
    }

    /// The number of tasks run, by this worker or by all in the sum.
    #[must_use]
    pub fn run(&self) -> u64 {
        self.inlined().wrapping_add(self.stolen)
    }

    /// Checks the ledger's identities, for a sum over all workers at rest.
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

    /// The first line of the text form.
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

    /// The second line: the same in the exact words of GHC's `+RTS -s`.
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

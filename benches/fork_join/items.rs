//! Items that a pool runs: in which way they are put up, and what else is in the same call.
//!
//! Every library runs them as the leaves of a tree of joins. `verbs.rs` has the other ways.

use std::hint::spin_loop;
use std::time::{Duration, Instant};

/// The work of an item, given the item's number; numbers start at 0.
pub type Item<'a> = dyn Fn(usize) + Sync + 'a;

/// A way to put items up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verb {
    /// Halved by joins until one is left.
    Join,
    /// One loop.
    ForEach,
    /// All spawned, then joined in the order of their spawning.
    TasksInOrder,
    /// All spawned, then joined in the opposite order.
    TasksNewestFirst,
    /// All spawned, and waited for together: a `scope` of rayon and forte.
    TasksNotJoined,
    /// Item `i` spawns the items `2 i + 1` and `2 i + 2`. Ours waits for them where it spawned
    /// them, rayon and forte at the end.
    TaskTree,
    /// A flat split.
    Split,
    /// A search for the first hit, of which there is none.
    FindFirst,
}

impl Verb {
    /// Its name in tables.
    pub fn name(self) -> &'static str {
        match self {
            Verb::Join => "join",
            Verb::ForEach => "for_each",
            Verb::TasksInOrder => "tasks, in order",
            Verb::TasksNewestFirst => "tasks, newest first",
            Verb::TasksNotJoined => "tasks, not joined",
            Verb::TaskTree => "tree of tasks",
            Verb::Split => "split",
            Verb::FindFirst => "find_first",
        }
    }
}

/// One call of a pool.
pub struct Call<'a> {
    /// Joins of nothing that come first.
    pub forks: u64,
    /// Number of times that all items are run; each time begins after the one before has ended.
    pub bursts: usize,
    /// Time to compute for after each burst, without a look at the scheduler.
    pub stretch: Duration,
    pub verb: Verb,
    /// The number of items.
    pub items: usize,
    pub item: &'a Item<'a>,
}

impl<'a> Call<'a> {
    /// A call that runs the items once and does nothing else.
    pub fn of(verb: Verb, items: usize, item: &'a Item<'a>) -> Call<'a> {
        Call { forks: 0, bursts: 1, stretch: Duration::ZERO, verb, items, item }
    }
}

/// Computes for as long as this by the clock, without a look at the scheduler.
pub fn compute(duration: Duration) {
    let start = Instant::now();
    while start.elapsed() < duration {
        spin_loop();
    }
}

/// States what runs items for one scheduler, as `loops` states the loops.
///
/// `other_verb` must be in scope: a function of the handle, a verb that is not [`Verb::Join`], the
/// number of items, and the item.
macro_rules! items {
    ($handle:ty, |$h:ident, $a:ident, $b:ident| $join:expr, |$lent:ident| $lend:expr) => {
        pub fn items(mut handle: $handle, call: &Call<'_>) {
            for _ in 0..call.forks {
                let $lent = &mut handle;
                empty_join($lend);
            }
            for _ in 0..call.bursts {
                let $lent = &mut handle;
                burst($lend, call.verb, call.items, call.item);
                compute(call.stretch);
            }
        }

        fn burst(handle: $handle, verb: Verb, count: usize, item: &Item<'_>) {
            match verb {
                Verb::Join => joined(handle, 0, count, item),
                other => other_verb(handle, other, count, item),
            }
        }

        /// The items `from..to`, one at least.
        fn joined($h: $handle, from: usize, to: usize, item: &Item<'_>) {
            if to - from == 1 {
                return item(from);
            }
            let middle = from + (to - from) / 2;
            let $a = move |$h: $handle| joined($h, from, middle, item);
            let $b = move |$h: $handle| joined($h, middle, to, item);
            let ((), ()) = $join;
        }

        pub fn late($h: $handle, scene: &Scene) {
            let half = |mut handle: $handle| {
                let first = scene.meets(|| {
                    let $lent = &mut handle;
                    empty_join($lend);
                });
                if first {
                    let $lent = &mut handle;
                    burst($lend, scene.verb(), 2, &|_| scene.item());
                } else {
                    scene.is_busy();
                }
            };
            let $a = half;
            let $b = half;
            let ((), ()) = $join;
        }
    };
}
pub(crate) use items;

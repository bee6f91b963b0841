//! Sets of pools: which installs a piece of work is part of.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// The pools with an install that waits for the code in question.
///
/// A word, so that it can be copied along with every stolen task and owns nothing that could be
/// gone. 64 pools have a bit each while they live; those beyond have none and are in no set. And
/// a coroutine may leave a wrong set behind. A set decides only whether an install goes ahead of
/// waiting snapshots, or waits until they step aside (`injector.rs`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PoolSet(u64);

/// The bits of pools that live.
static TAKEN: AtomicU64 = AtomicU64::new(0);

impl PoolSet {
    pub(crate) const NONE: PoolSet = PoolSet(0);
    pub(crate) const ALL: PoolSet = PoolSet(u64::MAX);

    /// A new pool, as a set of one; of none if there are too many.
    pub(crate) fn new_pool() -> PoolSet {
        let take_lowest = |taken: u64| (taken != u64::MAX).then(|| taken | (taken + 1));
        let taken = TAKEN.fetch_update(Relaxed, Relaxed, take_lowest);
        taken.map_or(PoolSet::NONE, |taken| PoolSet(1 << taken.trailing_ones()))
    }

    /// The pool of this set of one is gone.
    pub(crate) fn give_back(self) {
        TAKEN.fetch_and(!self.0, Relaxed);
    }

    pub(crate) fn and(self, others: PoolSet) -> PoolSet {
        PoolSet(self.0 | others.0)
    }

    /// Returns true if a pool is in it. [`PoolSet::ALL`] contains those that have no bit, too.
    pub(crate) fn contains(self, pool: PoolSet) -> bool {
        self == PoolSet::ALL || self.0 & pool.0 != 0
    }

    /// The set as a word that [`PoolSet::from_bits`] understands.
    pub(crate) fn bits(self) -> u64 {
        self.0
    }

    pub(crate) fn from_bits(bits: u64) -> PoolSet {
        PoolSet(bits)
    }
}

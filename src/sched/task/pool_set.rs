use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// The pools with an install that waits for some code.
///
/// A pool beyond 64 living ones is in no set, and a coroutine may leave a wrong set. So a set only
/// decides whether an install goes ahead of waiting snapshots or waits until they step aside
/// (`injector.rs`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PoolSet(u64);

static TAKEN: AtomicU64 = AtomicU64::new(0);

impl PoolSet {
    pub(crate) const NONE: PoolSet = PoolSet(0);
    pub(crate) const ALL: PoolSet = PoolSet(u64::MAX);

    /// A set of one new pool; an empty set if there are too many.
    pub(crate) fn new_pool() -> PoolSet {
        let take_lowest = |taken: u64| (taken != u64::MAX).then(|| taken | (taken + 1));
        let taken = TAKEN.fetch_update(Relaxed, Relaxed, take_lowest);
        taken.map_or(PoolSet::NONE, |taken| PoolSet(1 << taken.trailing_ones()))
    }

    pub(crate) fn give_back(self) {
        TAKEN.fetch_and(!self.0, Relaxed);
    }

    pub(crate) fn and(self, others: PoolSet) -> PoolSet {
        PoolSet(self.0 | others.0)
    }

    /// True if a pool is in the set. [`PoolSet::ALL`] also contains pools without a bit.
    pub(crate) fn contains(self, pool: PoolSet) -> bool {
        self == PoolSet::ALL || self.0 & pool.0 != 0
    }

    pub(crate) fn bits(self) -> u64 {
        self.0
    }

    pub(crate) fn from_bits(bits: u64) -> PoolSet {
        PoolSet(bits)
    }
}

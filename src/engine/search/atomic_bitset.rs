use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// A set of places, filled by all workers. Relaxed: the end of the split orders insertions before
/// the owner's use.
#[derive(Default)]
pub(super) struct AtomicBitset([AtomicU64; MOST_PLACES / 64]);

/// More than any node here has young brothers.
const MOST_PLACES: usize = 1024;

impl AtomicBitset {
    pub fn insert(&self, place: usize) {
        self.0[place / 64].fetch_or(1 << (place % 64), Relaxed);
    }

    pub fn contains(&self, place: usize) -> bool {
        self.0[place / 64].load(Relaxed) >> (place % 64) & 1 == 1
    }
}

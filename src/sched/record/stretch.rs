use std::sync::atomic::{
    AtomicU64,
    Ordering::{Acquire, Relaxed, Release},
    fence,
};

#[derive(Default)]
pub(crate) struct Stretch(AtomicU64);

impl Stretch {
    /// Begins a stretch at `now`. Returns when the last one began.
    pub(crate) fn begin(&self, now: u64, works: bool) -> u64 {
        let (since, _) = self.read();
        self.0.store(now << 1 | u64::from(works), Relaxed);
        // Pairs with the fence in `read_beside`: the next counter update is for the last stretch.
        fence(Release);
        since
    }

    /// Reads the stretch, with `counters` that do not include it yet.
    pub(crate) fn read_beside<T>(&self, counters: impl Fn() -> T) -> ((u64, bool), T) {
        loop {
            let (stretch, counters) = (self.read(), counters());
            fence(Acquire); // pairs with the fence in `begin`
            if self.read() == stretch {
                return (stretch, counters);
            }
        }
    }

    /// Its beginning, and true for work.
    pub(crate) fn read(&self) -> (u64, bool) {
        let word = self.0.load(Relaxed);
        (word >> 1, word & 1 == 1)
    }
}

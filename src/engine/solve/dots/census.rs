//! How many nodes all workers have searched.
//!
//! Every task of a solve ends by telling its nodes, and many tasks are a few nodes long: one
//! number for all would be the cache line that 16 workers wait for. So each worker keeps what it
//! has to tell until it is worth a write to that line.

use crossbeam_utils::CachePadded;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// A worker tells no fewer nodes than this.
const WORTH_TELLING: u64 = 64;

/// Nodes of a solve.
pub(super) struct Census {
    told: CachePadded<AtomicU64>,
    /// Of each worker, what it has not told yet. It alone writes to it.
    untold: Box<[CachePadded<AtomicU64>]>,
}

/// The number that was told, before and after a worker told more.
pub(super) struct Told {
    pub before: u64,
    pub after: u64,
}

impl Census {
    /// No nodes of so many workers.
    pub fn new(workers: usize) -> Census {
        Census {
            told: CachePadded::default(),
            untold: (0..workers).map(|_| CachePadded::default()).collect(),
        }
    }

    /// Adds nodes of a worker, which calls this itself. `None` if it keeps them for later.
    #[inline]
    pub fn add(&self, worker: usize, nodes: u64) -> Option<Told> {
        let mine = &self.untold[worker];
        let untold = mine.load(Relaxed) + nodes;
        if untold < WORTH_TELLING {
            mine.store(untold, Relaxed);
            return None;
        }
        mine.store(0, Relaxed);
        let before = self.told.fetch_add(untold, Relaxed);
        Some(Told { before, after: before + untold })
    }

    /// The nodes that workers have told: fewer than all by less than 64 for each worker.
    #[inline]
    pub fn told(&self) -> u64 {
        self.told.load(Relaxed)
    }

    /// All nodes, once no task runs.
    pub fn all(&self) -> u64 {
        self.told() + self.untold.iter().map(|nodes| nodes.load(Relaxed)).sum::<u64>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Beside plain sums.
    #[test]
    fn nothing_is_lost_and_little_is_untold() {
        let census = Census::new(3);
        let (mut all, mut told) = (0, 0);
        for n in 0..2_000 {
            let (worker, nodes) = (n % 3, n as u64 * 7 % 40);
            all += nodes;
            if let Some(Told { before, after }) = census.add(worker, nodes) {
                assert_eq!(before, told);
                assert!(after - before >= WORTH_TELLING);
                told = after;
            }
            assert_eq!((census.told(), census.all()), (told, all));
            assert!(all - told < 3 * WORTH_TELLING);
        }
    }

    #[test]
    fn workers_count_side_by_side() {
        let census = Census::new(4);
        std::thread::scope(|scope| {
            for worker in 0..4 {
                let census = &census;
                scope.spawn(move || {
                    for n in 0..50_000 {
                        census.add(worker, n % 5);
                    }
                });
            }
        });
        assert_eq!(census.all(), 4 * 100_000);
    }
}

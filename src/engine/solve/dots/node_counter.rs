//! The number of nodes that all workers have searched. Many tasks are a few nodes long, so each
//! worker collects nodes before it writes to the shared cache line.

use crossbeam_utils::CachePadded;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// The least number of nodes that a worker adds to the sum.
const WORTH_ADDING: u64 = 64;

pub(super) struct NodeCounter {
    sum: CachePadded<AtomicU64>,
    /// For each worker, the nodes not added yet. Atomic additions, because two threads have one
    /// worker's number while a wait across pools ends.
    pending: Box<[CachePadded<AtomicU64>]>,
}

impl NodeCounter {
    pub fn new(workers: usize) -> NodeCounter {
        let pending = (0..workers).map(|_| CachePadded::default()).collect();
        NodeCounter { sum: CachePadded::default(), pending }
    }

    /// Adds nodes of the calling worker. Returns the sum if it has passed a multiple of `batch`.
    #[inline]
    pub fn add(&self, worker: usize, nodes: u64, batch: u64) -> Option<u64> {
        let pending = &self.pending[worker];
        if pending.fetch_add(nodes, Relaxed) + nodes < WORTH_ADDING {
            return None;
        }
        let nodes = pending.swap(0, Relaxed);
        let before = self.sum.fetch_add(nodes, Relaxed);
        (before / batch != (before + nodes) / batch).then_some(before + nodes)
    }

    /// The nodes in the sum: fewer than all by less than 64 for each worker.
    #[inline]
    pub fn sum(&self) -> u64 {
        self.sum.load(Relaxed)
    }

    /// All nodes, once no task runs.
    pub fn all(&self) -> u64 {
        let pending = self.pending.iter().map(|nodes| nodes.load(Relaxed));
        self.sum() + pending.sum::<u64>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_lost_and_little_is_pending() {
        let counter = NodeCounter::new(3);
        let (mut all, mut sum) = (0, 0);
        for n in 0..2_000 {
            let (worker, nodes) = (n % 3, n as u64 * 7 % 40);
            all += nodes;
            if let Some(now) = counter.add(worker, nodes, 1) {
                assert!(now - sum >= WORTH_ADDING);
                sum = now;
            }
            assert_eq!((counter.sum(), counter.all()), (sum, all));
            assert!(all - sum < 3 * WORTH_ADDING);
        }
    }

    #[test]
    fn batches_are_seen_once() {
        let counter = NodeCounter::new(1);
        let seen: Vec<u64> = (0..1_000).filter_map(|_| counter.add(0, 50, 1_000)).collect();
        assert_eq!(seen, (1..=50).map(|n| 1_000 * n).collect::<Vec<_>>());
    }

    /// Two threads share each worker's number.
    #[test]
    fn workers_count_side_by_side() {
        let counter = NodeCounter::new(2);
        let batches = AtomicU64::new(0);
        std::thread::scope(|scope| {
            for thread in 0..4 {
                let (counter, batches) = (&counter, &batches);
                scope.spawn(move || {
                    for n in 0..50_000 {
                        let batch = counter.add(thread % 2, n % 5, 1 << 10);
                        batches.fetch_add(batch.is_some().into(), Relaxed);
                    }
                });
            }
        });
        assert_eq!(counter.all(), 4 * 100_000);
        assert_eq!(batches.into_inner(), counter.sum() >> 10);
    }
}

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use crate::game::Score;
use crate::huge_pages::Words;
use crate::search::sim_ids;
use crate::search::table::{Entry, Table};
use crate::search::task::Task;
use crate::search::window::{Bound, Window};
use sparring_sched::CacheLine;

/// Marks of nodes being searched, and results of finished ones. Relaxed: marks only decide when a
/// node is searched, and a result checks itself.
pub(super) struct AbdadaTables {
    /// A hash of the node in the upper bits, the number of workers inside in the lower ones.
    marks: Words,
    results: Table,
}

const COUNT: u64 = 0xffff;
/// Each of 1024 workers is inside a dozen nodes at most.
const MARKS: usize = 1 << 15;
const RESULTS: usize = 1 << 20;

impl AbdadaTables {
    pub fn new() -> AbdadaTables {
        AbdadaTables { marks: Words::zeroed(MARKS), results: Table::of(RESULTS) }
    }

    pub fn next_depth(&self) {
        self.results.next_generation();
    }

    fn place(key: u64) -> usize {
        (key % MARKS as u64) as usize
    }

    fn mark(&self, key: u64) -> &AtomicU64 {
        &self.marks[Self::place(key)]
    }

    /// Marks a node until the value returned is dropped, or nothing if another node has the place.
    /// `None` if `alone` and another worker is inside.
    pub fn enter(&self, task: &Task<'_, '_>, key: u64, alone: bool) -> Option<Inside<'_>> {
        let line = CacheLine::of(sim_ids::MARKS, Self::place(key) * size_of::<AtomicU64>());
        task.at.reads([line]);
        let (mark, hash) = (self.mark(key), key & !COUNT);
        let mut word = mark.load(Relaxed);
        loop {
            let (count, same) = (word & COUNT, word & !COUNT == hash);
            if count > 0 && same && alone {
                return None;
            }
            if count > 0 && !same || count == COUNT {
                return Some(Inside(None));
            }
            let noted = hash | (count + 1);
            match mark.compare_exchange_weak(word, noted, Relaxed, Relaxed) {
                Ok(_) => {
                    task.at.writes(line);
                    return Some(Inside(Some(mark)));
                }
                Err(now) => word = now,
            }
        }
    }

    /// The score of a finished node, if it keeps the contract in this window.
    pub fn probe(&self, task: &Task<'_, '_>, key: u64, window: Window) -> Option<Score> {
        task.at.reads([self.results.line(sim_ids::RESULTS, key)]);
        let Entry { score, bound, .. } = self.results.probe(key)?;
        (bound == Bound::Exact || Bound::of(score, window) == bound).then_some(score)
    }

    pub fn store(&self, task: &Task<'_, '_>, key: u64, score: Score, window: Window, depth: u32) {
        task.at.writes(self.results.line(sim_ids::RESULTS, key));
        self.results.store(key, Entry { score, bound: Bound::of(score, window), depth, best: 0 });
    }
}

/// A worker's presence in a node, until it is dropped; `None` if nothing was marked.
pub(super) struct Inside<'t>(pub Option<&'t AtomicU64>);

impl Drop for Inside<'_> {
    fn drop(&mut self) {
        if let Some(mark) = self.0 {
            mark.fetch_sub(1, Relaxed);
        }
    }
}

//! Which quiet moves have cut: killers and history, one table for all workers of a search.
//!
//! A worker that reads what the others have learnt searches the better move first, so less of
//! the work that workers take from each other turns out to be needless. In virtual time (24
//! Bratko-Kopec positions, trees of 0.3 million nodes and more, `tools/scaling`) nodes beyond
//! those of one worker fall from 61 to 37 % with 64 workers and from 111 to 63 % with 256. A cut
//! by a quiet move writes one cell or three; that model does not count what it costs to move
//! these cells from processor to processor.
//!
//! Cells are read and written without any order, and of two changes at the same moment one may be
//! lost: they only decide what is tried first.

use std::sync::atomic::{AtomicI32, AtomicU32, Ordering::Relaxed};

use crate::game::MAX_PLY;
use crate::search::objects::{HISTORY, KILLERS};
use sparring_sched::CacheLine;

/// History stays within `0..=HISTORY_MAX`.
pub(super) const HISTORY_MAX: i32 = 1 << 14;

/// See the module documentation.
pub struct Refutations {
    history: Box<[AtomicI32]>,
    /// Two for each ply: the history index of a quiet move that cut there, plus 1; 0 for none.
    killers: Box<[[AtomicU32; 2]]>,
}

impl Refutations {
    /// With room for no quiet move yet.
    pub(super) fn new() -> Refutations {
        let killers = (0..=MAX_PLY).map(|_| Default::default()).collect();
        Refutations { history: Box::default(), killers }
    }

    /// Makes room for this number of different quiet moves.
    pub(super) fn make_room(&mut self, quiet: usize) {
        if self.history.len() < quiet {
            self.history = (0..quiet).map(|_| AtomicI32::new(0)).collect();
        }
    }

    pub(super) fn forget(&self) {
        self.history.iter().for_each(|cell| cell.store(0, Relaxed));
        self.killers.iter().flatten().for_each(|cell| cell.store(0, Relaxed));
    }

    /// How often, weighted by depth, the quiet move with this index has cut.
    #[inline]
    pub fn history(&self, index: usize) -> i32 {
        self.history[index].load(Relaxed)
    }

    /// The killers of a ply, as history indices plus 1.
    #[inline]
    pub fn killers(&self, ply: u32) -> [u32; 2] {
        let [a, b] = &self.killers[ply as usize];
        [a.load(Relaxed), b.load(Relaxed)]
    }

    /// The cache lines on which the killers of a ply and the history of a quiet move are.
    pub fn lines(ply: u32, index: usize) -> [CacheLine; 2] {
        [
            CacheLine::of(KILLERS, ply as usize * size_of::<[AtomicU32; 2]>()),
            CacheLine::of(HISTORY, index * size_of::<AtomicI32>()),
        ]
    }

    /// The quiet move with this index has cut at `ply`: it becomes a killer and gains `bonus`,
    /// the less the nearer its history is to [`HISTORY_MAX`]. Returns whether the killers have
    /// changed.
    #[inline]
    pub fn remember(&self, ply: u32, index: usize, bonus: i32) -> bool {
        let [a, b] = &self.killers[ply as usize];
        let (latest, mark) = (a.load(Relaxed), index as u32 + 1);
        if latest != mark {
            b.store(latest, Relaxed);
            a.store(mark, Relaxed);
        }
        let cell = &self.history[index];
        let old = cell.load(Relaxed);
        cell.store(old + bonus - old * bonus / HISTORY_MAX, Relaxed);
        latest != mark
    }
}

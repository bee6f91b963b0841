//! Which quiet moves have cut: killers and history, one table for all workers of a search.
//!
//! A worker that reads what the others have learnt searches the better move first, so less of
//! the work that workers take from each other turns out to be needless. In virtual time (24
//! Bratko-Kopec positions, trees of 0.3 million nodes and more, `tools/scaling`) nodes beyond
//! those of one worker fall from 61 to 37 % with 64 workers and from 111 to 63 % with 256 (cuts
//! at depth 1 were remembered too, and memory took no time).
//!
//! A cut by a quiet move writes one cell or three, and takes their cache lines from all others,
//! who read them at every node. In dots and boxes, with nodes of 80 ns and 40 different moves, 16
//! simulated workers lost three quarters of their rate by that, since lines of other workers take
//! time. So cuts at depth 1, which are the most, are not remembered ([`LEARN_DEPTH`]), and cells
//! of a small table and killers of different plies have cache lines of their own: 6 % are lost.
//!
//! Cells are read and written without any order, and of two changes at the same moment one may be
//! lost: they only decide what is tried first.

use std::sync::atomic::{AtomicI32, AtomicU32, Ordering::Relaxed};

use crossbeam_utils::CachePadded;

use crate::game::MAX_PLY;
use crate::search::objects::{HISTORY, KILLERS};
use sparring_sched::CacheLine;

/// History stays within `0..=HISTORY_MAX`.
pub(super) const HISTORY_MAX: i32 = 1 << 14;

/// Cuts are remembered from this depth on. If all were, one worker would visit 0.1 % more nodes
/// of chess (72 trees) and 1 % more of dots (17 trees). With 3 instead of 2 it visits 2 % more of
/// chess and 7 % fewer of dots.
pub(super) const LEARN_DEPTH: u32 = 2;

/// Cells lie as far apart as this many bytes allow, up to a cache line each: half of a usual
/// first-level cache.
const SPREAD: usize = 16 << 10;

/// The cells of a cache line.
#[derive(Default)]
#[repr(align(64))]
struct Cells([AtomicI32; CELLS]);

const CELLS: usize = CacheLine::BYTES / size_of::<AtomicI32>();

/// See the module documentation.
pub struct Refutations {
    history: Box<[Cells]>,
    /// A cell stands at its index, shifted by this.
    spacing: u32,
    /// Two for each ply: the history index of a quiet move that cut there, plus 1; 0 for none.
    killers: Box<[CachePadded<[AtomicU32; 2]>]>,
}

impl Refutations {
    /// With room for no quiet move yet.
    pub(super) fn new() -> Refutations {
        let killers = (0..=MAX_PLY).map(|_| CachePadded::default()).collect();
        Refutations { history: Box::default(), spacing: 0, killers }
    }

    /// Makes room for this number of different quiet moves.
    pub(super) fn make_room(&mut self, quiet: usize) {
        if (CELLS * self.history.len()) >> self.spacing >= quiet {
            return;
        }
        self.spacing = (SPREAD / (quiet * size_of::<AtomicI32>())).clamp(1, CELLS).ilog2();
        self.history = (0..(quiet << self.spacing).div_ceil(CELLS)).map(|_| Cells::default()).collect();
    }

    pub(super) fn forget(&self) {
        self.history.iter().flat_map(|cells| &cells.0).for_each(|cell| cell.store(0, Relaxed));
        self.killers.iter().flat_map(|pair| &**pair).for_each(|cell| cell.store(0, Relaxed));
    }

    #[inline]
    fn cell(&self, index: usize) -> &AtomicI32 {
        let at = index << self.spacing;
        &self.history[at / CELLS].0[at % CELLS]
    }

    /// How often, weighted by depth, the quiet move with this index has cut.
    #[inline]
    pub fn history(&self, index: usize) -> i32 {
        self.cell(index).load(Relaxed)
    }

    /// The killers of a ply, as history indices plus 1.
    #[inline]
    pub fn killers(&self, ply: u32) -> [u32; 2] {
        let [a, b] = &*self.killers[ply as usize];
        [a.load(Relaxed), b.load(Relaxed)]
    }

    /// The cache line on which the killers of a ply are.
    pub fn killers_line(ply: u32) -> CacheLine {
        CacheLine::of(KILLERS, CacheLine::BYTES * ply as usize)
    }

    /// The cache line on which the history of a quiet move is.
    pub fn history_line(&self, index: usize) -> CacheLine {
        CacheLine::of(HISTORY, size_of::<AtomicI32>() * (index << self.spacing))
    }

    /// The quiet move with this index has cut at `ply`: it becomes a killer and gains `bonus`,
    /// the less the nearer its history is to [`HISTORY_MAX`]. Returns whether the killers have
    /// changed.
    #[inline]
    pub fn remember(&self, ply: u32, index: usize, bonus: i32) -> bool {
        let [a, b] = &*self.killers[ply as usize];
        let (latest, mark) = (a.load(Relaxed), index as u32 + 1);
        if latest != mark {
            b.store(latest, Relaxed);
            a.store(mark, Relaxed);
        }
        let cell = self.cell(index);
        let old = cell.load(Relaxed);
        cell.store(old + bonus - old * bonus / HISTORY_MAX, Relaxed);
        latest != mark
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn small_tables_have_a_line_for_each_move() {
        let lines = |quiet: usize| {
            let mut refutations = Refutations::new();
            refutations.make_room(quiet);
            refutations.remember(0, quiet - 1, 1);
            assert_eq!(refutations.history(quiet - 1), 1);
            assert!(size_of_val(&*refutations.history) <= SPREAD.max(quiet * size_of::<AtomicI32>()));
            (0..quiet).map(|index| refutations.history_line(index)).collect::<HashSet<_>>().len()
        };
        assert_eq!([60, 256, 768, 8192].map(lines), [60, 256, 192, 512]);
    }
}

//! Quiet moves that have cut: killers and history, shared by a group of workers.
//!
//! Each such cut writes to cache lines that all others read. So cuts at low depths, the most
//! frequent, are not remembered ([`learn_depth`]), and cells of a small table and killers of
//! different plies have cache lines of their own. All accesses are relaxed, and a change may be
//! lost: cells only order moves.

use std::sync::atomic::{AtomicI32, AtomicU32, Ordering::Relaxed};

use crossbeam_utils::CachePadded;

use crate::game::MAX_PLY;
use crate::search::sim_ids::{HISTORY, KILLERS};
use sparring_sched::CacheLine;

pub(super) const HISTORY_MAX: i32 = 1 << 14;

/// The least depth at which cuts are remembered: with few quiet moves, workers contend for lines.
pub(super) const fn learn_depth(quiet: usize) -> u32 {
    if quiet <= 256 { 4 } else { 2 }
}

/// Cells are spread over up to this many bytes, half of a usual first-level cache.
const SPREAD: usize = 16 << 10;

#[derive(Default)]
#[repr(align(64))]
struct Cells([AtomicI32; CELLS]);

const CELLS: usize = CacheLine::BYTES / size_of::<AtomicI32>();

pub struct Refutations {
    group: usize,
    history: Box<[Cells]>,
    /// The cell of index `i` is at `i << spacing`.
    spacing: u32,
    /// Two for each ply: the history index of a quiet move that cut there, plus 1; 0 for none.
    killers: Box<[CachePadded<[AtomicU32; 2]>]>,
}

impl Refutations {
    pub(super) fn new(group: usize) -> Refutations {
        let killers = (0..=MAX_PLY).map(|_| CachePadded::default()).collect();
        Refutations { group, history: Box::default(), spacing: 0, killers }
    }

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

    /// The cuts by a quiet move, weighted by depth.
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

    pub fn killers_line(&self, ply: u32) -> CacheLine {
        CacheLine::of(KILLERS, CacheLine::BYTES * (self.group * self.killers.len() + ply as usize))
    }

    pub fn history_line(&self, index: usize) -> CacheLine {
        let cell = CELLS * self.group * self.history.len() + (index << self.spacing);
        CacheLine::of(HISTORY, size_of::<AtomicI32>() * cell)
    }

    /// Remembers a cut by a quiet move: it becomes a killer and gains `bonus`, the less the nearer
    /// it is to [`HISTORY_MAX`]. Returns true if the killers have changed.
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
            let mut refutations = Refutations::new(0);
            refutations.make_room(quiet);
            refutations.remember(0, quiet - 1, 1);
            assert_eq!(refutations.history(quiet - 1), 1);
            assert!(size_of_val(&*refutations.history) <= SPREAD.max(quiet * size_of::<AtomicI32>()));
            (0..quiet).map(|index| refutations.history_line(index)).collect::<HashSet<_>>().len()
        };
        assert_eq!([60, 256, 768, 8192].map(lines), [60, 256, 192, 512]);
    }

    #[test]
    fn groups_have_no_line_in_common() {
        for quiet in [60, 768] {
            let lines = (0..3).flat_map(|group| {
                let mut refutations = Refutations::new(group);
                refutations.make_room(quiet);
                let history = (0..quiet).map(|index| refutations.history_line(index)).collect::<HashSet<_>>();
                let killers = (0..=MAX_PLY).map(|ply| refutations.killers_line(ply)).collect::<HashSet<_>>();
                history.into_iter().chain(killers).collect::<Vec<_>>()
            });
            let lines = lines.collect::<Vec<_>>();
            assert_eq!(lines.iter().collect::<HashSet<_>>().len(), lines.len());
        }
    }
}

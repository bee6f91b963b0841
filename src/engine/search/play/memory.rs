//! What a group of workers remembers of moves while it plays: which were good, and after which
//! others.
//!
//! The workers of a group read and write the cells at the same time, and an addition may get lost:
//! each is a hint among thousands.

use std::sync::atomic::{AtomicI16, AtomicU32, Ordering::Relaxed};

use crate::game::{STRUCTURES, Score};

/// The sizes of the tables; 0 for searches that do not play.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MoveRoom {
    pub piece_to: usize,
    pub squares: usize,
}

impl MoveRoom {
    /// Room for both.
    pub fn with(self, other: MoveRoom) -> MoveRoom {
        MoveRoom { piece_to: self.piece_to.max(other.piece_to), squares: self.squares.max(other.squares) }
    }
}

/// Histories stay within `±HISTORY`.
pub(super) const HISTORY: i32 = 1 << 14;
/// Corrections of one structure, in 1/[`GRAIN`] of a centipawn, stay within this.
const CORRECTION: i32 = 1 << 13;
pub(super) const GRAIN: i32 = 256;
/// Structures with equal low bits share a correction.
const CORRECTIONS: usize = 1 << 14;

/// A group's memory of moves.
#[derive(Default)]
pub struct MoveMemory {
    room: MoveRoom,
    /// Quiet moves by the squares they leave and enter (*butterfly*).
    quiet: Box<[AtomicI16]>,
    /// Quiet moves by piece and target, after a piece that went to a target one or two plies
    /// before.
    after: Box<[AtomicI16]>,
    /// By side and structure, how far static values were off.
    corrections: Box<[AtomicI16]>,
    /// The deepest ply of an open window.
    deepest: AtomicU32,
}

fn cells<T: Default>(n: usize) -> Box<[T]> {
    std::iter::repeat_with(T::default).take(n).collect()
}

/// Moves a cell towards `±most`, the less the nearer it is.
#[inline]
fn raise(cell: &AtomicI16, bonus: i32, most: i32) {
    let old = i32::from(cell.load(Relaxed));
    let bonus = bonus.clamp(-most, most);
    cell.store((old + bonus - old * bonus.abs() / most) as i16, Relaxed);
}

impl MoveMemory {
    /// Makes room for moves, once.
    pub fn make_room(&mut self, room: MoveRoom) {
        if room == self.room || room == MoveRoom::default() {
            return;
        }
        *self = MoveMemory {
            room,
            quiet: cells(room.squares),
            after: cells(room.piece_to * room.piece_to),
            corrections: cells(2 * STRUCTURES * CORRECTIONS),
            deepest: AtomicU32::new(0),
        };
    }

    /// Forgets everything.
    pub fn forget(&self) {
        for cells in [&self.quiet, &self.after, &self.corrections] {
            cells.iter().for_each(|cell| cell.store(0, Relaxed));
        }
        self.begin();
    }

    /// Before a search: no ply was reached.
    pub fn begin(&self) {
        self.deepest.store(0, Relaxed);
    }

    /// An open window was searched at this ply.
    #[inline]
    pub fn reached(&self, ply: u32) {
        if ply > self.deepest.load(Relaxed) {
            self.deepest.store(ply, Relaxed);
        }
    }

    /// The deepest ply reached with an open window since [`MoveMemory::begin`].
    pub fn deepest(&self) -> u32 {
        self.deepest.load(Relaxed)
    }

    /// The butterfly history of a quiet move.
    #[inline]
    pub fn quiet(&self, squares: usize) -> i32 {
        i32::from(self.quiet[squares].load(Relaxed))
    }

    /// The history of a quiet move after another piece and target.
    #[inline]
    pub fn after(&self, before: usize, piece_to: usize) -> i32 {
        i32::from(self.after[before * self.room.piece_to + piece_to].load(Relaxed))
    }

    #[inline]
    pub fn learn_quiet(&self, squares: usize, bonus: i32) {
        raise(&self.quiet[squares], bonus, HISTORY);
    }

    #[inline]
    pub fn learn_after(&self, before: usize, piece_to: usize, bonus: i32) {
        raise(&self.after[before * self.room.piece_to + piece_to], bonus, HISTORY);
    }

    #[inline]
    fn correction_cell(&self, side: usize, part: usize, key: u64) -> &AtomicI16 {
        &self.corrections[(side * STRUCTURES + part) * CORRECTIONS + key as usize % CORRECTIONS]
    }

    /// How far static values of positions with these structures were off, in 1/[`GRAIN`] of a
    /// centipawn, the structures together.
    #[inline]
    pub fn correction(&self, side: usize, keys: &[u64; STRUCTURES]) -> i32 {
        let off = |(part, &key)| i32::from(self.correction_cell(side, part, key).load(Relaxed));
        keys.iter().enumerate().map(off).sum()
    }

    /// A search to some depth found a value that is `error` above the static one.
    #[inline]
    pub fn learn_correction(&self, side: usize, keys: &[u64; STRUCTURES], error: Score, depth: i32) {
        let bonus = (error * depth).clamp(-CORRECTION / 4, CORRECTION / 4);
        for (part, &key) in keys.iter().enumerate() {
            raise(self.correction_cell(side, part, key), bonus, CORRECTION);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn histories_stay_within_their_bounds() {
        let mut memory = MoveMemory::default();
        memory.make_room(MoveRoom { piece_to: 4, squares: 4 });
        for _ in 0..1000 {
            memory.learn_quiet(1, 1500);
            memory.learn_after(2, 3, -1500);
        }
        assert!((HISTORY * 9 / 10..=HISTORY).contains(&memory.quiet(1)));
        assert!((-HISTORY..=-HISTORY * 9 / 10).contains(&memory.after(2, 3)));
        assert_eq!((memory.quiet(0), memory.after(3, 2)), (0, 0));
        memory.forget();
        assert_eq!((memory.quiet(1), memory.after(2, 3)), (0, 0));
    }
}

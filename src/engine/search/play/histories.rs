//! The histories that a group of workers learns: which moves were good, and after which others.
//! Accesses are relaxed, and an addition may get lost: each is a hint among thousands.

use std::sync::atomic::{AtomicI16, AtomicU32, Ordering::Relaxed};

use crate::game::{STRUCTURES, Score};

/// Table sizes; 0 for searches that do not play.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HistorySizes {
    pub piece_to: usize,
    pub squares: usize,
}

impl HistorySizes {
    pub fn with(self, other: HistorySizes) -> HistorySizes {
        HistorySizes { piece_to: self.piece_to.max(other.piece_to), squares: self.squares.max(other.squares) }
    }
}

/// Histories stay within `±HISTORY`.
pub(super) const HISTORY: i32 = 1 << 14;
/// The largest correction, in 1/[`GRAIN`] of a centipawn.
const CORRECTION: i32 = 1 << 13;
pub(super) const GRAIN: i32 = 256;
/// Structures with equal low bits share a correction.
const CORRECTIONS: usize = 1 << 14;

/// Sets of pawns with equal low bits share a history.
const PAWNS: usize = 512;

#[derive(Default)]
pub struct Histories {
    room: HistorySizes,
    /// By squares (*butterfly*), attacked or not.
    quiet: Box<[AtomicI16]>,
    /// By piece and target, after a piece and target one or two plies before. The last row, for no
    /// move or a null move, counts twice at the root.
    after: Box<[AtomicI16]>,
    /// By piece and target, with a set of pawns.
    with_pawns: Box<[AtomicI16]>,
    /// Errors of static values by side and structure.
    corrections: Box<[AtomicI16]>,
    /// Errors of static values by the last two moves.
    corrections_after: Box<[AtomicI16]>,
    deepest: AtomicU32,
}

pub(super) struct Rows {
    after: [usize; 2],
    pawns: usize,
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

impl Histories {
    pub fn make_room(&mut self, room: HistorySizes) {
        if room == self.room || room == HistorySizes::default() {
            return;
        }
        *self = Histories {
            room,
            quiet: cells(room.squares),
            after: cells((room.piece_to + 1) * room.piece_to),
            with_pawns: cells(PAWNS * room.piece_to),
            corrections: cells(2 * STRUCTURES * CORRECTIONS),
            corrections_after: cells(room.piece_to * room.piece_to),
            deepest: AtomicU32::new(0),
        };
    }

    pub fn forget(&self) {
        let histories = [&self.quiet, &self.after, &self.with_pawns];
        for cells in histories.into_iter().chain([&self.corrections, &self.corrections_after]) {
            cells.iter().for_each(|cell| cell.store(0, Relaxed));
        }
        self.begin();
    }

    pub fn begin(&self) {
        self.deepest.store(0, Relaxed);
    }

    #[inline]
    pub fn reached(&self, ply: u32) {
        if ply > self.deepest.load(Relaxed) {
            self.deepest.store(ply, Relaxed);
        }
    }

    pub fn deepest(&self) -> u32 {
        self.deepest.load(Relaxed)
    }

    #[inline]
    pub fn quiet(&self, squares: usize) -> i32 {
        i32::from(self.quiet[squares].load(Relaxed))
    }

    #[inline]
    pub(super) fn rows(&self, last: [Option<usize>; 2], pawns: u64) -> Rows {
        let each = self.room.piece_to;
        Rows { after: last.map(|last| last.unwrap_or(each) * each), pawns: pawns as usize % PAWNS * each }
    }

    #[inline]
    pub(super) fn after(&self, rows: &Rows, piece_to: usize) -> i32 {
        rows.after.iter().map(|row| i32::from(self.after[row + piece_to].load(Relaxed))).sum()
    }

    #[inline]
    pub(super) fn with_pawns(&self, rows: &Rows, piece_to: usize) -> i32 {
        i32::from(self.with_pawns[rows.pawns + piece_to].load(Relaxed))
    }

    #[inline]
    pub fn learn_quiet(&self, squares: usize, bonus: i32) {
        raise(&self.quiet[squares], bonus, HISTORY);
    }

    #[inline]
    pub(super) fn learn_piece_to(&self, rows: &Rows, piece_to: usize, bonus: i32) {
        rows.after.iter().for_each(|row| raise(&self.after[row + piece_to], bonus, HISTORY));
        raise(&self.with_pawns[rows.pawns + piece_to], bonus, HISTORY);
    }

    #[inline]
    fn correction_cell(&self, side: usize, part: usize, key: u64) -> &AtomicI16 {
        &self.corrections[(side * STRUCTURES + part) * CORRECTIONS + key as usize % CORRECTIONS]
    }

    #[inline]
    fn correction_cells(
        &self,
        side: usize,
        keys: &[u64; STRUCTURES],
        last_two: Option<[usize; 2]>,
    ) -> impl Iterator<Item = &AtomicI16> {
        let of_part = move |(part, &key)| self.correction_cell(side, part, key);
        let after =
            last_two.map(|[before, last]| &self.corrections_after[before * self.room.piece_to + last]);
        keys.iter().enumerate().map(of_part).chain(after)
    }

    /// The correction of a static value, in 1/[`GRAIN`] of a centipawn.
    #[inline]
    pub fn correction(&self, side: usize, keys: &[u64; STRUCTURES], last_two: Option<[usize; 2]>) -> i32 {
        self.correction_cells(side, keys, last_two).map(|cell| i32::from(cell.load(Relaxed))).sum()
    }

    /// Learns that a search to some depth found a value `error` above the static one.
    #[inline]
    pub fn learn_correction(
        &self,
        side: usize,
        keys: &[u64; STRUCTURES],
        last_two: Option<[usize; 2]>,
        (error, depth): (Score, i32),
    ) {
        let bonus = (error * depth).clamp(-CORRECTION / 4, CORRECTION / 4);
        self.correction_cells(side, keys, last_two).for_each(|cell| raise(cell, bonus, CORRECTION));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn histories_stay_within_their_bounds() {
        let mut histories = Histories::default();
        histories.make_room(HistorySizes { piece_to: 4, squares: 4 });
        let [begins, second, later] =
            [[None, None], [Some(3), None], [Some(3), Some(2)]].map(|last| histories.rows(last, 7));
        for _ in 0..1000 {
            histories.learn_quiet(1, 1500);
            histories.learn_piece_to(&later, 3, -1500);
        }
        assert!((HISTORY * 9 / 10..=HISTORY).contains(&histories.quiet(1)));
        let low = -HISTORY..=-HISTORY * 9 / 10;
        assert!(low.contains(&histories.with_pawns(&later, 3)) && low.contains(&histories.after(&second, 3)));
        assert!(histories.after(&later, 3) == 2 * histories.after(&second, 3));
        assert_eq!((histories.quiet(0), histories.after(&begins, 3), histories.after(&later, 2)), (0, 0, 0));
        histories.forget();
        assert_eq!(
            (histories.quiet(1), histories.after(&later, 3), histories.with_pawns(&later, 3)),
            (0, 0, 0)
        );
    }

    #[test]
    fn corrections_are_learnt_by_structures_and_by_the_last_two_moves() {
        let mut histories = Histories::default();
        histories.make_room(HistorySizes { piece_to: 4, squares: 4 });
        let (keys, most) = ([1, 2, 3], CORRECTION * 9 / 10..=CORRECTION);
        for _ in 0..1000 {
            histories.learn_correction(0, &keys, Some([2, 3]), (100_000, 20));
        }
        let structures = histories.correction(0, &keys, None);
        let moves = histories.correction(0, &[4, 5, 6], Some([2, 3]));
        assert!(most.contains(&moves) && most.contains(&(structures / 3)), "{structures} {moves}");
        assert_eq!(histories.correction(0, &keys, Some([2, 3])), structures + moves);
        assert_eq!(histories.correction(0, &[4, 5, 6], Some([3, 2])), 0);
        assert_eq!(histories.correction(1, &keys, None), 0);
        histories.forget();
        assert_eq!(histories.correction(0, &keys, Some([2, 3])), 0);
    }
}

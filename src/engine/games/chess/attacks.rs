//! Attacked squares: constant tables for leapers, arithmetic for sliders.
//!
//! Sliders use Michael Hoevel's obstruction difference: on a line through the square, subtracting
//! the nearest blocker below from the blockers above flips exactly the bits between the two
//! nearest blockers.

use super::bitboard::Bitboard;
use super::square::{Piece, Square};
use crate::game::Side;

/// Both halves of a square's file, rank, diagonal (a1-h8) and antidiagonal.
#[repr(align(64))]
struct Lines {
    lower: [u64; 4],
    upper: [u64; 4],
}

/// Steps (file, rank) towards higher squares along the lines of [`Lines`].
const LINE_STEPS: [(i32, i32); 4] = [(0, 1), (1, 0), (1, 1), (-1, 1)];
pub(super) const KNIGHT_STEPS: [(i32, i32); 8] =
    [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
const KING_STEPS: [(i32, i32); 8] = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];

static LINES: [Lines; 64] = lines();
static KNIGHT: [u64; 64] = steps(KNIGHT_STEPS);
static KING: [u64; 64] = steps(KING_STEPS);
static PAWN: [[u64; 64]; 2] = [steps([(-1, 1), (1, 1)]), steps([(-1, -1), (1, -1)])];
static BETWEEN: [[u64; 64]; 64] = pairs(true);
static LINE: [[u64; 64]; 64] = pairs(false);

pub(super) const fn on_board(file: i32, rank: i32) -> bool {
    file >= 0 && file < 8 && rank >= 0 && rank < 8
}

const fn steps<const N: usize>(list: [(i32, i32); N]) -> [u64; 64] {
    let mut table = [0; 64];
    let mut square = 0;
    while square < 64 {
        let mut i = 0;
        while i < N {
            let (file, rank) = (square % 8 + list[i].0, square / 8 + list[i].1);
            if on_board(file, rank) {
                table[square as usize] |= 1 << (rank * 8 + file);
            }
            i += 1;
        }
        square += 1;
    }
    table
}

const fn ray(square: i32, step: (i32, i32)) -> u64 {
    let (mut file, mut rank) = (square % 8 + step.0, square / 8 + step.1);
    let mut set = 0;
    while on_board(file, rank) {
        set |= 1 << (rank * 8 + file);
        file += step.0;
        rank += step.1;
    }
    set
}

const fn lines() -> [Lines; 64] {
    let mut table = [const { Lines { lower: [0; 4], upper: [0; 4] } }; 64];
    let mut square = 0;
    while square < 64 {
        let mut i = 0;
        while i < 4 {
            let (file, rank) = LINE_STEPS[i];
            table[square as usize].upper[i] = ray(square, (file, rank));
            table[square as usize].lower[i] = ray(square, (-file, -rank));
            i += 1;
        }
        square += 1;
    }
    table
}

const fn pairs(between: bool) -> [[u64; 64]; 64] {
    let mut table = [[0; 64]; 64];
    let mut from = 0;
    while from < 64 {
        let mut i = 0;
        while i < 8 {
            let step = KING_STEPS[i];
            let back = (-step.0, -step.1);
            let (mut file, mut rank) = (from % 8 + step.0, from / 8 + step.1);
            let forward = ray(from, step);
            while on_board(file, rank) {
                let to = rank * 8 + file;
                table[from as usize][to as usize] =
                    if between { forward & ray(to, back) } else { forward | ray(from, back) | 1 << from };
                file += step.0;
                rank += step.1;
            }
            i += 1;
        }
        from += 1;
    }
    table
}

#[inline(always)]
fn along(lines: &Lines, i: usize, occupied: Bitboard) -> Bitboard {
    let (lower, upper) = (lines.lower[i], lines.upper[i]);
    let (below, above) = (lower & occupied.0, upper & occupied.0);
    let nearest_below = 1 << (63 - (below | 1).leading_zeros());
    Bitboard((above ^ above.wrapping_sub(nearest_below)) & (lower | upper))
}

/// A whole line, without the square.
#[inline(always)]
fn whole(square: Square, i: usize) -> Bitboard {
    let lines = &LINES[square.index()];
    Bitboard(lines.lower[i] | lines.upper[i])
}

/// A rook's targets, including first blockers.
#[inline(always)]
pub fn rook(square: Square, occupied: Bitboard) -> Bitboard {
    let lines = &LINES[square.index()];
    along(lines, 0, occupied) | along(lines, 1, occupied)
}

/// A bishop's targets, including first blockers.
#[inline(always)]
pub fn bishop(square: Square, occupied: Bitboard) -> Bitboard {
    let lines = &LINES[square.index()];
    along(lines, 2, occupied) | along(lines, 3, occupied)
}

/// A square's file and rank without the square.
#[inline(always)]
pub fn rook_lines(square: Square) -> Bitboard {
    whole(square, 0) | whole(square, 1)
}

/// A square's diagonals without the square.
#[inline(always)]
pub fn bishop_lines(square: Square) -> Bitboard {
    diagonal(square) | antidiagonal(square)
}

/// The rising diagonal without the square.
#[inline(always)]
pub fn diagonal(square: Square) -> Bitboard {
    whole(square, 2)
}

/// The falling diagonal without the square.
#[inline(always)]
pub fn antidiagonal(square: Square) -> Bitboard {
    whole(square, 3)
}

/// A knight's targets.
#[inline(always)]
pub fn knight(square: Square) -> Bitboard {
    Bitboard(KNIGHT[square.index()])
}

/// A king's targets.
#[inline(always)]
pub fn king(square: Square) -> Bitboard {
    Bitboard(KING[square.index()])
}

/// The capture squares of a pawn of `side`.
#[inline(always)]
pub fn pawn(side: Side, square: Square) -> Bitboard {
    Bitboard(PAWN[side as usize][square.index()])
}

/// The squares strictly between two squares on a line, else none.
#[inline(always)]
pub fn between(a: Square, b: Square) -> Bitboard {
    Bitboard(BETWEEN[a.index()][b.index()])
}

/// The whole line through two squares, else none.
#[inline(always)]
pub fn line(a: Square, b: Square) -> Bitboard {
    Bitboard(LINE[a.index()][b.index()])
}

/// The squares attacked by a piece.
pub fn of(piece: Piece, side: Side, square: Square, occupied: Bitboard) -> Bitboard {
    match piece {
        Piece::Pawn => pawn(side, square),
        Piece::Knight => knight(square),
        Piece::Bishop => bishop(square, occupied),
        Piece::Rook => rook(square, occupied),
        Piece::Queen => bishop(square, occupied) | rook(square, occupied),
        Piece::King => king(square),
    }
}

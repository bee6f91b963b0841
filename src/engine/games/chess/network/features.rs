//! The network's inputs: one for every piece on every square, seen by one side.
//!
//! Each side sees itself playing up the board, mirrored left to right if its king stands on the
//! king's side. So positions that differ only in colours and in left and right are equal.

use arrayvec::ArrayVec;

use crate::game::Side;
use crate::games::chess::board::{Board, castled_squares};
use crate::games::chess::moves::Kind;
use crate::games::chess::{Move, Piece, Position, Square};

/// Own and enemy pieces, six kinds, 64 squares.
pub const INPUTS: usize = 2 * 6 * 64;

/// The inputs that are 1: at most one per piece.
pub type Inputs = ArrayVec<u16, 32>;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Perspective {
    side: Side,
    /// Square numbers are combined with this mask by exclusive or.
    turn: usize,
}

impl Perspective {
    #[inline]
    pub fn of(board: &Board, side: Side) -> Perspective {
        let king = (board.kind(Piece::King) & board.side(side)).lowest();
        let mirror = if king.file() >= 4 { 7 } else { 0 };
        Perspective { side, turn: if side == Side::First { mirror } else { mirror ^ 56 } }
    }

    #[inline]
    pub fn input(self, side: Side, piece: Piece, square: Square) -> u16 {
        let kind = if side == self.side { 0 } else { 6 } + piece as usize;
        (64 * kind + (square.index() ^ self.turn)) as u16
    }

    pub fn inputs(self, board: &Board) -> Inputs {
        let mut inputs = Inputs::new();
        for side in [Side::First, Side::Second] {
            for square in board.side(side) {
                // A board set up by hand may have more pieces than a game; the others are ignored.
                let _ = inputs.try_push(self.input(side, board.piece_on(square), square));
            }
        }
        inputs
    }
}

/// The inputs that are 1 in a side's view.
pub fn inputs(position: &Position, side: Side) -> Inputs {
    Perspective::of(&position.board, side).inputs(&position.board)
}

pub(super) type PieceOn = (Side, Piece, Square);

/// The pieces that a move puts on squares and takes off them.
pub(super) struct Change {
    pub placed: ArrayVec<PieceOn, 2>,
    pub lifted: ArrayVec<PieceOn, 2>,
}

impl Change {
    #[inline(always)]
    pub fn by(side: Side, m: Move) -> Change {
        let (piece, from, to) = (m.piece(), m.from(), m.to());
        let mut change = Change { placed: ArrayVec::new_const(), lifted: ArrayVec::new_const() };
        change.lifted.push((side, piece, from));
        if m.kind() == Kind::Castle {
            let (king_to, rook_to) = castled_squares(from, to);
            change.lifted.push((side, Piece::Rook, to));
            change.placed.push((side, piece, king_to));
            change.placed.push((side, Piece::Rook, rook_to));
            return change;
        }
        change.placed.push((side, m.promotion().unwrap_or(piece), to));
        if m.kind() == Kind::EnPassant {
            change.lifted.push((side.other(), Piece::Pawn, Square::at(to.file(), from.rank())));
        } else if let Some(captured) = m.captured() {
            change.lifted.push((side.other(), captured, to));
        }
        change
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_looks_the_same_with_colours_or_sides_of_the_board_exchanged() {
        let sets = [
            ["4k3/8/8/3p4/8/8/4P3/K7 w - - 0 1", "k7/4p3/8/8/3P4/8/8/4K3 b - - 0 1"],
            ["4k3/8/8/3p4/8/8/4P3/K7 w - - 0 1", "3k4/8/8/4p3/8/8/3P4/7K w - - 0 1"],
        ];
        for fens in sets {
            let [one, other] = fens.map(|fen| fen.parse::<Position>().unwrap());
            let sorted = |position: &Position, side| {
                let mut inputs = inputs(position, side);
                inputs.sort_unstable();
                inputs
            };
            for (mine, its) in [
                (one.side_to_move(), other.side_to_move()),
                (one.side_to_move().other(), other.side_to_move().other()),
            ] {
                assert_eq!(sorted(&one, mine), sorted(&other, its), "{fens:?}");
            }
        }
    }
}

//! The worth of each piece to the network where it stands.

use super::{Accumulator, Network, SIDES};
use crate::game::Score;
use crate::games::chess::board::Board;
use crate::games::chess::{Bitboard, Piece, Position, Square};

impl Network {
    /// For every piece but the kings: by how many centipawns the value falls, seen from the piece's
    /// own side, if it is taken off the board. The parts of a network do not add up to its value;
    /// this is what they are worth one by one.
    pub fn worths(&self, position: &Position) -> Vec<(Square, Score)> {
        let board = &position.board;
        let value = |board: &Board| {
            let sums = Accumulator(SIDES.map(|side| self.sum(board, side)));
            self.value(&sums, position.side_to_move(), board.occupied().count())
        };
        let whole = value(board);
        let pieces = Bitboard::ALL.into_iter().filter_map(|square| Some((square, board.piece_at(square)?)));
        pieces
            .filter(|&(_, (_, piece))| piece != Piece::King)
            .map(|(square, (side, _))| {
                let mut without = *board;
                for set in &mut without.sets {
                    *set &= !square.bit();
                }
                let lost = whole - value(&without);
                (square, if side == position.side_to_move() { lost } else { -lost })
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_queen_is_worth_more_than_a_pawn() {
        let position: Position = "3qk3/8/8/8/8/8/P7/3QK3 w - - 0 1".parse().unwrap();
        let worths = Network::built_in().worths(&position);
        let of = |name: &str| {
            let square = Square::parse(name).unwrap();
            worths.iter().find(|(at, _)| *at == square).unwrap().1
        };
        assert!(of("d1") > of("a2") && of("d8") > of("a2"), "{worths:?}");
    }
}

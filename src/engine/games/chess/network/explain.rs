use super::{Accumulator, Network, SIDES};
use crate::game::Score;
use crate::games::chess::board::Board;
use crate::games::chess::{Bitboard, Piece, Position, Square};

impl Network {
    /// Returns, for every piece but the kings, the fall of the value in centipawns for its side if
    /// it is removed. These worths do not add up to the value.
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

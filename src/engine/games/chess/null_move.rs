use super::bitboard::Bitboard;
use super::moves::Move;
use super::position::{MAX_CLOCK, Position};
use super::zobrist;
use crate::game::Side;

impl Position {
    /// Plays a move of a saved game: a legal one, or [`Move::NULL`] when not in check.
    pub fn play_or_pass(&self, m: Move) -> Position {
        if m != Move::NULL {
            return self.play(m);
        }
        let number = self.number + u16::from(self.side == Side::Second);
        Position { number: number.min(MAX_CLOCK), ..self.null_move() }
    }

    /// The position with the other side to move. En passant is cleared, and the halfmove
    /// clock restarts, because no repetition reaches across a null move. No side may be in check.
    #[inline]
    pub fn null_move(&self) -> Position {
        debug_assert!(self.checkers.is_empty());
        let side = self.side.other();
        let mut board = self.board;
        board.ep = Bitboard::EMPTY;
        let (checkers, pinned) = match side {
            Side::First => board.checks_and_pins::<true>(),
            Side::Second => board.checks_and_pins::<false>(),
        };
        Position {
            board,
            key: self.key ^ zobrist::black_to_move() ^ zobrist::en_passant(self.board.ep),
            checkers,
            pinned,
            clock: 0,
            side,
            skipped: None,
            ..*self
        }
    }
}

//! Static exchange evaluation: the gain of a capture if both sides go on capturing on its square.
//!
//! Each side captures with its least valuable piece and stops when going on would lose. Pieces
//! behind a capturing piece join in (*x-rays*). Pins are ignored; the king captures only if
//! nothing can recapture. This is the swap algorithm of the Chess Programming Wiki, which decides
//! only whether a threshold is reached.

use super::attacks;
use super::bitboard::Bitboard;
use super::moves::{Kind, Move};
use super::piece_square::VALUES;
use super::position::Position;
use super::square::Piece;
use crate::game::Score;

impl Position {
    /// True if a legal move wins at least `threshold` centipawns on its target square. Castling
    /// wins 0.
    pub fn exchange_at_least(&self, m: Move, threshold: Score) -> bool {
        if m.kind() == Kind::Castle {
            return threshold <= 0;
        }
        let value = |piece: Piece| VALUES[piece as usize];
        let promotion = m.promotion().map_or(0, |piece| value(piece) - value(Piece::Pawn));
        // The mover's surplus over the threshold without a recapture ...
        let mut balance = m.captured().map_or(0, value) + promotion - threshold;
        if balance < 0 {
            return false;
        }
        // ... and with one.
        balance -= value(m.promotion().unwrap_or(m.piece()));
        if balance >= 0 {
            return true;
        }
        self.exchange(m, balance)
    }

    /// Continues the captures. `balance`, below 0, is the mover's surplus once it loses the piece
    /// on the target square.
    fn exchange(&self, m: Move, mut balance: Score) -> bool {
        let (board, target) = (&self.board, m.to());
        let mut occupied = board.occupied() & !m.from().bit() | target.bit();
        if m.kind() == Kind::EnPassant {
            occupied &= !self.passed_pawn();
        }
        let mut attackers = board.attackers(target, occupied) & occupied;
        let mut side = self.side.other();
        // `balance` belongs to the side that captured last, after the loss of its piece.
        loop {
            let own = attackers & board.side(side);
            let Some(piece) = Piece::ALL.into_iter().find(|&piece| (own & board.kind(piece)).any()) else {
                break;
            };
            occupied &= !(own & board.kind(piece)).lowest().bit();
            if piece != Piece::Knight && piece != Piece::King {
                attackers |= attacks::bishop(target, occupied) & board.oblique()
                    | attacks::rook(target, occupied) & board.straight();
            }
            attackers &= occupied;
            let king_would_be_taken = piece == Piece::King && (attackers & board.side(side.other())).any();
            if king_would_be_taken {
                break;
            }
            side = side.other();
            balance = -balance - 1 - VALUES[piece as usize];
            if balance >= 0 {
                break;
            }
        }
        // The side to capture cannot, or gains nothing by it.
        side != self.side
    }

    fn passed_pawn(&self) -> Bitboard {
        self.board.ep.shifted(if self.side == crate::game::Side::First { -8 } else { 8 })
    }
}

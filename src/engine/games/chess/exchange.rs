//! Static exchange evaluation: what a capture wins if both sides go on taking on the same square.
//!
//! Each side takes with its least valuable piece and stops when going on would lose. Pieces behind
//! a piece that has taken join in (*x-rays*). Pins are ignored; the king takes only if nothing can
//! take back. It is the swap algorithm of the Chess Programming Wiki ("Static Exchange
//! Evaluation"), in the form that only answers whether a threshold is reached and stops as soon as
//! it knows.

use super::attacks;
use super::bitboard::Bitboard;
use super::moves::{Kind, Move};
use super::piece_square::VALUES;
use super::position::Position;
use super::square::Piece;
use crate::game::Score;

impl Position {
    /// True if a legal move wins at least `threshold` centipawns on its target square. Castling
    /// wins nothing.
    pub fn exchange_at_least(&self, m: Move, threshold: Score) -> bool {
        if m.kind() == Kind::Castle {
            return threshold <= 0;
        }
        let value = |piece: Piece| VALUES[piece as usize];
        let promotion = m.promotion().map_or(0, |piece| value(piece) - value(Piece::Pawn));
        // What the mover has above the threshold if the opponent does not take back ...
        let mut balance = m.captured().map_or(0, value) + promotion - threshold;
        if balance < 0 {
            return false;
        }
        // ... and if it does.
        balance -= value(m.promotion().unwrap_or(m.piece()));
        if balance >= 0 {
            return true;
        }
        self.exchange(m, balance)
    }

    /// Goes on taking. `balance`, below 0, is what the mover has above its threshold once the piece
    /// on the target square is lost.
    fn exchange(&self, m: Move, mut balance: Score) -> bool {
        let (board, target) = (&self.board, m.to());
        let mut occupied = board.occupied() & !m.from().bit() | target.bit();
        if m.kind() == Kind::EnPassant {
            occupied &= !self.passed_pawn();
        }
        let mut attackers = board.attackers(target, occupied) & occupied;
        let mut side = self.side.other();
        // `balance` is always that of the side that has just taken, after the loss of its piece.
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
        // The side to take now has nothing to take with, or gains nothing by it.
        side != self.side
    }

    /// The pawn that can be taken in passing.
    fn passed_pawn(&self) -> Bitboard {
        self.board.ep.shifted(if self.side == crate::game::Side::First { -8 } else { 8 })
    }
}

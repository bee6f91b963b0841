//! Moves packed in 16 bits, and their legality without listing moves.

use super::attacks;
use super::bitboard::Bitboard;
use super::board::{forward, rank_of};
use super::movegen::{en_passant_takers, may_castle};
use super::moves::{Kind, Move};
use super::position::Position;
use super::square::{Piece, Square};
use crate::game::Side;

impl Move {
    /// Packs the squares and the promotion. Codes differ within a position; no move has code 0.
    #[inline]
    pub fn code(self) -> u16 {
        let promotion = self.promotion().map_or(0, |piece| piece as u16);
        self.from().index() as u16 | (self.to().index() as u16) << 6 | promotion << 12
    }
}

impl Position {
    /// The legal move with this code.
    #[inline]
    pub fn decode(&self, code: u16) -> Option<Move> {
        match self.side {
            Side::First => self.legal::<true>(code),
            Side::Second => self.legal::<false>(code),
        }
    }

    fn legal<const W: bool>(&self, code: u16) -> Option<Move> {
        let (board, checkers) = (&self.board, self.checkers);
        let (from, to) = (Square::wrapping(code as u8), Square::wrapping((code >> 6) as u8));
        let own = board.own::<W>();
        if !own.has(from) {
            return None;
        }
        let piece = board.piece_on(from);
        let promotion = match code >> 12 {
            0 => None,
            n => Some(*Piece::ALL.get(n as usize).filter(|piece| Piece::PROMOTIONS.contains(piece))?),
        };
        if piece == Piece::King {
            return if promotion.is_none() { self.king_move::<W>(from, to) } else { None };
        }
        if own.has(to) || checkers.several() {
            return None;
        }
        let promotes = piece == Piece::Pawn && rank_of::<W>(7).has(to);
        if promotes != promotion.is_some() {
            return None;
        }
        let king = board.king::<W>();
        if piece == Piece::Pawn && board.ep.has(to) && attacks::pawn(self.side, from).has(to) {
            let takes = en_passant_takers::<W>(board, king).has(from);
            return takes.then(|| Move::new(piece, from, to, None, None, Kind::EnPassant));
        }
        let leaves_pin = self.pinned.has(from) && !attacks::line(king, from).has(to);
        let answers = checkers.is_empty() || (attacks::between(king, checkers.lowest()) | checkers).has(to);
        if leaves_pin || !answers {
            return None;
        }
        let captured = board.occupied().has(to).then(|| board.piece_on(to));
        if piece == Piece::Pawn {
            let kind = self.pawn_kind::<W>(from, to, captured.is_some())?;
            return Some(Move::new(piece, from, to, captured, promotion, kind));
        }
        let reaches = attacks::of(piece, self.side, from, board.occupied()).has(to);
        reaches.then(|| Move::new(piece, from, to, captured, None, Kind::Plain))
    }

    fn pawn_kind<const W: bool>(&self, from: Square, to: Square, takes: bool) -> Option<Kind> {
        if takes {
            return attacks::pawn(self.side, from).has(to).then_some(Kind::Plain);
        }
        let empty = !self.board.occupied();
        let single = from.bit().shifted(forward::<W>()) & empty;
        if single.has(to) {
            return Some(Kind::Plain);
        }
        let double = (single & rank_of::<W>(2)).shifted(forward::<W>()) & empty;
        double.has(to).then_some(Kind::Double)
    }

    fn king_move<const W: bool>(&self, from: Square, to: Square) -> Option<Move> {
        let board = &self.board;
        let own = board.own::<W>();
        if own.has(to) {
            let rook = board.rights & rank_of::<W>(0) & to.bit();
            let castles = rook.any()
                && self.checkers.is_empty()
                && may_castle(board, self.pinned, board.danger::<W>(), from, to);
            return castles.then(|| Move::new(Piece::King, from, to, None, None, Kind::Castle));
        }
        if !attacks::king(from).has(to) {
            return None;
        }
        let occupied: Bitboard = board.occupied();
        let attacked = board.attackers(to, occupied & !from.bit()) & !own;
        let captured = occupied.has(to).then(|| board.piece_on(to));
        attacked.is_empty().then(|| Move::new(Piece::King, from, to, captured, None, Kind::Plain))
    }
}

use std::fmt;

use super::bitboard::Bitboard;
use super::position::Position;
use super::square::Piece;
use crate::game::{Score, Side, forced_end};

/// The end of a game, or a claimable draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The side to move is mated.
    Checkmate,
    /// The side to move has no legal move and is not in check.
    Stalemate,
    /// Neither side can mate by any sequence of legal moves.
    DeadPosition,
    /// Fifty moves of both sides without a capture or a pawn move.
    FiftyMoves,
    /// The position has occurred before.
    Repetition,
}

/// The full moves to a forced mate, as in UCI and PGN: positive if the side to move mates,
/// negative or 0 if it is mated. `None` if no mate is forced.
pub fn mate_in(score: Score) -> Option<i32> {
    forced_end(score).map(|plies| if plies > 0 { (plies + 1) / 2 } else { -((1 - plies) / 2) })
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Outcome::Checkmate => "checkmate",
            Outcome::Stalemate => "stalemate",
            Outcome::DeadPosition => "draw by insufficient material",
            Outcome::FiftyMoves => "draw by the fifty-move rule",
            Outcome::Repetition => "draw by repetition",
        })
    }
}

impl Position {
    /// Returns checkmate, stalemate or a dead position, if reached.
    #[inline]
    pub fn outcome(&self) -> Option<Outcome> {
        if self.is_dead() {
            Some(Outcome::DeadPosition)
        } else if self.has_legal_move() {
            None
        } else if self.checkers().any() {
            Some(Outcome::Checkmate)
        } else {
            Some(Outcome::Stalemate)
        }
    }

    /// True if the pieces exclude mate: bare kings, one minor piece, or bishops on one colour
    /// only.
    #[inline]
    pub fn is_dead(&self) -> bool {
        let heavy = self.kind(Piece::Pawn) | self.kind(Piece::Rook) | self.kind(Piece::Queen);
        if heavy.any() {
            return false;
        }
        let (knights, bishops) = (self.kind(Piece::Knight), self.kind(Piece::Bishop));
        let one_colour = (bishops & Bitboard::LIGHT).is_empty() || (bishops & !Bitboard::LIGHT).is_empty();
        (knights | bishops).count() <= 1 || knights.is_empty() && one_colour
    }

    /// False if the pieces exclude that `side` ever mates, so that it cannot win on time (FIDE's
    /// laws, 6.9). The opponent's pieces matter: they can take squares from their own king.
    pub fn can_mate(&self, side: Side) -> bool {
        let of = |side: Side, kinds: &[Piece]| {
            kinds.iter().fold(Bitboard::EMPTY, |all, &kind| all | self.kind(kind)) & self.pieces(side)
        };
        let minor = of(side, &[Piece::Knight, Piece::Bishop]);
        if of(side, &[Piece::Pawn, Piece::Rook, Piece::Queen]).any() {
            true
        } else if (minor & self.kind(Piece::Knight)).any() {
            let helpers = [Piece::Pawn, Piece::Knight, Piece::Bishop, Piece::Rook];
            minor.several() || of(side.other(), &helpers).any()
        } else {
            let bishops = self.kind(Piece::Bishop);
            let both_colours = (bishops & Bitboard::LIGHT).any() && (bishops & !Bitboard::LIGHT).any();
            minor.any() && (both_colours || of(side.other(), &[Piece::Pawn, Piece::Knight]).any())
        }
    }
}

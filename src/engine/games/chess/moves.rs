use std::fmt;

use arrayvec::ArrayVec;

use super::square::{Piece, Square};

/// The capacity of a move list. No reachable position has more than 218 moves.
pub const MAX_MOVES: usize = 256;

/// Moves in the generator's order.
pub type Moves = ArrayVec<Move, MAX_MOVES>;

/// The special effect of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A step, a capture or a promotion.
    Plain,
    /// A pawn moves two squares.
    Double,
    /// A pawn captures one that has just passed it.
    EnPassant,
    /// King and rook move; [`Move::to`] is the rook's square.
    Castle,
}

/// A move with all that ordering and making it need.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Move(u32);

impl Move {
    const NONE: u32 = 7;

    /// The null move of saved games, never among the legal moves. Only
    /// [`Position::play_or_pass`](super::Position::play_or_pass) makes it.
    pub const NULL: Move = Move((Piece::King as u32) << 12 | Move::NONE << 15 | Move::NONE << 18);

    /// Creates a move; a pawn captured en passant is not `captured`.
    #[inline(always)]
    pub(super) fn new(
        piece: Piece,
        from: Square,
        to: Square,
        captured: Option<Piece>,
        promotion: Option<Piece>,
        kind: Kind,
    ) -> Move {
        let code = |p: Option<Piece>| p.map_or(Move::NONE, |p| p as u32);
        Move(
            from.index() as u32
                | (to.index() as u32) << 6
                | (piece as u32) << 12
                | code(captured) << 15
                | code(promotion) << 18
                | (kind as u32) << 21,
        )
    }

    #[inline(always)]
    fn piece_at(self, shift: u32) -> Option<Piece> {
        Piece::ALL.get((self.0 >> shift & 7) as usize).copied()
    }

    /// The origin.
    #[inline(always)]
    pub fn from(self) -> Square {
        Square::wrapping(self.0 as u8)
    }

    /// The target; for castling the rook's square.
    #[inline(always)]
    pub fn to(self) -> Square {
        Square::wrapping((self.0 >> 6) as u8)
    }

    /// The moving piece; a pawn before promotion.
    #[inline(always)]
    pub fn piece(self) -> Piece {
        Piece::ALL[(self.0 >> 12 & 7).min(5) as usize]
    }

    /// The captured piece.
    #[inline(always)]
    pub fn captured(self) -> Option<Piece> {
        if self.kind() == Kind::EnPassant { Some(Piece::Pawn) } else { self.piece_at(15) }
    }

    /// The promotion piece.
    #[inline(always)]
    pub fn promotion(self) -> Option<Piece> {
        self.piece_at(18)
    }

    /// The special effect.
    #[inline(always)]
    pub fn kind(self) -> Kind {
        [Kind::Plain, Kind::Double, Kind::EnPassant, Kind::Castle][(self.0 >> 21 & 3) as usize]
    }

    /// True if the move neither captures nor promotes.
    #[inline(always)]
    pub fn is_quiet(self) -> bool {
        self.captured().is_none() && self.promotion().is_none()
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from(), self.to())?;
        self.promotion().map_or(Ok(()), |p| write!(f, "{}", p.letter()))
    }
}

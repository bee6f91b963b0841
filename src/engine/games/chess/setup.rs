use thiserror::Error;

use super::bitboard::Bitboard;
use super::board::Board;
use super::position::{Castling, MAX_CLOCK, Position};
use super::square::{Piece, Square};
use crate::game::{Score, Side};

/// Unchecked pieces, side to move, rights and clocks.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The piece on each square, from a1.
    pub pieces: [Option<(Side, Piece)>; 64],
    /// The side to move.
    pub side: Side,
    /// The rooks that may still castle.
    pub rooks: Bitboard,
    /// The notation of castling.
    pub castling: Castling,
    /// The square that a pawn has just skipped. It is ignored if impossible, since many programs
    /// write such squares.
    pub skipped: Option<Square>,
    /// Plies since the last capture or pawn move, at most 9999.
    pub clock: u16,
    /// The move number, at most 9999.
    pub number: u16,
}

/// An error in an arrangement of pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum SetupError {
    /// A side without a king.
    #[error("{} has no king; expected one; put it on the board", side_name(*.0))]
    NoKing(Side),
    /// A side with several kings.
    #[error(
        "{side} has {1} kings; expected one; take the others off the board", side = side_name(*.0)
    )]
    Kings(Side, u32),
    /// A pawn on the first or last rank.
    #[error("a pawn stands on {0}; expected pawns on ranks 2 to 7; promote it or remove it")]
    PawnOnEdge(Square),
    /// More than 16 pieces.
    #[error(
        "{side} has {1} pieces; expected 16 at most; remove {more}", side = side_name(*.0),
        more = .1 - 16
    )]
    TooManyMen(Side, u32),
    /// More than 8 pawns.
    #[error(
        "{side} has {1} pawns; expected 8 at most; remove {more}", side = side_name(*.0),
        more = .1 - 8
    )]
    TooManyPawns(Side, u32),
    /// More extra pieces than missing pawns.
    #[error(
        "{side} has {1} pieces more than the starting set; expected no more than its {2} missing pawns could \
         have become; remove pieces or pawns", side = side_name(*.0)
    )]
    TooManyPromoted(Side, u32, u32),
    /// The side not to move is in check from this square.
    #[error(
        "{side} is in check from {1} but not to move; expected the side in check to be on move; \
         try {side} to move", side = side_name(*.0)
    )]
    OpponentInCheck(Side, Square),
    /// A castling right without rook or king at home.
    #[error(
        "castling right of {side} with a rook on {1}, but rook or king does not stand at home; expected both on \
         the first rank; drop the right or write -", side = side_name(*.0)
    )]
    RightWithoutRook(Side, Square),
}

fn side_name(side: Side) -> &'static str {
    if side == Side::First { "White" } else { "Black" }
}

impl Setup {
    /// Creates an empty board, White to move.
    pub fn empty() -> Setup {
        Setup {
            pieces: [None; 64],
            side: Side::First,
            rooks: Bitboard::EMPTY,
            castling: Castling::Standard,
            skipped: None,
            clock: 0,
            number: 1,
        }
    }

    /// Builds the position.
    ///
    /// # Errors
    /// If the pieces make no legal position.
    pub fn build(&self) -> Result<Position, SetupError> {
        let mut board = Board::EMPTY;
        for (i, piece) in self.pieces.iter().enumerate() {
            if let Some((side, piece)) = *piece {
                board.put(Square::wrapping(i as u8), side, piece);
            }
        }
        for side in [Side::First, Side::Second] {
            check_pieces(&board, side)?;
        }
        board.rights = self.rooks;
        check_rights(&board)?;
        let waiting = self.side.other();
        let king = (board.kind(Piece::King) & board.side(waiting)).lowest();
        let attackers = board.attackers(king, board.occupied()) & board.side(self.side);
        if attackers.any() {
            return Err(SetupError::OpponentInCheck(waiting, attackers.lowest()));
        }
        let skipped = self.skipped.filter(|&square| can_be_skipped(&board, self.side, square));
        board.ep = skipped.map_or(Bitboard::EMPTY, Square::bit);
        let mut position = Position {
            board,
            key: 0,
            checkers: Bitboard::EMPTY,
            pinned: Bitboard::EMPTY,
            score: 0 as Score,
            clock: self.clock.min(MAX_CLOCK),
            number: self.number.min(MAX_CLOCK),
            side: self.side,
            castling: self.castling,
            skipped,
        };
        position.refresh();
        Ok(position)
    }
}

fn check_pieces(board: &Board, side: Side) -> Result<(), SetupError> {
    let own = board.side(side);
    let count = |piece: Piece| (board.kind(piece) & own).count();
    let kings = count(Piece::King);
    match kings {
        0 => return Err(SetupError::NoKing(side)),
        1 => {}
        n => return Err(SetupError::Kings(side, n)),
    }
    let edge = board.kind(Piece::Pawn) & own & (Bitboard::rank(0) | Bitboard::rank(7));
    if edge.any() {
        return Err(SetupError::PawnOnEdge(edge.lowest()));
    }
    if own.count() > 16 {
        return Err(SetupError::TooManyMen(side, own.count()));
    }
    let pawns = count(Piece::Pawn);
    if pawns > 8 {
        return Err(SetupError::TooManyPawns(side, pawns));
    }
    let extra = [(Piece::Knight, 2), (Piece::Bishop, 2), (Piece::Rook, 2), (Piece::Queen, 1)]
        .into_iter()
        .map(|(piece, at_start)| count(piece).saturating_sub(at_start))
        .sum();
    if extra > 8 - pawns {
        return Err(SetupError::TooManyPromoted(side, extra, 8 - pawns));
    }
    Ok(())
}

/// Checks castling rights: each needs its side's rook and king on the first rank, and each side of
/// the king has at most one.
fn check_rights(board: &Board) -> Result<(), SetupError> {
    for rook in board.rights {
        let side = if rook.rank() == 0 { Side::First } else { Side::Second };
        let own = board.side(side);
        let king = (board.kind(Piece::King) & own).lowest();
        let home = Bitboard::rank(Square::home_rank(side));
        let twin =
            (board.rights & home).into_iter().any(|other| other != rook && (other > king) == (rook > king));
        if !(board.kind(Piece::Rook) & own & home).has(rook) || !home.has(king) || twin {
            return Err(SetupError::RightWithoutRook(side, rook));
        }
    }
    Ok(())
}

fn can_be_skipped(board: &Board, side: Side, square: Square) -> bool {
    let (rank, towards_home) = if side == Side::First { (5, -8) } else { (2, 8) };
    let enemy_pawns = board.kind(Piece::Pawn) & board.side(side.other());
    let (landed, origin) = (square.bit().shifted(towards_home), square.bit().shifted(-towards_home));
    square.rank() == rank
        && (landed & enemy_pawns).any()
        && ((square.bit() | origin) & board.occupied()).is_empty()
}

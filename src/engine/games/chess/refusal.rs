use thiserror::Error;

use super::attacks;
use super::bitboard::Bitboard;
use super::board::castled_squares;
use super::fen::shown;
use super::position::Position;
use super::square::{Piece, Square};
use crate::game::Side;

/// The first reason why a move is not legal.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum MoveError {
    /// Neither coordinates nor SAN.
    #[error("{} is no move; expected e2e4, e7e8q, Nf3, exd5, O-O", shown(.0))]
    Unreadable(String),
    /// The origin is empty.
    #[error("no piece on {0}")]
    Nobody(Square),
    /// The piece on the origin is the opponent's.
    #[error("the {1} on {0} is the opponent's piece")]
    Opponents(Square, Piece),
    /// The mover has no such piece, or none on that file or rank.
    #[error("you have no such {0}")]
    NoSuchMan(Piece),
    /// No such piece of the mover reaches the square.
    #[error("no {0} of yours reaches {1}")]
    NoneReaches(Piece, Square),
    /// This kind of piece does not move like this: from, to.
    #[error("a {0} does not move so: {1} to {2}")]
    NotSo(Piece, Square, Square),
    /// An own piece stands on the target.
    #[error("your own {1} stands on {0}")]
    OwnMan(Square, Piece),
    /// The path is blocked.
    #[error("the path is blocked at {0}")]
    Blocked(Square),
    /// A pawn captures diagonally, but the target is empty.
    #[error("there is nothing to take on {0}")]
    NothingToTake(Square),
    /// The move does not answer the check by this piece.
    #[error("you are in check from the {0} on {1}")]
    InCheck(Piece, Square),
    /// The move exposes the king to this piece.
    #[error("this leaves the king in check from the {0} on {1}")]
    LeavesInCheck(Piece, Square),
    /// The king would enter a square attacked by this piece.
    #[error("{0} is attacked by the {1} on {2}")]
    IntoCheck(Square, Piece, Square),
    /// Castling: king or rook has moved, or is missing.
    #[error("castling: the right is lost, because king or rook has moved or is not at home")]
    CastlingRightLost,
    /// Castling: the king is in check.
    #[error("castling: not out of check; the {0} on {1} gives it")]
    CastlingOutOfCheck(Piece, Square),
    /// Castling: the path is blocked.
    #[error("castling: the path is blocked at {0}")]
    CastlingBlocked(Square),
    /// Castling: the king would pass or reach a square attacked by this piece.
    #[error("castling: not through or into check; {0} is attacked by the {1} on {2}")]
    CastlingThroughCheck(Square, Piece, Square),
    /// The promotion piece is missing.
    #[error("the pawn promotes on {0}; say to what: add q, r, b or n, or =Q in SAN")]
    PromotionMissing(Square),
    /// The move is no promotion.
    #[error("this move promotes nothing; leave the promotion piece out")]
    NoPromotion,
    /// Several moves fit: these.
    #[error("several moves fit: {}", .0.join(", "))]
    Ambiguous(Vec<String>),
}

impl MoveError {
    /// True if the mover has no piece for this move, so another reading of the text may fit
    /// better.
    pub(super) fn is_remote(&self) -> bool {
        use MoveError::{NoSuchMan, Nobody, NoneReaches, NotSo, Opponents};
        matches!(self, Nobody(_) | Opponents(..) | NoSuchMan(_) | NoneReaches(..) | NotSo(..))
    }
}

pub(super) fn of_castling(position: &Position, king_side: bool) -> MoveError {
    let side = position.side_to_move();
    let king = position.king(side);
    let mut rooks = (position.castling_rooks() & position.pieces(side)).into_iter();
    let Some(rook) = rooks.find(|&rook| (rook > king) == king_side) else {
        return MoveError::CastlingRightLost;
    };
    if let Some(checker) = position.checkers().into_iter().next() {
        return MoveError::CastlingOutOfCheck(position.board.piece_on(checker), checker);
    }
    let (king_to, rook_to) = castled_squares(king, rook);
    let king_way = attacks::between(king, king_to) | king_to.bit();
    let way = king_way | attacks::between(rook, rook_to) | rook_to.bit();
    let others = position.board.occupied() & !(king.bit() | rook.bit());
    if let Some(blocker) = (way & others).into_iter().next() {
        return MoveError::CastlingBlocked(blocker);
    }
    let lifted = position.board.occupied() & !king.bit();
    let after = others | king_to.bit() | rook_to.bit();
    let them = position.pieces(side.other());
    let attacked = king_way
        .into_iter()
        .map(|square| (square, position.board.attackers(square, lifted) & them))
        .chain([(king_to, position.board.attackers(king_to, after) & them)])
        .find(|(_, attackers)| attackers.any());
    match attacked {
        Some((square, by)) => {
            MoveError::CastlingThroughCheck(square, position.board.piece_on(by.lowest()), by.lowest())
        }
        None => MoveError::CastlingRightLost,
    }
}

pub(super) fn of_squares(
    position: &Position,
    from: Square,
    to: Square,
    promotion: Option<Piece>,
) -> MoveError {
    let side = position.side_to_move();
    let piece = match position.piece_at(from) {
        None => return MoveError::Nobody(from),
        Some((owner, piece)) if owner != side => return MoveError::Opponents(from, piece),
        Some((_, piece)) => piece,
    };
    if let Some((owner, own)) = position.piece_at(to)
        && owner == side
        && from != to
    {
        return MoveError::OwnMan(to, own);
    }
    if let Some(reason) = geometry(position, side, piece, from, to) {
        return reason;
    }
    let promotes = piece == Piece::Pawn && matches!(to.rank(), 0 | 7);
    if let Some(reason) = exposure(position, side, piece, from, to) {
        return reason;
    }
    if promotes {
        MoveError::PromotionMissing(to)
    } else if promotion.is_some() {
        MoveError::NoPromotion
    } else {
        MoveError::NotSo(piece, from, to)
    }
}

/// Explains by the nearest of the `pieces` why none may move to a square.
pub(super) fn of_kind(
    position: &Position,
    piece: Piece,
    pieces: &[Square],
    to: Square,
    promotion: Option<Piece>,
) -> MoveError {
    let remoteness = |reason: &MoveError| match reason {
        MoveError::NotSo(..) => 2,
        MoveError::Blocked(_) | MoveError::NothingToTake(_) => 1,
        _ => 0,
    };
    let others = pieces.iter().filter(|&&from| from != to);
    let reasons = others.map(|&from| of_squares(position, from, to, promotion));
    match reasons.min_by_key(remoteness) {
        None if pieces.contains(&to) => MoveError::OwnMan(to, piece),
        None => MoveError::NoSuchMan(piece),
        Some(MoveError::NotSo(..)) if pieces.len() > 1 => MoveError::NoneReaches(piece, to),
        Some(reason) => reason,
    }
}

fn geometry(position: &Position, side: Side, piece: Piece, from: Square, to: Square) -> Option<MoveError> {
    let not_so = Some(MoveError::NotSo(piece, from, to));
    if piece == Piece::Pawn {
        return pawn_geometry(position, side, from, to);
    }
    if !attacks::of(piece, side, from, Bitboard::EMPTY).has(to) {
        return not_so;
    }
    blocked(position, from, to, attacks::between(from, to))
}

fn pawn_geometry(position: &Position, side: Side, from: Square, to: Square) -> Option<MoveError> {
    if attacks::pawn(side, from).has(to) {
        let takes = position.piece_at(to).is_some() || position.skipped == Some(to);
        return (!takes).then_some(MoveError::NothingToTake(to));
    }
    let steps = match side {
        Side::First => to.rank() as i32 - from.rank() as i32,
        Side::Second => from.rank() as i32 - to.rank() as i32,
    };
    let at_home = from.rank() == if side == Side::First { 1 } else { 6 };
    if to.file() != from.file() || !(steps == 1 || steps == 2 && at_home) {
        return Some(MoveError::NotSo(Piece::Pawn, from, to));
    }
    blocked(position, from, to, attacks::between(from, to) | to.bit())
}

fn blocked(position: &Position, from: Square, to: Square, way: Bitboard) -> Option<MoveError> {
    let mut blockers = (way & position.board.occupied()).into_iter();
    if to > from { blockers.next() } else { blockers.last() }.map(MoveError::Blocked)
}

fn exposure(position: &Position, side: Side, piece: Piece, from: Square, to: Square) -> Option<MoveError> {
    let passes = piece == Piece::Pawn && position.skipped == Some(to) && from.file() != to.file();
    let board = match (side, passes) {
        (Side::First, true) => position.board.passed::<true>(from.bit(), to.bit()),
        (Side::Second, true) => position.board.passed::<false>(from.bit(), to.bit()),
        (Side::First, false) => position.board.moved::<true>(from.bit(), to.bit(), piece),
        (Side::Second, false) => position.board.moved::<false>(from.bit(), to.bit(), piece),
    };
    let king = (board.kind(Piece::King) & board.side(side)).lowest();
    let attackers = board.attackers(king, board.occupied()) & board.side(side.other());
    let old = attackers & position.checkers();
    let at = (if old.any() { old } else { attackers }).into_iter().next()?;
    let attacker = board.piece_on(at);
    Some(match piece {
        Piece::King => MoveError::IntoCheck(to, attacker, at),
        _ if old.any() => MoveError::InCheck(attacker, at),
        _ => MoveError::LeavesInCheck(attacker, at),
    })
}

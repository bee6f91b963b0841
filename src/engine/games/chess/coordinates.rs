use super::moves::{Kind, Move};
use super::position::{Castling, Position};
use super::refusal::{self, MoveError};
use super::square::{Piece, Square};

impl Position {
    /// Writes a legal move in UCI's form: `e2e4`, `e7e8q`; castling as `e1g1`, in Chess960 as the
    /// king taking its own rook; [`Move::NULL`] as `0000`.
    pub fn uci(&self, m: Move) -> String {
        if m == Move::NULL {
            return "0000".to_owned();
        }
        let to = match (m.kind(), self.castling()) {
            (Kind::Castle, Castling::Standard) => super::board::castled_squares(m.from(), m.to()).0,
            _ => m.to(),
        };
        let promotion = m.promotion().map_or(String::new(), |p| p.letter().to_string());
        format!("{}{to}{promotion}", m.from())
    }
}

/// Reads a move in UCI's form only: two squares and an optional promotion letter. Castling is the
/// king's way, or the king taking its own rook.
///
/// # Errors
/// If the move is not legal.
pub fn parse_uci(position: &Position, text: &str) -> Result<Move, MoveError> {
    let square = |at: usize| text.get(at..at + 2).and_then(Square::parse);
    let promotes = |piece: &Piece| Piece::PROMOTIONS.contains(piece);
    let promotion = match text.get(4..) {
        Some("") => Some(None),
        rest => rest.and_then(|rest| Piece::from_letter(rest.parse().ok()?)).filter(promotes).map(Some),
    };
    match (square(0), square(2), promotion) {
        (Some(from), Some(to), Some(promotion)) => by_squares(position, from, to, promotion),
        _ => Err(MoveError::Unreadable(text.to_owned())),
    }
}

pub(super) fn castle(position: &Position, king_side: bool) -> Result<Move, MoveError> {
    let wanted = |m: &&Move| m.kind() == Kind::Castle && (m.to() > m.from()) == king_side;
    let moves = position.legal_moves();
    moves.iter().find(wanted).copied().ok_or_else(|| refusal::of_castling(position, king_side))
}

pub(super) fn by_squares(
    position: &Position,
    from: Square,
    to: Square,
    promotion: Option<Piece>,
) -> Result<Move, MoveError> {
    let moves = position.legal_moves();
    let same =
        |m: &&Move| m.kind() != Kind::Castle && (m.from(), m.to(), m.promotion()) == (from, to, promotion);
    if let Some(&m) = moves.iter().find(same) {
        return Ok(m);
    }
    if promotion.is_none() && means_castling(position, from, to) {
        return match castle(position, to > from) {
            // Another rook has the right.
            Ok(m) if is_own_rook(position, to) && m.to() != to => Err(MoveError::CastlingRightLost),
            castled => castled,
        };
    }
    Err(refusal::of_squares(position, from, to, promotion))
}

/// True if the king's way can only mean castling: onto an own rook, or at least two files.
fn means_castling(position: &Position, from: Square, to: Square) -> bool {
    let king = position.king(position.side_to_move());
    let far = to.file().abs_diff(from.file()) >= 2 && matches!(to.file(), 2 | 6);
    let home = to.rank() == from.rank() && matches!(to.rank(), 0 | 7);
    from == king && home && (far || is_own_rook(position, to))
}

fn is_own_rook(position: &Position, square: Square) -> bool {
    position.piece_at(square) == Some((position.side_to_move(), Piece::Rook))
}

//! Moves as text: UCI's coordinates out, coordinates or SAN in.

use super::moves::{Kind, Move};
use super::position::{Castling, Position};
use super::refusal::{self, MoveError};
use super::san;
use super::square::{Piece, Square};

impl Position {
    /// A legal move in UCI's form: `e2e4`, `e7e8q`; castling as `e1g1`, in Chess960 as the king
    /// taking its own rook.
    pub fn uci(&self, m: Move) -> String {
        let to = match (m.kind(), self.castling()) {
            (Kind::Castle, Castling::Standard) => super::board::castled_squares(m.from(), m.to()).0,
            _ => m.to(),
        };
        let promotion = m.promotion().map_or(String::new(), |p| p.letter().to_string());
        format!("{}{to}{promotion}", m.from())
    }
}

/// Reads a move in UCI's form or in SAN. Castling may be written with the letter O or the digit 0,
/// as the king's two steps or as the king taking its own rook; check and annotation marks may be
/// there, missing or wrong.
pub fn parse_move(position: &Position, text: &str) -> Result<Move, MoveError> {
    let text = text.trim();
    if let Some(king_side) = san::castling_side(text) {
        return castle(position, king_side);
    }
    if let Some((from, to, promotion)) = coordinates(text) {
        return by_squares(position, from, to, promotion);
    }
    san::resolve(position, &san::read(text)?)
}

fn castle(position: &Position, king_side: bool) -> Result<Move, MoveError> {
    let wanted = |m: &&Move| m.kind() == Kind::Castle && (m.to() > m.from()) == king_side;
    let moves = position.legal_moves();
    moves.iter().find(wanted).copied().ok_or_else(|| refusal::of_castling(position, king_side))
}

/// `e2e4` or `e7e8q`.
fn coordinates(text: &str) -> Option<(Square, Square, Option<Piece>)> {
    let (from, to) = (text.get(0..2)?, text.get(2..4)?);
    let promotion = match text.get(4..)? {
        "" => None,
        letter => {
            let mut letters = letter.chars();
            let piece = letters.next().and_then(Piece::from_letter)?;
            (letters.next().is_none() && Piece::PROMOTIONS.contains(&piece)).then_some(Some(piece))?
        }
    };
    Some((Square::parse(from)?, Square::parse(to)?, promotion))
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
    if means_castling(position, from, to) {
        return castle(position, to > from);
    }
    Err(refusal::of_squares(position, from, to, promotion))
}

/// Whether the king's way from `from` to `to` can only mean castling: onto an own rook, or two
/// files and more.
fn means_castling(position: &Position, from: Square, to: Square) -> bool {
    let side = position.side_to_move();
    let own_rook = position.man(to) == Some((side, Piece::Rook));
    let far = to.file().abs_diff(from.file()) >= 2 && matches!(to.file(), 2 | 6);
    from == position.king(side) && to.rank() == from.rank() && matches!(to.rank(), 0 | 7) && (own_rook || far)
}

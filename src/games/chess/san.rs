//! Standard Algebraic Notation: `Nbd2`, `exd8=Q+`, `O-O#`.

use super::moves::{Kind, Move};
use super::position::Position;
use super::refusal::{self, MoveError};
use super::square::{Piece, Square};

impl Position {
    /// A legal move in SAN, with the marks of check and mate.
    pub fn san(&self, m: Move) -> String {
        let mut text = match m.kind() {
            Kind::Castle if m.to() > m.from() => "O-O".to_owned(),
            Kind::Castle => "O-O-O".to_owned(),
            _ => self.san_body(m),
        };
        let next = self.play(m);
        if next.checkers().any() {
            text.push(if next.has_legal_move() { '+' } else { '#' });
        }
        text
    }

    fn san_body(&self, m: Move) -> String {
        let mut text = String::new();
        if m.piece() == Piece::Pawn {
            if m.captured().is_some() {
                text.push(m.from().file_letter());
            }
        } else {
            text.push(m.piece().letter().to_ascii_uppercase());
            text.push_str(&self.origin(m));
        }
        if m.captured().is_some() {
            text.push('x');
        }
        text.push_str(&m.to().to_string());
        if let Some(piece) = m.promotion() {
            text.push('=');
            text.push(piece.letter().to_ascii_uppercase());
        }
        text
    }

    /// As much of the origin as tells the man from others of its kind that may go there: file, else
    /// rank, else both.
    fn origin(&self, m: Move) -> String {
        let moves = self.legal_moves();
        let rivals: Vec<Square> = moves
            .iter()
            .filter(|o| {
                o.piece() == m.piece() && o.to() == m.to() && o.from() != m.from() && o.kind() == Kind::Plain
            })
            .map(|o| o.from())
            .collect();
        let from = m.from();
        if rivals.is_empty() {
            String::new()
        } else if rivals.iter().all(|r| r.file() != from.file()) {
            from.file_letter().to_string()
        } else if rivals.iter().all(|r| r.rank() != from.rank()) {
            from.rank_digit().to_string()
        } else {
            from.to_string()
        }
    }
}

/// What a SAN text says about a move.
pub(super) struct Wish {
    piece: Piece,
    file: Option<u8>,
    rank: Option<u8>,
    to: Square,
    promotion: Option<Piece>,
}

fn without_marks(text: &str) -> &str {
    text.trim_end_matches(['+', '#', '!', '?'])
}

/// For `O-O` and `O-O-O` (or with zeros), whether castling is on the king's side.
pub(super) fn castling_side(text: &str) -> Option<bool> {
    match without_marks(text) {
        "O-O" | "0-0" => Some(true),
        "O-O-O" | "0-0-0" => Some(false),
        _ => None,
    }
}

/// Reads everything but castling. Long forms (`Ng1-f3`, `e2-e4`) are understood too.
pub(super) fn read(text: &str) -> Result<Wish, MoveError> {
    let unreadable = || MoveError::Unreadable(text.to_owned());
    let body = without_marks(text);
    let body = body.strip_suffix("e.p.").map_or(body, str::trim_end);
    let mut letters: Vec<char> = body.chars().filter(|c| !matches!(c, 'x' | '-' | ':')).collect();
    let piece = match letters.first() {
        Some(c @ ('N' | 'B' | 'R' | 'Q' | 'K')) => Piece::from_letter(*c).ok_or_else(unreadable)?,
        _ => Piece::Pawn,
    };
    if piece != Piece::Pawn {
        letters.remove(0);
    }
    let promotion = match letters.last() {
        Some(c @ ('N' | 'B' | 'R' | 'Q')) => Piece::from_letter(*c),
        _ => None,
    };
    if promotion.is_some() {
        letters.pop();
    }
    if promotion.is_some() && letters.last() == Some(&'=') {
        letters.pop();
    }
    let (rank, file) = (letters.pop(), letters.pop());
    let to: String = file.into_iter().chain(rank).collect();
    let to = Square::parse(&to).ok_or_else(unreadable)?;
    let (file, rank) = match letters.as_slice() {
        [] if piece == Piece::Pawn => (Some(to.file()), None),
        [] => (None, None),
        [file @ 'a'..='h'] => (Some(*file as u8 - b'a'), None),
        [rank @ '1'..='8'] if piece != Piece::Pawn => (None, Some(*rank as u8 - b'1')),
        [file @ 'a'..='h', rank @ '1'..='8'] => (Some(*file as u8 - b'a'), Some(*rank as u8 - b'1')),
        _ => return Err(unreadable()),
    };
    Ok(Wish { piece, file, rank, to, promotion })
}

/// The one legal move that fits, or why there is none.
pub(super) fn resolve(position: &Position, wish: &Wish) -> Result<Move, MoveError> {
    let fits_origin = |square: Square| {
        wish.file.is_none_or(|f| f == square.file()) && wish.rank.is_none_or(|r| r == square.rank())
    };
    let moves = position.legal_moves();
    let fitting: Vec<Move> = moves
        .iter()
        .filter(|m| {
            m.kind() != Kind::Castle && (m.piece(), m.to()) == (wish.piece, wish.to) && fits_origin(m.from())
        })
        .filter(|m| m.promotion() == wish.promotion)
        .copied()
        .collect();
    match fitting.as_slice() {
        [only] => Ok(*only),
        [] => {
            let own = position.kind(wish.piece) & position.men(position.side_to_move());
            let men: Vec<Square> = own.into_iter().filter(|&square| fits_origin(square)).collect();
            Err(refusal::of_kind(position, wish.piece, &men, wish.to, wish.promotion))
        }
        several => Err(MoveError::Ambiguous(several.iter().map(|&m| position.san(m)).collect())),
    }
}

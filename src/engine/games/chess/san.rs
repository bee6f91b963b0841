//! Standard Algebraic Notation: `Nbd2`, `exd8=Q+`, `O-O#`.

use std::mem;

use super::moves::{Kind, Move};
use super::position::Position;
use super::square::{Piece, Square};

impl Position {
    /// Iterates over a line's moves and the positions before them.
    pub fn along(&self, moves: &[Move]) -> impl Iterator<Item = (Position, Move)> {
        moves.iter().scan(self.clone(), |position, &m| {
            let next = position.play(m);
            Some((mem::replace(position, next), m))
        })
    }

    /// Writes a line's moves in a notation such as [`Position::san`].
    pub fn line(&self, moves: &[Move], notation: fn(&Position, Move) -> String) -> Vec<String> {
        self.along(moves).map(|(position, m)| notation(&position, m)).collect()
    }

    /// Writes a legal move in SAN with marks of check and mate, [`Move::NULL`] as `--`.
    pub fn san(&self, m: Move) -> String {
        if m == Move::NULL {
            return "--".to_owned();
        }
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

    /// Writes SAN without the marks, except castling.
    pub(super) fn san_body(&self, m: Move) -> String {
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

    /// The file, else the rank, else both, to distinguish the piece from others of its
    /// kind.
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

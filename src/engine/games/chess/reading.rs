//! Readings of typed moves: `Nf3`, `nf3`, `Ng1-f3`, `g1f3`, `E4`, `e8q`, `bc4`.
//!
//! Text may have several readings: `b` is a file or a lower-case bishop, and capitals may be caps
//! lock. If all readings together give one move, it is meant.

use super::coordinates::by_squares;
use super::moves::{Kind, Move};
use super::position::Position;
use super::refusal::{self, MoveError};
use super::square::{Piece, Square};

#[derive(Clone, Copy, Debug)]
pub(super) struct Reading {
    /// The moving piece; the one on the origin if the text names none.
    piece: Option<Piece>,
    file: Option<u8>,
    rank: Option<u8>,
    to: Square,
    promotion: Option<Piece>,
}

/// All readings of a text without marks, likeliest first, except castling.
pub(super) fn readings(text: &str) -> Vec<Reading> {
    let capital = text.starts_with('B') && text.contains(|c: char| c.is_ascii_lowercase() && c != 'x');
    let letters = text.bytes().map(|c| c.to_ascii_lowercase());
    let mut letters: Vec<u8> = letters.filter(|c| !b"x-:".contains(c)).collect();
    let promotion = promotion(&mut letters);
    let Some((&[file, rank], before)) = letters.split_last_chunk().map(|(before, to)| (to, before)) else {
        return Vec::new();
    };
    let Some(to) = square(file, rank) else { return Vec::new() };
    let reading = |piece, file, rank| Reading { piece, file, rank, to, promotion };
    let pawn = match *before {
        [] => Some(reading(Some(Piece::Pawn), Some(to.file()), None)),
        [from @ b'a'..=b'h'] if from != file => Some(reading(Some(Piece::Pawn), Some(from - b'a'), None)),
        [file, rank] => square(file, rank).map(|from| reading(None, Some(from.file()), Some(from.rank()))),
        _ => None,
    };
    let piece = before.split_first().and_then(|(&letter, origin)| {
        let piece = Piece::from_letter(char::from(letter)).filter(|&piece| piece != Piece::Pawn)?;
        let (file, rank) = match *origin {
            [] => (None, None),
            [file @ b'a'..=b'h'] => (Some(file - b'a'), None),
            [rank @ b'1'..=b'8'] => (None, Some(rank - b'1')),
            [file, rank] => square(file, rank).map(|from| (Some(from.file()), Some(from.rank())))?,
            _ => return None,
        };
        Some(reading(Some(piece), file, rank))
    });
    match (pawn, piece) {
        (_, Some(piece)) if capital => vec![piece],
        // A dash separates two squares.
        (Some(pawn), _) if pawn.piece.is_none() && text.contains('-') => vec![pawn],
        (pawn, piece) => pawn.into_iter().chain(piece).collect(),
    }
}

/// Takes `q` or `=q` from the end.
fn promotion(letters: &mut Vec<u8>) -> Option<Piece> {
    let (&last, before) = letters.split_last()?;
    let before = before.strip_suffix(b"=").unwrap_or(before).len();
    let piece = Piece::from_letter(char::from(last)).filter(|piece| Piece::PROMOTIONS.contains(piece))?;
    letters.truncate(before);
    Some(piece)
}

fn square(file: u8, rank: u8) -> Option<Square> {
    Square::parse(std::str::from_utf8(&[file, rank]).ok()?)
}

impl Reading {
    fn fits_origin(&self, square: Square) -> bool {
        self.file.is_none_or(|f| f == square.file()) && self.rank.is_none_or(|r| r == square.rank())
    }

    /// The legal moves that fit.
    ///
    /// # Errors
    /// If there are none.
    pub(super) fn moves(&self, position: &Position) -> Result<Vec<Move>, MoveError> {
        let Some(piece) = self.piece else {
            let from = Square::at(self.file.unwrap_or(0), self.rank.unwrap_or(0));
            return by_squares(position, from, self.to, self.promotion).map(|m| vec![m]);
        };
        let fits = |m: &&Move| {
            m.kind() != Kind::Castle
                && (m.piece(), m.to(), m.promotion()) == (piece, self.to, self.promotion)
                && self.fits_origin(m.from())
        };
        let moves: Vec<Move> = position.legal_moves().iter().filter(fits).copied().collect();
        if !moves.is_empty() {
            return Ok(moves);
        }
        let own = position.kind(piece) & position.pieces(position.side_to_move());
        let pieces: Vec<Square> = own.into_iter().filter(|&square| self.fits_origin(square)).collect();
        Err(refusal::of_kind(position, piece, &pieces, self.to, self.promotion))
    }
}

//! The command `position`: where a game stands.

use super::options::shown;
use crate::games::chess::{Castling, Move, Position, parse_move};

/// A position and the game that led to it.
#[derive(Clone, Debug)]
pub(super) struct Place {
    pub position: Position,
    /// Keys of the positions before, the oldest first.
    pub earlier: Vec<u64>,
}

impl Place {
    /// The usual start.
    pub fn start() -> Place {
        Place { position: Position::start(), earlier: Vec::new() }
    }

    /// Reads what stands behind `position`: `startpos` or `fen` and its fields, then perhaps
    /// `moves`. `chess960`: castling is the king taking its own rook.
    ///
    /// # Errors
    /// One line: no position, or an illegal move.
    pub fn read(words: &[&str], chess960: bool) -> Result<Place, String> {
        let end = words.iter().position(|&word| word == "moves").unwrap_or(words.len());
        let position = match &words[..end] {
            ["startpos"] => Position::start(),
            ["fen", fields @ ..] => fields.join(" ").parse().map_err(|why| format!("position: {why}"))?,
            other => {
                return Err(format!(
                    "got position '{}', expected startpos or fen; try position startpos moves e2e4",
                    shown(&other.join(" "))
                ));
            }
        };
        let mut place = Place { position: in_chess960(position, chess960), earlier: Vec::new() };
        let moves = words.get(end + 1..).unwrap_or_default();
        for (nth, word) in moves.iter().enumerate() {
            let m = read_move(&place.position, word)
                .map_err(|why| format!("position: got '{}' as move {}: {why}", shown(word), nth + 1))?;
            place.earlier.push(place.position.key());
            place.position = place.position.play(m);
        }
        Ok(place)
    }
}

/// The position as the option `UCI_Chess960` has its castling written. One that only Chess960 has
/// is written in its way in any case.
pub(super) fn in_chess960(position: Position, chess960: bool) -> Position {
    match (chess960, position.castling()) {
        (true, Castling::Standard) => position.written(Castling::XFen),
        (false, _) if !position.is_chess960() => position.written(Castling::Standard),
        _ => position,
    }
}

/// Reads a legal move in coordinates. Castling may be written in either way.
///
/// # Errors
/// Why it is none.
pub(super) fn read_move(position: &Position, text: &str) -> Result<Move, String> {
    let square = |at: usize| {
        let bytes = text.as_bytes();
        matches!(bytes.get(at..at + 2), Some([b'a'..=b'h', b'1'..=b'8']))
    };
    let promotion = match text.len() {
        4 => true,
        5 => matches!(text.as_bytes()[4] | 0x20, b'q' | b'r' | b'b' | b'n'),
        _ => false,
    };
    if !(square(0) && square(2) && promotion) {
        return Err("expected two squares, and what a pawn becomes; try e2e4 or e7e8q".to_owned());
    }
    parse_move(position, text).map_err(|why| why.to_string())
}

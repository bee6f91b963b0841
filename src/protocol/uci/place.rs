//! The command `position`: where a game stands.

use super::options::shown;
use sparring_engine::games::chess::{Castling, Move, MoveError, Position, parse_uci};

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
    parse_uci(position, text).map_err(|why| match why {
        MoveError::Unreadable(_) => {
            "expected two squares, and what a pawn becomes; try e2e4 or e7e8q".to_owned()
        }
        why => why.to_string(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(fen: &str, text: &str) -> Result<String, String> {
        let position: Position = fen.parse().unwrap();
        read_move(&position, text).map(|m| position.san(m))
    }

    #[test]
    fn coordinates_are_not_read_as_what_people_type() {
        let opening = "rnbqkbnr/1pp1pppp/p7/3p4/3P4/2N5/PPP1PPPP/R1BQKBNR w KQkq - 0 3";
        assert_eq!(read(opening, "c1d2").as_deref(), Ok("Bd2"));
        // A bishop from the first rank, where people type.
        assert_eq!(read(opening, "b1d2"), Err("no piece on b1".to_owned()));
        let pawns = "8/BP6/8/8/8/8/7k/K7 w - - 0 1";
        assert_eq!(read(pawns, "a7b8").as_deref(), Ok("Bb8+"));
        assert!(read(pawns, "b7b8").is_err());
        assert_eq!(read(pawns, "b7b8Q").as_deref(), Ok("b8=Q+"));
        for shape in ["", "e2", "e2e9", "e2e4e5", "Nf3", "O-O", "e7e8k", "e2e4\u{e4}", "0000"] {
            assert!(read(opening, shape).unwrap_err().contains("try e2e4"), "{shape}");
        }
    }

    #[test]
    fn castling_may_be_written_in_either_way_with_the_rook_that_has_the_right() {
        let usual = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1";
        assert_eq!(read(usual, "e1g1").as_deref(), Ok("O-O"));
        assert_eq!(read(usual, "e1h1").as_deref(), Ok("O-O"));
        assert_eq!(read(usual, "e1a1").as_deref(), Ok("O-O-O"));
        let two_rooks = "k7/8/8/8/8/8/8/1K2R2R w E - 0 1";
        assert_eq!(read(two_rooks, "b1e1").as_deref(), Ok("O-O"));
        assert!(read(two_rooks, "b1h1").is_err());
    }
}

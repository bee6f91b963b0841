//! The command `position`.

use super::options::shown;
use sparring_engine::games::chess::{Castling, Move, MoveError, Position, Variant, parse_uci};

#[derive(Clone, Debug)]
pub(super) struct Place {
    pub position: Position,
    /// The oldest first.
    pub earlier: Vec<u64>,
    /// One line on what of the FEN is read otherwise than it is written, or empty.
    pub remark: String,
}

impl Place {
    pub fn start() -> Place {
        Place { position: Position::start(), earlier: Vec::new(), remark: String::new() }
    }

    /// Reads the arguments of `position`.
    ///
    /// # Errors
    /// One line: not a position, or an illegal move.
    pub fn read(words: &[&str], chess960: bool) -> Result<Place, String> {
        let end = words.iter().position(|&word| word == "moves").unwrap_or(words.len());
        let variant = if chess960 { Variant::Chess960 } else { Variant::Standard };
        let (position, remark) = match &words[..end] {
            ["startpos"] => (Position::start(), String::new()),
            ["fen", fields @ ..] => {
                let fen = fields.join(" ");
                Position::read_fen(&fen, variant).map_err(|why| format!("position: {why}"))?
            }
            other => {
                return Err(format!(
                    "got position '{}', expected startpos or fen; try position startpos moves e2e4",
                    shown(&other.join(" "))
                ));
            }
        };
        let position = in_chess960(position, chess960);
        let mut place = Place { position, earlier: Vec::new(), remark };
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

/// Writes castling as `UCI_Chess960` demands; positions of Chess960 only keep its notation.
pub(super) fn in_chess960(position: Position, chess960: bool) -> Position {
    match (chess960, position.castling()) {
        (true, Castling::Standard) => position.written(Castling::XFen),
        (false, _) if !position.is_chess960() => position.written(Castling::Standard),
        _ => position,
    }
}

/// Reads a legal move in coordinates, with either notation of castling.
///
/// # Errors
/// A reason why it is not one.
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
        // People may type this for a bishop move from the first rank.
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

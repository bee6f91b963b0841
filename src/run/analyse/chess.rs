//! Batches of chess positions: FEN, EPD, or objects with either.

use super::{Analysis, Request};
use crate::engine::{self, MAX_PLY, Settings};
use crate::games::chess::{Chess, Position};
use crate::run::ChessSearch;

/// Chess positions, all searched in one way.
#[derive(Clone, Debug)]
pub struct ChessAnalysis {
    /// How, where a line does not say otherwise.
    pub settings: Settings,
}

impl Analysis for ChessAnalysis {
    type Search = ChessSearch<'static>;

    fn game(&self) -> Chess {
        Chess
    }

    fn plain(&self, line: &str) -> Result<Request, String> {
        let (_, operations) = split(line);
        let id = operations.split(';').find_map(|operation| operation.trim().strip_prefix("id "));
        let id = id.map(|id| id.trim().trim_matches('"').into());
        Ok(Request { id, position: line.to_owned(), ..Request::default() })
    }

    fn search(&self, request: &Request) -> Result<ChessSearch<'static>, String> {
        let (fen, _) = split(&request.position);
        let position: Position = fen.parse().map_err(|error| format!("{error}"))?;
        let settings = request.limits.applied(self.settings, (1, MAX_PLY))?;
        Ok(ChessSearch { request: engine::Request::new(position, settings), hash: 0 })
    }
}

/// The FEN at the beginning of a line of EPD, of six fields if two numbers follow the first four,
/// and the operations behind it.
fn split(line: &str) -> (&str, &str) {
    let mut fields = line.split_whitespace().scan(0, |from, field| {
        *from += line[*from..].find(field)? + field.len();
        Some((field, *from))
    });
    let Some((_, four)) = fields.nth(3) else { return (line, "") };
    let is_number = |field: &str| field.bytes().all(|byte| byte.is_ascii_digit());
    match (fields.next(), fields.next()) {
        (Some((halfmoves, _)), Some((moves, six))) if is_number(halfmoves) && is_number(moves) => {
            line.split_at(six)
        }
        _ => line.split_at(four),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_epd_is_a_fen_and_operations() {
        let fen = "8/8/8/8/8/4k3/4p3/4K3 w - -";
        for (line, expected) in [
            (format!("{fen} bm Kd1; id \"x y\";"), (fen.to_owned(), " bm Kd1; id \"x y\";")),
            (format!("{fen}  12 34"), (format!("{fen}  12 34"), "")),
            (format!("{fen} 12 34 bm Kd1;"), (format!("{fen} 12 34"), " bm Kd1;")),
            (fen.to_owned(), (fen.to_owned(), "")),
            ("8/8 w".to_owned(), ("8/8 w".to_owned(), "")),
        ] {
            assert_eq!(split(&line), (&*expected.0, expected.1), "{line}");
        }
        let what = ChessAnalysis { settings: Settings::depth(1) };
        let id = |line: &str| what.plain(line).unwrap().id;
        assert_eq!(id(&format!("{fen} bm Kd1; id \"x y\";")), Some("x y".into()));
        assert_eq!(id(&format!("{fen} 0 1")), None);
    }
}

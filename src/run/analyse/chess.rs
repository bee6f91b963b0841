//! Batches of chess positions: FEN, EPD, or objects with either.

use super::{Analysis, Request, flags};
use crate::{ChessRequest, ChessSearch};
use sparring_engine::game::MAX_PLY;
use sparring_engine::games::chess::{Chess, epd_operations, epd_position, split_epd};
use sparring_engine::search::{AnyStrategy, SearchStrategy, Settings};

/// An analysis of chess positions.
#[derive(Clone, Debug)]
pub struct ChessAnalysis {
    /// Default settings.
    pub settings: Settings<AnyStrategy>,
}

impl Analysis for ChessAnalysis {
    type Search = ChessSearch<'static>;

    fn flags(&self) -> String {
        flags::of(&self.settings)
    }

    fn is_exact(&self) -> bool {
        self.settings.strategy.is_exact()
    }

    fn game(&self) -> Chess {
        Chess
    }

    fn plain(&self, line: &str) -> Result<Request, String> {
        let (_, operations) = split_epd(line);
        let id = epd_operations(operations).find_map(|(code, id)| (code == "id").then(|| id.into()));
        Ok(Request { id, position: line.to_owned(), ..Request::default() })
    }

    fn search(&self, request: &Request) -> Result<ChessSearch<'static>, String> {
        let (position, _dropped) = epd_position(&request.position).map_err(|error| error.to_string())?;
        let settings = request.limits.applied(self.settings, 1..=MAX_PLY)?;
        Ok(ChessSearch { request: ChessRequest { position, earlier: &[], settings }, hash: 0 })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_clocks_of_a_line_may_be_operations() {
        let what = ChessAnalysis { settings: Settings::depth(1) };
        let line = "7k/8/5K2/8/8/8/8/Q7 w - - hmvc 98; fmvn 70; id \"e\";";
        let search = what.search(&what.plain(line).unwrap()).unwrap();
        assert_eq!(search.request.position.to_string(), "7k/8/5K2/8/8/8/8/Q7 w - - 98 70");
    }

    #[test]
    fn the_id_of_a_line_is_its_operation_id() {
        let fen = "8/8/8/8/8/4k3/4p3/4K3 w - -";
        let what = ChessAnalysis { settings: Settings::depth(1) };
        let id = |line: &str| what.plain(line).unwrap().id;
        assert_eq!(id(&format!("{fen} bm Kd1; id \"x y\";")), Some("x y".into()));
        assert_eq!(id(&format!("{fen} 0 1")), None);
    }
}

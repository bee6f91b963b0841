//! Batches of chess positions: FEN, perhaps with moves, or EPD, or objects with either.

use super::reached::{Reached, reached};
use super::{Analysis, Request, flags};
use crate::chess::{ChessRequest, ChessSearch, on_one_worker};
use sparring_engine::game::MAX_PLY;
use sparring_engine::games::chess::{Chess, Position, epd_operations, split_epd};
use sparring_engine::search::{AnyStrategy, SearchStrategy, Settings};

#[derive(Clone, Debug)]
pub struct ChessAnalysis {
    pub settings: Settings<AnyStrategy>,
    /// True if one worker searches each position. Then `play` answers the same in every run.
    pub alone: bool,
    /// MiB of each position's table, if the strategy's answers depend on it.
    pub hash: Option<usize>,
    /// Gets a line about each position that is not searched as it was written.
    pub remark: fn(&str),
}

impl Analysis for ChessAnalysis {
    type Game = Chess;
    type Search<'r> = ChessSearch<'r>;

    fn flags(&self) -> String {
        let hash = self.hash.map_or(String::new(), |hash| format!(" --hash {hash}"));
        flags::of(&self.settings) + &hash
    }

    fn is_exact(&self) -> bool {
        self.settings.strategy.is_exact()
    }

    fn is_alone(&self) -> bool {
        self.alone && on_one_worker(self.settings).is_some()
    }

    fn game(&self) -> Chess {
        Chess
    }

    fn plain(&self, line: &str) -> Result<Request, String> {
        let (_, operations) = split_epd(line);
        let id = epd_operations(operations).find_map(|(code, id)| (code == "id").then(|| id.into()));
        Ok(Request { id, position: line.to_owned(), ..Request::default() })
    }

    fn played(&self, request: Request) -> Result<Request, String> {
        let Reached { position, earlier, remark } = reached(&request.position, &request.moves)?;
        if !remark.is_empty() {
            (self.remark)(&format!("'{}': {remark}", request.position.escape_debug()));
        }
        Ok(Request { position: position.to_string(), earlier, ..request })
    }

    fn search<'r>(&self, request: &'r Request) -> Result<ChessSearch<'r>, String> {
        let position = request.position.parse::<Position>().map_err(|error| error.to_string())?;
        let settings = request.limits.applied(self.settings, 1..=MAX_PLY)?;
        let settings = on_one_worker(settings).filter(|_| self.alone).unwrap_or(settings);
        Ok(ChessSearch { request: ChessRequest { position, earlier: &request.earlier, settings }, hash: 0 })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn what() -> ChessAnalysis {
        ChessAnalysis { settings: Settings::depth(1), alone: true, hash: None, remark: |_| {} }
    }

    #[test]
    fn the_clocks_of_a_line_may_be_operations() {
        let line = "7k/8/5K2/8/8/8/8/Q7 w - - hmvc 98; fmvn 70; id \"e\";";
        let request = what().played(what().plain(line).unwrap()).unwrap();
        let search = what().search(&request).unwrap();
        assert_eq!(search.request.position.to_string(), "7k/8/5K2/8/8/8/8/Q7 w - - 98 70");
    }

    #[test]
    fn the_id_of_a_line_is_its_operation_id() {
        let fen = "8/8/8/8/8/4k3/4p3/4K3 w - -";
        let id = |line: &str| what().plain(line).unwrap().id;
        assert_eq!(id(&format!("{fen} bm Kd1; id \"x y\";")), Some("x y".into()));
        assert_eq!(id(&format!("{fen} moves e1e2; id \"z\";")), Some("z".into()));
        assert_eq!(id(&format!("{fen} 0 1")), None);
    }

    #[test]
    fn the_game_before_a_position_is_known_to_its_search() {
        let line = "startpos moves g1f3 g8f6 f3g1";
        let request = what().played(what().plain(line).unwrap()).unwrap();
        let keys = ["", " moves g1f3", " moves g1f3 g8f6"]
            .map(|moves| reached(&format!("startpos{moves}"), &[]).unwrap().position.key());
        assert_eq!(what().search(&request).unwrap().request.earlier, keys);
    }
}

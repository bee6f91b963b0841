//! Batches of dots and boxes: drawn edges as hexadecimal numbers.

use super::{Analysis, Request, flags};
use crate::DotsSearch;
use sparring_engine::game::MAX_PLY;
use sparring_engine::games::dots::{Dots, Position};
use sparring_engine::search::Settings;

#[derive(Clone, Debug)]
pub struct DotsAnalysis {
    pub game: Dots,
    pub board: String,
    pub settings: Settings,
}

impl Analysis for DotsAnalysis {
    type Game = Dots;
    type Search<'r> = DotsSearch;

    fn flags(&self) -> String {
        let (board, rules) = (&self.board, self.game.rules().name());
        let flag = if board.starts_with(|c: char| c.is_ascii_digit()) { "--size" } else { "--board-file" };
        format!("{flag} {board} --rules {rules} {}", flags::of(&self.settings))
    }

    fn game(&self) -> Dots {
        self.game.clone()
    }

    fn plain(&self, line: &str) -> Result<Request, String> {
        Ok(Request { position: line.to_owned(), ..Request::default() })
    }

    fn search(&self, request: &Request) -> Result<DotsSearch, String> {
        let drawn = self.game.board().parse_mask(&request.position).map_err(|error| error.to_string())?;
        let settings = request.limits.applied(self.settings, 1..=MAX_PLY)?;
        Ok(DotsSearch::new(self.game.clone(), self.board.clone(), Position::new(drawn), settings, 0))
    }
}

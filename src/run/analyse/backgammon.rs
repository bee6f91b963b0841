//! Batches of backgammon positions: identifiers with dice, or objects with a roll.

use super::{Analysis, Request, flags};
use crate::BackgammonSearch;
use sparring_engine::game::EquityEvaluator;
use sparring_engine::games::backgammon::{Backgammon, Roll, parse_id};
use sparring_engine::search::{DiceRequest, DiceStrategy, MAX_DEPTH, Pruning, Settings};
use sparring_engine::solve::bearoff::BearoffEvaluator;

/// An analysis of backgammon positions.
#[derive(Clone, Debug)]
pub struct BackgammonAnalysis {
    pub evaluator: BearoffEvaluator,
    pub pruning: Pruning,
    /// Pruning of lines that set their own depth.
    pub pruning_at_depth: Pruning,
    /// Default roll.
    pub roll: Option<Roll>,
    /// Default settings.
    pub settings: Settings<DiceStrategy>,
}

impl Analysis for BackgammonAnalysis {
    type Game = Backgammon;
    type Search<'r> = BackgammonSearch;

    fn flags(&self) -> String {
        let bearoff = if self.evaluator.databases().is_some() { " --bearoff" } else { "" };
        let pruning = flags::of_pruning(self.pruning, self.evaluator.scale());
        let roll = self.roll.map_or(String::new(), |roll| format!(" --roll {roll}"));
        let eval = self.evaluator.evaluator().name();
        format!("--eval {eval}{bearoff}{pruning}{roll} {}", flags::of(&self.settings))
    }

    fn game(&self) -> Backgammon {
        Backgammon
    }

    fn plain(&self, line: &str) -> Result<Request, String> {
        Ok(Request { position: line.to_owned(), ..Request::default() })
    }

    fn search(&self, request: &Request) -> Result<BackgammonSearch, String> {
        let id = parse_id(&request.position).map_err(|error| error.to_string())?;
        let asked = request.roll.as_deref().map(str::parse::<Roll>).transpose();
        let roll = asked.map_err(|error| format!("roll: {error}"))?.or(id.roll).or(self.roll);
        if roll.is_none() && !id.position.is_over() {
            return Err(
                "got no dice, expected an identifier with dice or a roll; try \"roll\":\"31\"".to_owned()
            );
        }
        let settings = request.limits.applied(self.settings, 0..=MAX_DEPTH)?;
        // A finished game is not searched.
        let question = DiceRequest::new(id.position, roll.unwrap_or(Roll::ALL[0]), settings);
        let informed = self.evaluator.deciding(id.position.side());
        let pruning = if request.limits.depth.is_some() { self.pruning_at_depth } else { self.pruning };
        let request = DiceRequest { pruning, ..question };
        Ok(BackgammonSearch::new(informed, roll, request))
    }
}

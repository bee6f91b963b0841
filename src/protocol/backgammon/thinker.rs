//! The engine as the opponent at the backgammon board.

use super::Opponent;
use crate::engine::{DiceRequest, DiceStrategy, Engine, EquityEvaluator, Settings};
use crate::games::backgammon::{Backgammon, Position, Roll};
use crate::solve::bearoff::Informed;

/// Plays the result that a search finds.
pub struct Thinker {
    /// Searches.
    pub engine: Engine<Backgammon>,
    /// What a position is worth to it.
    pub evaluator: Informed,
    /// How it searches.
    pub settings: Settings<DiceStrategy>,
    /// Forward pruning: how many plays of every roll are searched; `None` for all.
    pub keep: Option<usize>,
}

impl Opponent for Thinker {
    fn choose(&mut self, position: &Position, roll: Roll) -> (Position, f64) {
        let request = DiceRequest { keep: self.keep, ..DiceRequest::new(*position, roll, self.settings) };
        let evaluator = self.evaluator.deciding(position.side());
        let last = self.engine.answer(&evaluator, &request).last.expect("the game goes on");
        (last.best, last.score.mean / f64::from(evaluator.scale()))
    }
}

//! The engine as the opponent at the backgammon board.

use super::Opponent;
use crate::engine::{DiceEngine, DiceRequest, DiceStrategy, EquityEvaluator, Limits};
use crate::games::backgammon::{Backgammon, Position, Roll};
use crate::solve::bearoff::Informed;

/// Plays the result that a search finds.
pub struct Thinker {
    /// Searches.
    pub engine: DiceEngine<Backgammon>,
    /// What a position is worth to it.
    pub evaluator: Informed,
    /// When a search ends.
    pub limits: Limits,
    /// By which strategy.
    pub strategy: DiceStrategy,
    /// Forward pruning: how many plays of every roll are searched; `None` for all.
    pub keep: Option<usize>,
}

impl Opponent for Thinker {
    fn choose(&mut self, position: &Position, roll: Roll) -> (Position, f64) {
        let request = DiceRequest {
            limits: self.limits,
            strategy: self.strategy,
            keep: self.keep,
            ..DiceRequest::new(*position, roll, 0)
        };
        let evaluator = self.evaluator.deciding(position.side());
        let last = self.engine.answer(&evaluator, &request).last.expect("the game goes on");
        (last.best, last.score / f64::from(evaluator.scale()))
    }
}

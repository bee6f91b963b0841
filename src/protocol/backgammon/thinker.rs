//! The engine as a player.

use super::Player;
use crate::engine::{DiceEngine, DiceRequest, DiceStrategy, EquityEvaluator, Limits};
use crate::games::backgammon::{Backgammon, Position, Roll};
use crate::solve::bearoff::Informed;

/// Plays what a search finds.
pub struct Thinker {
    /// Its workers.
    pub engine: DiceEngine<Backgammon>,
    /// Its opinion.
    pub evaluator: Informed,
    /// How long it thinks.
    pub limits: Limits,
    /// By which strategy.
    pub strategy: DiceStrategy,
    /// How many plays of every roll it looks at; `None` for all.
    pub keep: Option<usize>,
}

impl Player for Thinker {
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

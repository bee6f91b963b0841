//! The chances of a play as deep as a search has looked.
//!
//! A search finds one number for a play: the mean of the values at its horizon, with the best
//! reply to every roll. The chances at that horizon, averaged over the same replies, add up to it.

use crate::engine::Engine;
use crate::games::backgammon::{Backgammon, Outcome, Position, Probabilities, Roll};
use crate::search::{DiceRequest, Pruning, Settings};
use crate::solve::bearoff::BearoffEvaluator;

/// Finds the chances of plays at the horizon of a search.
pub struct Horizon<'h> {
    engine: &'h Engine<Backgammon>,
    evaluator: &'h BearoffEvaluator,
    keep: Option<usize>,
}

impl<'h> Horizon<'h> {
    /// Prepares for plays of a search with this evaluator and pruning. Returns `None` if the
    /// evaluator knows no chances.
    pub fn new(
        engine: &'h Engine<Backgammon>,
        evaluator: &'h BearoffEvaluator,
        pruning: Pruning,
    ) -> Option<Horizon<'h>> {
        evaluator.evaluator().network()?;
        Some(Horizon { engine, evaluator, keep: pruning.keep })
    }

    /// The chances of the side that has made a play, at this depth. Replies that are not
    /// plain static choices take searches.
    pub fn chances(&self, result: &Position, depth: u32) -> Probabilities {
        if depth == 0 || Outcome::of(result).is_some() {
            return self.evaluator.chances(result).expect("the evaluator is a network");
        }
        let theirs = result.handed_over();
        let after = |roll: Roll| {
            let reply = self.reply(&theirs, roll, depth - 1);
            (roll, self.chances(&reply, depth - 1))
        };
        Probabilities::mean(Roll::ALL.into_iter().map(after)).of_other()
    }

    /// The reply that a search keeps as the best, at this depth.
    fn reply(&self, position: &Position, roll: Roll, depth: u32) -> Position {
        if depth == 0 || self.keep == Some(1) {
            return self.evaluator.best(position, roll);
        }
        let pruning = Pruning::keeping(self.keep);
        let request = DiceRequest { pruning, ..DiceRequest::new(*position, roll, Settings::depth(depth)) };
        let answer = self.engine.answer(self.evaluator, &request);
        answer.last.expect("a search without limits finishes").best
    }
}

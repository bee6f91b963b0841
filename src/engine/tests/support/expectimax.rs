use std::cmp::Reverse;

use sparring_engine::game::{EquityEvaluator, Stochastic};
use sparring_engine::search::Pruning;

/// The oracle. Values are fractions of `WEIGHTS`^depth, so wide that nothing overflows.
pub struct Naive<'a, G, E> {
    pub game: &'a G,
    pub evaluator: &'a E,
    /// Only `keep` is used: the most preferred plays of each roll, ties in the generator's order.
    pub pruning: Pruning,
}

impl<G: Stochastic, E: EquityEvaluator<G>> Naive<'_, G, E> {
    pub fn results(&self, position: &G::Position, roll: G::Roll) -> Vec<G::Position> {
        let mut results = self.game.results(&self.game.prepare(position), roll);
        results.sort();
        let keep = self.pruning.keep.unwrap_or(usize::MAX);
        if keep < results.len() {
            let before = self.evaluator.before(self.game, position);
            results.sort_by_key(|result| Reverse(self.evaluator.preference(self.game, before, result)));
            results.truncate(keep);
            results.sort();
        }
        results
    }

    pub fn value(&self, position: &G::Position, result: &G::Position, depth: u32) -> i128 {
        let before = self.evaluator.before(self.game, position);
        if let Some(outcome) = self.game.outcome(result) {
            let value = self.evaluator.outcome_value(self.game, result, outcome);
            return i128::from(G::WEIGHTS).pow(depth) * i128::from(value);
        }
        if depth == 0 {
            return i128::from(self.evaluator.evaluate(self.game, before, result));
        }
        let next = self.game.hand_over(result);
        let rolls = self.game.rolls().iter();
        -rolls.map(|&(roll, weight)| i128::from(weight) * self.best(&next, roll, depth - 1).0).sum::<i128>()
    }

    pub fn best(&self, position: &G::Position, roll: G::Roll, depth: u32) -> (i128, G::Position) {
        let mut best: Option<(i128, G::Position)> = None;
        for result in self.results(position, roll) {
            let value = self.value(position, &result, depth);
            if best.as_ref().is_none_or(|(most, _)| value > *most) {
                best = Some((value, result));
            }
        }
        best.unwrap()
    }
}

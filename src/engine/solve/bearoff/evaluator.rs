use std::fmt;
use std::sync::Arc;

use super::{Bearoff, Equity};
use crate::game::{EquityEvaluator, Score, Side};
use crate::games::backgammon::{Backgammon, NamedEvaluator, Outcome, Position, Probabilities, Roll};

/// An evaluator that uses the bear-off databases for results with both sides at home: their equity
/// in points times the value of a single game won.
#[derive(Clone)]
pub struct BearoffEvaluator {
    evaluator: NamedEvaluator,
    bearoff: Option<Arc<Bearoff>>,
}

impl fmt::Debug for BearoffEvaluator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BearoffEvaluator")
            .field("evaluator", &self.evaluator)
            .field("bearoff", &self.bearoff.is_some())
            .finish()
    }
}

impl From<NamedEvaluator> for BearoffEvaluator {
    fn from(evaluator: NamedEvaluator) -> BearoffEvaluator {
        BearoffEvaluator { evaluator, bearoff: None }
    }
}

impl BearoffEvaluator {
    /// The underlying evaluator.
    pub const fn evaluator(&self) -> NamedEvaluator {
        self.evaluator
    }

    /// True if an evaluator can use the databases, because its finished games are worth points.
    pub const fn suits(evaluator: NamedEvaluator) -> bool {
        evaluator.counts_points()
    }

    /// Adds databases, if the evaluator can use them.
    pub fn with(self, bearoff: Arc<Bearoff>) -> BearoffEvaluator {
        BearoffEvaluator { bearoff: BearoffEvaluator::suits(self.evaluator).then_some(bearoff), ..self }
    }

    /// The databases, if it has them.
    pub fn databases(&self) -> Option<&Bearoff> {
        self.bearoff.as_deref()
    }

    /// The databases' equity of a result, for the side that has just played; `None` if they have
    /// none.
    pub fn equity(&self, result: &Position) -> Option<Equity> {
        let theirs = self.bearoff.as_ref()?.equity(&result.handed_over())?;
        Some(Equity { probabilities: theirs.probabilities.of_other(), ..theirs })
    }

    /// The chances of the side that has just played: exact after the end, else those of the
    /// databases or of the network; `None` if neither knows them.
    pub fn chances(&self, result: &Position) -> Option<Probabilities> {
        if let Some(outcome) = Outcome::of(result) {
            return Some(Probabilities::won(outcome));
        }
        let known = self.equity(result).map(|known| known.probabilities);
        known.or_else(|| Some(self.evaluator.network()?.chances(result).into()))
    }

    /// The evaluator for decisions of `side`, as [`NamedEvaluator::deciding`].
    pub fn deciding(&self, side: Side) -> BearoffEvaluator {
        BearoffEvaluator { evaluator: self.evaluator.deciding(side), bearoff: self.bearoff.clone() }
    }

    /// The result with the largest immediate value; of equals the first in the generator's order.
    pub fn best(&self, position: &Position, roll: Roll) -> Position {
        let before = self.before(&Backgammon, position);
        let value = |result: &Position| match Outcome::of(result) {
            Some(outcome) => self.outcome_value(&Backgammon, result, outcome),
            None => self.evaluate(&Backgammon, before, result),
        };
        let results = position.results(roll);
        // `max_by_key` returns the last maximum.
        *results.iter().rev().max_by_key(|result| value(result)).expect("there is always a result")
    }

    #[inline]
    fn known(&self, result: &Position) -> Option<Score> {
        self.bearoff.as_ref().and_then(|bearoff| self.asked(bearoff, result))
    }

    #[inline(never)]
    fn asked(&self, bearoff: &Bearoff, result: &Position) -> Option<Score> {
        let equity = bearoff.equity(&result.handed_over())?;
        let win = self.evaluator.outcome_value(&Backgammon, result, Outcome::Single);
        Some((-equity.points() * f64::from(win)).round() as Score)
    }
}

impl EquityEvaluator<Backgammon> for BearoffEvaluator {
    type Before = bool;

    fn unit(&self) -> &'static str {
        self.evaluator.unit()
    }

    fn scale(&self) -> Score {
        self.evaluator.scale()
    }

    fn bounds(&self, game: &Backgammon, position: &Position) -> (Score, Score) {
        self.evaluator.bounds(game, position)
    }

    #[inline]
    fn before(&self, game: &Backgammon, position: &Position) -> bool {
        self.evaluator.before(game, position)
    }

    #[inline]
    fn evaluate(&self, game: &Backgammon, before: bool, result: &Position) -> Score {
        self.known(result).unwrap_or_else(|| self.evaluator.evaluate(game, before, result))
    }

    fn batches(&self) -> bool {
        self.evaluator.batches()
    }

    fn evaluate_all(&self, game: &Backgammon, before: bool, results: &[Position], values: &mut Vec<Score>) {
        // The databases may know only some results of a roll, where a checker comes home with it.
        if self.bearoff.is_none() {
            return self.evaluator.evaluate_all(game, before, results, values);
        }
        values.extend(results.iter().map(|result| self.evaluate(game, before, result)));
    }

    #[inline]
    fn outcome_value(&self, game: &Backgammon, result: &Position, outcome: Outcome) -> Score {
        self.evaluator.outcome_value(game, result, outcome)
    }

    #[inline]
    fn preference(&self, game: &Backgammon, before: bool, result: &Position) -> Score {
        self.known(result).unwrap_or_else(|| self.evaluator.preference(game, before, result))
    }

    fn prefers_by_value(&self, side: Side) -> bool {
        self.evaluator.prefers_by_value(side)
    }
}

use super::super::{Backgammon, Outcome, Position};
use crate::game::{EquityEvaluator, Score, Side};

/// An evaluator whose values, including finished games, are clamped to `±limit`. Narrower bounds
/// let a search with windows cut more.
#[derive(Clone, Debug)]
pub struct Clamped<E> {
    evaluator: E,
    limit: Score,
}

impl<E: EquityEvaluator<Backgammon>> Clamped<E> {
    /// Clamps to `limit` of the evaluator's smallest units.
    ///
    /// # Panics
    /// If `limit` is not positive.
    pub fn new(evaluator: E, limit: Score) -> Clamped<E> {
        assert!(limit > 0, "a limit of {limit} leaves nothing");
        Clamped { evaluator, limit }
    }
}

impl<E: EquityEvaluator<Backgammon>> EquityEvaluator<Backgammon> for Clamped<E> {
    type Before = E::Before;

    fn unit(&self) -> &'static str {
        self.evaluator.unit()
    }

    fn scale(&self) -> Score {
        self.evaluator.scale()
    }

    fn bounds(&self, game: &Backgammon, position: &Position) -> (Score, Score) {
        let (low, high) = self.evaluator.bounds(game, position);
        (low.clamp(-self.limit, self.limit), high.clamp(-self.limit, self.limit))
    }

    #[inline]
    fn before(&self, game: &Backgammon, position: &Position) -> E::Before {
        self.evaluator.before(game, position)
    }

    #[inline]
    fn evaluate(&self, game: &Backgammon, before: E::Before, result: &Position) -> Score {
        self.evaluator.evaluate(game, before, result).clamp(-self.limit, self.limit)
    }

    fn batches(&self) -> bool {
        self.evaluator.batches()
    }

    fn evaluate_all(
        &self,
        game: &Backgammon,
        before: E::Before,
        results: &[Position],
        values: &mut Vec<Score>,
    ) {
        let first = values.len();
        self.evaluator.evaluate_all(game, before, results, values);
        values[first..].iter_mut().for_each(|value| *value = (*value).clamp(-self.limit, self.limit));
    }

    #[inline]
    fn outcome_value(&self, game: &Backgammon, result: &Position, outcome: Outcome) -> Score {
        self.evaluator.outcome_value(game, result, outcome).clamp(-self.limit, self.limit)
    }

    #[inline]
    fn preference(&self, game: &Backgammon, before: E::Before, result: &Position) -> Score {
        let preference = self.evaluator.preference(game, before, result);
        if self.batches() { preference.clamp(-self.limit, self.limit) } else { preference }
    }

    /// Preference is clamped only where it is the value; the most preferred result is still worth
    /// most.
    fn prefers_by_value(&self, side: Side) -> bool {
        self.evaluator.prefers_by_value(side)
    }
}

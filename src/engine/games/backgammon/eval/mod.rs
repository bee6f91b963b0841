//! Evaluators of results: those of the two ancestors, and pubeval.

mod blots;
mod clamped;
mod named;
mod pubeval;
mod race;
mod weights;

pub use blots::Blots;
pub use clamped::Clamped;
pub use named::Named;
pub use pubeval::Pubeval;
pub use race::Race;

use super::{Backgammon, Outcome, Position, Roll};
use crate::game::EquityEvaluator;

/// The result of the play with the largest value right after it, finished games included; of equals
/// the first in the generator's order. What a search of depth 0 finds, without a search.
pub fn static_best(
    evaluator: &impl EquityEvaluator<Backgammon>,
    position: &Position,
    roll: Roll,
) -> Position {
    let before = evaluator.before(&Backgammon, position);
    let value = |result: &Position| match Outcome::of(result) {
        Some(outcome) => evaluator.outcome_value(&Backgammon, result, outcome),
        None => evaluator.evaluate(&Backgammon, before, result),
    };
    let results = position.results(roll);
    // Of equal maxima the last counts.
    *results.iter().rev().max_by_key(|result| value(result)).expect("there is always a result")
}

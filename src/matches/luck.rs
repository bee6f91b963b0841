//! How lucky the dice of a game were, as an evaluator sees it.
//!
//! A roll's luck is what the best play of it is worth, less the mean of that over all 21 rolls.
//! Its expectation is 0 whatever the evaluator thinks, so points without luck have the same
//! expectation as points, and a smaller spread: the better the evaluator, the smaller.

use super::game::{Played, seat};
use sparring_engine::game::{EquityEvaluator, Score, Side, Stochastic};
use sparring_engine::games::backgammon::{Backgammon, Outcome, Position, Roll};
use sparring_engine::solve::bearoff::Informed;
use sparring_sched::Pool;

/// The luck of `side` less that of the other in a game, in points. The decisions are valued on
/// all workers of `pool`.
pub fn luck(evaluator: &Informed, pool: &Pool, played: &Played, side: Side) -> f64 {
    let of = |side: Side| {
        let decisions = &played.decisions[seat(side)][..];
        let each = |&(position, roll): &(Position, Roll)| luck_of(evaluator, &position, roll);
        pool.install(|w| w.reduce(decisions, 0, |_, decision| each(decision), |a, b| a + b))
    };
    let unit = Backgammon::WEIGHTS * i64::from(evaluator.scale());
    (of(side) - of(side.other())) as f64 / unit as f64
}

/// The luck of one roll, times the weights of all, in the evaluator's smallest unit. The opening
/// throws are those of both sides: which of them begins with which of them is worth nothing on
/// average.
fn luck_of(evaluator: &Informed, position: &Position, roll: Roll) -> i64 {
    let (mut sum, mut own) = (0, 0);
    for &(other, weight) in Backgammon.rolls() {
        let value = best(evaluator, position, other);
        sum += weight * i64::from(value);
        if other == roll {
            own = value;
        }
    }
    let opening = position.points() == Position::START.points();
    Backgammon::WEIGHTS * i64::from(own) - if opening { 0 } else { sum }
}

/// What the best play of a roll is worth right after it.
fn best(evaluator: &Informed, position: &Position, roll: Roll) -> Score {
    let before = evaluator.before(&Backgammon, position);
    let (mut open, mut best) = (Vec::new(), Score::MIN);
    for result in position.results(roll) {
        match Outcome::of(&result) {
            Some(outcome) => best = best.max(evaluator.outcome_value(&Backgammon, &result, outcome)),
            None => open.push(result),
        }
    }
    let mut values = Vec::with_capacity(open.len());
    evaluator.evaluate_all(&Backgammon, before, &open, &mut values);
    values.into_iter().fold(best, Score::max)
}

//! The luck of the dice in a game, as the network sees it.
//!
//! A roll's luck is the equity of its best play less the mean over all 21 rolls. Its expectation is
//! 0 whatever the network thinks, so subtracting it keeps the mean and reduces the variance.

use super::game::{GameResult, seat};
use sparring_engine::game::Side;
use sparring_engine::games::backgammon::network::Network;
use sparring_engine::games::backgammon::{Position, Roll};
use sparring_engine::rollout::{BestPlays, Sample};
use sparring_sched::Pool;

pub fn luck(pool: &Pool, played: &GameResult, side: Side) -> f64 {
    let of = |side: Side| {
        let decisions = &played.decisions[seat(side)][..];
        let each = |&(position, roll): &(Position, Roll)| luck_of(&position, roll);
        pool.install(|w| w.reduce(decisions, 0, |_, decision| each(decision), |a, b| a + b))
    };
    (of(side) - of(side.other())) as f64 / Sample::UNIT as f64
}

/// A roll's luck in units of [`Sample::UNIT`]. The opening's mean is 0 by symmetry.
fn luck_of(position: &Position, roll: Roll) -> i64 {
    let turn = BestPlays::of(Network::built_in(), position);
    let opening = position.points() == Position::START.points();
    let mean = if opening { 0 } else { turn.mean().value };
    Sample::of(turn.after(roll)).value - mean
}

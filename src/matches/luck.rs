//! How lucky the dice of a game were, as the network sees it.
//!
//! A roll's luck is what the best play of it is worth, less the mean of that over all 21 rolls.
//! Its expectation is 0 whatever the network thinks, so points without luck have the same
//! expectation as points, and a smaller spread: the better the network, the smaller.

use super::game::{GameResult, seat};
use sparring_engine::game::Side;
use sparring_engine::games::backgammon::network::Network;
use sparring_engine::games::backgammon::{Position, Roll};
use sparring_engine::rollout::{BestPlays, Sample};
use sparring_sched::Pool;

/// The luck of `side` less that of the other in a game, in points. The decisions are valued on
/// all workers of `pool`.
pub fn luck(pool: &Pool, played: &GameResult, side: Side) -> f64 {
    let of = |side: Side| {
        let decisions = &played.decisions[seat(side)][..];
        let each = |&(position, roll): &(Position, Roll)| luck_of(&position, roll);
        pool.install(|w| w.reduce(decisions, 0, |_, decision| each(decision), |a, b| a + b))
    };
    (of(side) - of(side.other())) as f64 / Sample::UNIT as f64
}

/// The luck of one roll in units of [`Sample::UNIT`]. The opening throws are those of both sides:
/// which of them begins with which of them is worth nothing on average.
fn luck_of(position: &Position, roll: Roll) -> i64 {
    let turn = BestPlays::of(Network::built_in(), position);
    let opening = position.points() == Position::START.points();
    let mean = if opening { 0 } else { turn.mean().value };
    Sample::of(turn.after(roll)).value - mean
}

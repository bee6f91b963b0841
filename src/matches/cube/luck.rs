//! How lucky the dice of a match were, as the network sees it with the cube and at the score.
//!
//! A roll's luck is what the best play of it is worth, less the mean of that over all 21 rolls,
//! for the cube as it stands. Its expectation is 0 whatever the network thinks, so the mean stays
//! as it is when luck is taken off, and the spread shrinks. What a cube action does is not luck.

use super::contest::{Contest, Rules};
use sparring_engine::cubeful::Cubeful;
use sparring_engine::game::Side;
use sparring_engine::games::backgammon::cube::Efficiency;
use sparring_engine::games::backgammon::network::Network;
use sparring_engine::games::backgammon::{Choice, Decision, MatchState};
use sparring_sched::{Pool, Scoped};

/// The luck of `side` less that of the other in a match, as its chance to win, or in a game for
/// money, in points. The rolls are valued on all workers of `pool`.
pub(super) fn luck(pool: &Pool, contest: &Contest, rules: &Rules<'_>, side: Side) -> f64 {
    let games = contest.record.games().iter();
    let decisions: Vec<Decision> = games.flat_map(|game| game.decisions()).collect();
    let each = |task: Scoped<'_>, i: usize| Ok(luck_of(&task, &decisions[i], rules, side));
    let scope = pool.cancel_scope();
    let lucks = pool.install_in(&scope, |task| task.split_map(decisions.len(), each));
    // In the order of the decisions, so that the sum does not depend on the workers.
    lucks.expect("nobody cancels this scope").into_iter().flatten().sum()
}

/// The luck of `side` in the roll of a decision, whoever's it is; 0 if nothing was rolled.
fn luck_of(task: &Scoped<'_>, decision: &Decision, rules: &Rules<'_>, side: Side) -> f64 {
    let Choice::Play(roll, _) = decision.choice else { return 0.0 };
    let state = MatchState { offer: None, ..decision.state };
    let cubeful = Cubeful::new(Network::built_in(), &state, rules.table, Efficiency::default());
    let cubeful = cubeful.expect("the table knows the score");
    let luck = cubeful.luck_value(task, &decision.position, roll);
    if decision.position.side() == side { luck } else { -luck }
}

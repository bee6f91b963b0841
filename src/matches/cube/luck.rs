//! The luck of the dice in a match, as `matches/luck.rs` defines it, but with the cube and at the
//! score. Cube actions have no luck.

use super::contest::{Contest, Rules};
use sparring_engine::cubeful::Cubeful;
use sparring_engine::game::Side;
use sparring_engine::games::backgammon::cube::Efficiency;
use sparring_engine::games::backgammon::network::Network;
use sparring_engine::games::backgammon::{Choice, Decision, MatchState};
use sparring_sched::{Pool, Scoped};

/// The luck of `side` less that of its opponent, as win probability or in points for money.
pub(super) fn luck(pool: &Pool, contest: &Contest, rules: &Rules<'_>, side: Side) -> f64 {
    let games = contest.record.games().iter();
    let decisions: Vec<Decision> = games.flat_map(|game| game.decisions()).collect();
    let each = |task: Scoped<'_>, i: usize| Ok(luck_of(&task, &decisions[i], rules, side));
    let scope = pool.cancel_scope();
    let lucks = pool.install_in(&scope, |task| task.split_map(decisions.len(), each));
    // The sum follows the order of decisions, so it does not depend on the workers.
    lucks.expect("nobody cancels this scope").into_iter().flatten().sum()
}

/// The luck of `side` in a decision; 0 without a roll.
fn luck_of(task: &Scoped<'_>, decision: &Decision, rules: &Rules<'_>, side: Side) -> f64 {
    let Choice::Play(roll, _) = decision.choice else { return 0.0 };
    let state = MatchState { offer: None, ..decision.state };
    let cubeful = Cubeful::new(Network::built_in(), &state, rules.table, Efficiency::default());
    let cubeful = cubeful.expect("the table knows the score");
    let luck = cubeful.luck_value(task, &decision.position, roll);
    if decision.position.side() == side { luck } else { -luck }
}

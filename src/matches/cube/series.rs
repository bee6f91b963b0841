use super::contest::{Contest, Rules, contest};
use super::luck::luck;
use super::standing::Standing;
use crate::matches::player::Player;
use crate::matches::series::{SeriesPlan, play_pairs};
use crate::matches::stoppable::StoppableEngine;
use sparring_engine::game::Side;
use sparring_engine::games::backgammon::Dice;

/// Plays pairs. `go_on` gets each with its number, and returns false to end the series.
pub fn cube_series(
    players: [&Player; 2],
    engine: StoppableEngine<'_>,
    rules: Rules<'_>,
    plan: &SeriesPlan,
    mut go_on: impl FnMut(&Standing, u64, &[Contest; 2]) -> bool,
) -> Standing {
    let mut standing = Standing::default();
    let one =
        |seated: [&Player; 2], dice: Dice, chance: &mut Dice| contest(seated, engine, rules, dice, chance);
    play_pairs(plan, players, one, |number, pair| {
        let (wins, points) = standing.add_pair(pair);
        if plan.judges_luck {
            let pool = engine.engine.pool();
            let lucks = pair.iter().zip([Side::First, Side::Second]);
            let luck: f64 = lucks.map(|(contest, first)| luck(pool, contest, &rules, first)).sum();
            standing.adjust(if rules.start.length > 0 { wins as f64 } else { points as f64 } - luck);
        }
        go_on(&standing, number, pair)
    });
    standing
}

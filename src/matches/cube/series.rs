//! Many matches, or games for money, between two players: in pairs with the same dice and the
//! seats exchanged.

use std::ops::Range;

use super::contest::{Contest, Rules, contest};
use super::luck::luck;
use super::standing::Standing;
use crate::matches::player::Player;
use crate::matches::series::sources;
use crate::matches::watched::Watched;
use sparring_engine::game::Side;

/// Plays these pairs of matches, or fewer: `go_on` is told of each with its number, and asked
/// after it. All dice of a pair are a function of `seed` and its number, so a series can be
/// played in parts. A pair during which the engine is stopped is not counted and ends the series.
/// With `lucky` the luck of the dice is taken off beside.
pub fn cube_series(
    players: [&Player; 2],
    engine: Watched<'_>,
    rules: Rules<'_>,
    (pairs, seed, lucky): (Range<u64>, u64, bool),
    mut go_on: impl FnMut(&Standing, u64, &[Contest; 2]) -> bool,
) -> Standing {
    let mut standing = Standing::default();
    let mut source = sources(seed, pairs.start);
    for number in pairs {
        let dice = source.split();
        let mut played = |first: Side| {
            let seated = if first == Side::First { players } else { [players[1], players[0]] };
            contest(seated, engine, rules, (dice.clone(), &mut source.split()))
        };
        let Some(pair) = played(Side::First).and_then(|one| Some([one, played(Side::Second)?])) else {
            break;
        };
        let (wins, points) = standing.add_pair(&pair);
        if lucky {
            let pool = engine.engine.pool();
            let lucks = pair.iter().zip([Side::First, Side::Second]);
            let luck: f64 = lucks.map(|(contest, first)| luck(pool, contest, &rules, first)).sum();
            standing.adjust(if rules.start.length > 0 { wins as f64 } else { points as f64 } - luck);
        }
        if !go_on(&standing, number, &pair) {
            break;
        }
    }
    standing
}

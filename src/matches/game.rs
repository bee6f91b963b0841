//! One game of backgammon between two players.

use std::time::{Duration, Instant};

use super::player::Player;
use super::watched::Watched;
use sparring_engine::game::Side;
use sparring_engine::games::backgammon::{Dice, GameState, Outcome, Position, Roll, Stage};

/// A finished game.
#[derive(Clone, Debug)]
pub struct Played {
    /// Who has won.
    pub winner: Side,
    /// A single game, a gammon, or a backgammon.
    pub outcome: Outcome,
    /// Opening throws, throws and moves.
    pub actions: u32,
    /// What White and Black had to decide, and the time they took for it.
    pub decisions: [Vec<(Position, Roll)>; 2],
    /// The time they took for all of it.
    pub time: [Duration; 2],
}

/// The index of a side in arrays by side: White 0, Black 1.
pub const fn seat(side: Side) -> usize {
    match side {
        Side::First => 0,
        Side::Second => 1,
    }
}

/// Plays a game from the opening throws to its end; `players` are White and Black. All throws come
/// from `dice`, all random plays from `chance`. `None` if the engine was stopped.
pub fn play(
    players: [&Player; 2],
    engine: Watched<'_>,
    dice: &mut Dice,
    chance: &mut Dice,
) -> Option<Played> {
    let mut game = GameState::new();
    let (white, black) = dice.opening();
    for (side, die) in [(Side::First, white), (Side::Second, black)] {
        game.opening_throw(side, die).expect("the game waits for both throws");
    }
    let (mut decisions, mut time) = ([Vec::new(), Vec::new()], [Duration::ZERO; 2]);
    loop {
        let (position, side) = (*game.position(), game.position().side());
        match game.stage() {
            Stage::Opening(..) => unreachable!("opening dice differ"),
            Stage::ToThrow => game.throw(side, dice.roll()).expect("the game waits for this throw"),
            Stage::ToMove(roll) => {
                let start = Instant::now();
                let result = players[seat(side)].choose(engine, chance, &position, roll)?;
                time[seat(side)] += start.elapsed();
                decisions[seat(side)].push((position, roll));
                game.play_result(side, &result).expect("players choose legal plays");
            }
            Stage::Finished(outcome, winner) => {
                return Some(Played { winner, outcome, actions: game.actions(), decisions, time });
            }
        }
    }
}

use std::time::{Duration, Instant};

use super::player::Player;
use super::stoppable::StoppableEngine;
use sparring_engine::game::Side;
use sparring_engine::games::backgammon::{Dice, GameState, Outcome, Position, Roll, Stage, name};
use sparring_report::{Action, Decision};
use sparring_run::GameLog;

#[derive(Clone, Debug)]
pub struct GameResult {
    pub winner: Side,
    pub outcome: Outcome,
    pub end: Position,
    /// Decisions of White and Black.
    pub decisions: [Vec<(Position, Roll)>; 2],
    pub time: [Duration; 2],
}

/// A side's array index: White 0, Black 1.
pub const fn seat(side: Side) -> usize {
    match side {
        Side::First => 0,
        Side::Second => 1,
    }
}

/// Plays a game; `players` are White and Black. Rolls come from `dice`, random plays from `chance`.
/// Returns `None` if the engine was stopped.
pub fn play(
    players: [&Player; 2],
    engine: StoppableEngine<'_>,
    dice: &mut Dice,
    chance: &mut Dice,
    mut log: Option<&mut GameLog<'_>>,
) -> Option<GameResult> {
    let mut game = GameState::new();
    let (white, black) = dice.opening();
    for (side, die) in [(Side::First, white), (Side::Second, black)] {
        game.opening_throw(side, die).expect("the game waits for both throws");
        log.iter_mut().for_each(|log| log.add(Action::throw(name(side), die.to_string())));
    }
    let (mut decisions, mut time) = ([Vec::new(), Vec::new()], [Duration::ZERO; 2]);
    loop {
        let (position, side) = (*game.position(), game.position().side());
        match game.stage() {
            Stage::Opening(..) => unreachable!("opening dice differ"),
            Stage::ToThrow => {
                let roll = dice.roll();
                game.throw(side, roll).expect("the game waits for this throw");
                log.iter_mut().for_each(|log| log.add(Action::throw(name(side), roll.to_string())));
            }
            Stage::ToMove(roll) => {
                let start = Instant::now();
                let player = players[seat(side)];
                let mut choose = || player.choose(engine, chance, &position, roll);
                let result = match &mut log {
                    None => choose()?,
                    Some(log) => {
                        let (result, search) = match player.searches() {
                            true => log.decide(choose),
                            false => (choose(), None),
                        };
                        log.add(action(&position, roll, result.as_ref()?, search));
                        result?
                    }
                };
                time[seat(side)] += start.elapsed();
                decisions[seat(side)].push((position, roll));
                game.play_result(side, &result).expect("players choose legal plays");
            }
            Stage::Finished(outcome, winner) => {
                return Some(GameResult { winner, outcome, end: *game.position(), decisions, time });
            }
        }
    }
}

fn action(position: &Position, roll: Roll, result: &Position, search: Option<Decision>) -> Action {
    let play = position.play_to(roll, result).unwrap_or_default();
    Action { search, ..Action::play(name(position.side()), play.to_string()) }
}

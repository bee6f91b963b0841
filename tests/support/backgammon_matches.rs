//! Random games and matches of backgammon with the cube.

use proptest::prelude::*;
use sparring_engine::game::Side;
use sparring_engine::games::backgammon::{
    GameRecord, MatchRecord, MatchState, Outcome, Position, Roll, Turn,
};

use super::random::Random;
use super::saved::tags;

/// Where games begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Start {
    /// As usual.
    Usual,
    /// Anywhere, with the cube at any value.
    Anywhere,
}

/// A match of random turns, some games of which are dropped or resigned; the last may be
/// unfinished. Every game has a turn.
pub fn random_match(random: &mut Random, start: Start) -> MatchRecord {
    match_of(random, start, false)
}

fn match_of(random: &mut Random, start: Start, unruly: bool) -> MatchRecord {
    let length: u16 = [0, 0, 1, 3, 5, 7][random.below(6)];
    let near = u16::from(length > 1 && random.below(4) == 0) * length.saturating_sub(1);
    let first = MatchState {
        length,
        score: [near, if length > 0 { 0 } else { random.below(9) as u16 }],
        crawford: near > 0 && random.below(2) == 0,
        jacoby: random.below(2) == 0,
        max_cube: if random.below(6) == 0 { 0 } else { 10 },
        ..MatchState::MONEY
    };
    let has_crawford = first.crawford || random.below(8) > 0;
    let mut record = MatchRecord::new(first, has_crawford).unwrap();
    let games = 1 + random.below(6);
    while record.games().len() < games {
        let Ok(state) = record.next_state() else { break };
        record.push(game_of(random, start, state, unruly)).unwrap();
        // Another game after one without an end is an assumption of a reader.
        if record.games().last().is_some_and(|last| last.end().is_none()) {
            break;
        }
    }
    record
}

/// A game of random turns that begins in this state.
pub fn random_game(random: &mut Random, start: Start, state: MatchState) -> GameRecord {
    game_of(random, start, state, false)
}

fn game_of(random: &mut Random, start: Start, state: MatchState, unruly: bool) -> GameRecord {
    let side = [Side::First, Side::Second][random.below(2)];
    let mut game = match start {
        Start::Usual => GameRecord::new(Position::START.seen_by(side), state),
        Start::Anywhere => {
            let owner = [None, Some(Side::First), Some(Side::Second)][random.below(3)];
            let cube = if state.max_cube > 0 { random.below(4) as u8 } else { 0 };
            let position = random.position();
            GameRecord::new(position, MatchState { cube, owner, ..state })
        }
    }
    .unwrap();
    let most = [3, 40, 1_000][random.below(3)];
    while let Some(side) = game.to_decide() {
        if game.turns().len() >= most {
            break;
        }
        if game.match_state().offer.is_some() {
            let turn = if random.below(3) > 0 { Turn::Take } else { Turn::Drop };
            game.push(side, turn).unwrap();
            continue;
        }
        // Refused where the rules forbid it.
        if random.below(8) == 0 && game.push(side, Turn::Double).is_ok() {
            continue;
        }
        let roll = random.roll();
        if unruly && random.below(3) == 0 {
            game.push(side, illegal(random, &game, roll)).unwrap();
            continue;
        }
        let results = game.position().results(roll);
        game.push(side, Turn::Play { roll, result: results[random.below(results.len())] }).unwrap();
    }
    if let Some(side) = game.to_decide() {
        if random.below(3) == 0 && game.match_state().offer.is_none() {
            game.throw(side, random.roll()).unwrap();
        }
        if random.below(4) > 0 {
            let outcome = [Outcome::Single, Outcome::Gammon, Outcome::Backgammon][random.below(3)];
            game.resign([Side::First, Side::Second][random.below(2)], outcome).unwrap();
        }
    }
    game
}

/// A turn without a play, or with that of other dice.
fn illegal(random: &mut Random, game: &GameRecord, roll: Roll) -> Turn {
    let position = game.position();
    let results = position.results(random.roll());
    let result = if random.below(2) == 0 { position } else { results[random.below(results.len())] };
    Turn::Illegal { roll, result }
}

/// Matches with tags, in which a third of the rolls has no legal play, also several in a row.
pub fn unruly_matches(start: Start) -> impl Strategy<Value = MatchRecord> {
    (any::<u64>(), tags()).prop_map(move |(seed, tags)| {
        let mut record = match_of(&mut Random::new(seed), start, true);
        record.tags = tags;
        record
    })
}

/// Matches with tags.
pub fn matches(start: Start) -> impl Strategy<Value = MatchRecord> {
    (any::<u64>(), tags()).prop_map(move |(seed, tags)| {
        let mut record = random_match(&mut Random::new(seed), start);
        record.tags = tags;
        record
    })
}

//! Between the game that a session keeps and the one that is saved.

use super::game::{BackgammonGame, Record, Step, Turn, roll_of};
use crate::protocol::{End, Loaded, Playable};
use sparring_engine::games::Tags;
use sparring_engine::games::backgammon::{
    self, Dice, GameRecord, GameState, MAX_TURNS, MatchState, Outcome, Position, Roll,
};

/// The tag of the seed of the dice.
const SEED: &str = "Seed";
/// The tag that says how many words of that stream were drawn when the file begins. All further
/// ones follow: each throw of the file was drawn, also where the person has put another in its
/// place.
const DRAWN: &str = "Drawn";
/// The most words of a file that is read: as many as a thousand times the longest game draws.
const MAX_DRAWN: u64 = 2_000 * MAX_TURNS as u64;

/// The game as it is saved, with the dice that it goes on with. Turns after the first
/// [`MAX_TURNS`] are left out.
pub(super) fn write(record: &Record, ended: Option<&End>, mut tags: Tags) -> GameRecord {
    let played = record.steps().iter().zip(record.states());
    let plays = played.filter_map(|(step, turn)| match step {
        Step::Play(result) => Some((turn, result)),
        _ => None,
    });
    let now = record.state();
    let first = plays.clone().next().map_or(now, |(turn, _)| turn);
    tags.set(SEED, &first.dice.seed().to_string());
    tags.set(DRAWN, &first.dice.drawn().to_string());
    let mut saved = GameRecord::cubeless(*first.game.position());
    let mut push = |(turn, result): (&Turn, &Position)| {
        let roll = roll_of(&turn.game).expect("a play is that of a roll");
        let play = backgammon::Turn::Play { roll, result: *result };
        saved.push(turn.game.position().side(), play).is_ok()
    };
    // All of them, unless there are more turns than a record holds.
    if plays.into_iter().all(&mut push)
        && let Some(roll) = roll_of(&now.game)
    {
        saved.throw(now.game.position().side(), roll).expect("the game waits for a play of this roll");
    }
    if let Some(End::Resigned(side)) = ended {
        saved.resign(*side, Outcome::Single).expect("nobody resigns after the end");
    }
    saved.tags = tags;
    saved
}

/// The game of a file. Without a seed its dice are those of seed 0.
///
/// # Errors
/// If the cube was turned, or more words were drawn than any game draws.
pub(super) fn read(saved: GameRecord) -> Result<Loaded<BackgammonGame>, String> {
    let plays = plays(&saved)?;
    let (start, roll, resigned) = (*saved.start(), saved.roll(), saved.resigned());
    let tags = saved.tags;
    let dice = dice(&tags)?;
    let seed = dice.seed();
    let first = plays.first().map(|(roll, _)| *roll).or(roll);
    let mut record = Record::new(Turn { game: GameState::at(start, first), dice });
    let mut rolls = plays.iter().skip(1).map(|(roll, _)| Some(*roll)).chain([roll]);
    for (_, result) in &plays {
        let step = Step::Play(*result);
        let state = BackgammonGame.after(record.state(), &step);
        record.push(step, state);
        if let Some(roll) = rolls.next().flatten() {
            let mut state = record.state().clone();
            // What the stream says is what was thrown, unless the person has put this in its
            // place.
            state.dice.roll();
            let step = Step::Throw(roll);
            record.push(step, BackgammonGame.after(&state, &step));
        }
    }
    let is_whole = start.seen_by(Position::START.side()) == Position::START;
    let beginning = if is_whole { GameState::new() } else { GameState::at(start, None) };
    Ok(Loaded {
        game: BackgammonGame,
        start: Turn { game: beginning, dice: Dice::new(seed) },
        record,
        ended: resigned.map(|(side, _)| End::Resigned(side)),
        tags,
    })
}

/// Rolls and results of a game without the cube.
fn plays(saved: &GameRecord) -> Result<Vec<(Roll, Position)>, String> {
    let MatchState { cube, owner, .. } = *saved.start_state();
    let play = |(i, turn): (usize, &backgammon::Turn)| match *turn {
        backgammon::Turn::Play { roll, result } if cube == 0 && owner.is_none() => Ok((roll, result)),
        _ => Err(format!(
            "got the doubling cube in turn {}, expected a game without it; try one that play has saved",
            i + 1
        )),
    };
    saved.turns().iter().enumerate().map(play).collect()
}

/// The dice with which a file begins.
fn dice(tags: &Tags) -> Result<Dice, String> {
    let number = |tag| tags.get(tag).and_then(|text| text.parse().ok()).unwrap_or(0);
    let (seed, drawn) = (number(SEED), number(DRAWN));
    if drawn > MAX_DRAWN {
        return Err(format!("got {DRAWN}: {drawn}, expected at most {MAX_DRAWN}; try to leave it out"));
    }
    Ok(Dice::after(seed, drawn))
}

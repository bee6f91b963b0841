//! Between the game that a session keeps and the one that is saved.

use super::game::{BackgammonGame, Record, Step, Turn, roll_of};
use crate::protocol::{End, Loaded, Playable};
use sparring_engine::games::Tags;
use sparring_engine::games::backgammon::{self, Dice, GameRecord, GameState, Outcome, Position};

/// The tag of the seed with which the dice go on.
const SEED: &str = "Seed";

/// The game as it is saved. The dice that it goes on with are told by a seed that follows from
/// them: the same save always goes on with the same dice.
pub(super) fn write(record: &Record, ended: Option<&End>, mut tags: Tags) -> GameRecord {
    let played = record.steps().iter().zip(record.states());
    let plays = played.filter_map(|(step, turn)| match step {
        Step::Play(result) => Some((turn.game, result)),
        _ => None,
    });
    let now = record.state();
    let first = plays.clone().next().map_or(now.game, |(game, _)| game);
    let turn = |(game, result): (GameState, &Position)| {
        let roll = roll_of(&game).expect("a play is that of a roll");
        backgammon::Turn { roll, result: *result }
    };
    tags.set(SEED, &now.dice.clone().below(u32::MAX).to_string());
    GameRecord {
        start: *first.position(),
        turns: plays.map(turn).collect(),
        roll: roll_of(&now.game),
        resigned: match ended {
            Some(End::Resigned(side)) => Some((*side, Outcome::Single)),
            _ => None,
        },
        tags,
    }
}

/// The game of a file. Without a seed its dice are those of seed 0.
pub(super) fn read(saved: GameRecord) -> Loaded<BackgammonGame> {
    let GameRecord { start, turns, roll, resigned, tags } = saved;
    let dice = Dice::new(tags.get(SEED).and_then(|seed| seed.parse().ok()).unwrap_or(0));
    let first = turns.first().map(|turn| turn.roll).or(roll);
    let mut record = Record::new(Turn { game: GameState::at(start, first), dice: dice.clone() });
    let mut rolls = turns.iter().skip(1).map(|turn| Some(turn.roll)).chain([roll]);
    for turn in &turns {
        let thrown = rolls.next().flatten().map(Step::Throw);
        for step in [Step::Play(turn.result)].into_iter().chain(thrown) {
            let state = BackgammonGame.after(record.state(), &step);
            record.push(step, state);
        }
    }
    let is_whole = start.seen_by(Position::START.side()) == Position::START;
    let beginning = if is_whole { GameState::new() } else { GameState::at(start, None) };
    Loaded {
        game: BackgammonGame,
        start: Turn { game: beginning, dice },
        record,
        ended: resigned.map(|(side, _)| End::Resigned(side)),
        tags,
    }
}

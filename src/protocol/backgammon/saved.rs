//! Conversion between a session's game and a saved one.

use super::cube::Cube;
use super::game::BackgammonGame;
use super::play_state::{PlayState, Record, Step};
use crate::protocol::{End, LoadedGame};
use sparring_engine::game::Side;
use sparring_engine::games::Tags;
use sparring_engine::games::backgammon::{
    self, Dice, GameRecord, GameState, MAX_TURNS, MatchRecord, MatchState, Outcome, Position, Roll, Stage,
};

const SEED: &str = "Seed";
/// Tag for the words drawn from the stream before the file. Every later throw drew words, even if
/// the person replaced its dice.
const DRAWN: &str = "Drawn";
/// A thousand times what the longest game draws.
const MAX_DRAWN: u64 = 2_000 * MAX_TURNS as u64;

/// Converts a game or match. Drops what follows [`MAX_TURNS`] turns of a game.
pub(super) fn write(record: &Record, ended: Option<&End>, mut tags: Tags) -> MatchRecord {
    let played = record.steps().iter().zip(record.states());
    let now = record.state();
    let first = played.clone().find(|(step, turn)| resigned(step).is_some() || written(step, turn).is_some());
    let first = first.map_or(now, |(_, turn)| turn);
    tags.set(SEED, &first.dice.seed().to_string());
    tags.set(DRAWN, &first.dice.drawn().to_string());
    let mut games = vec![];
    let mut game: Option<GameRecord> = None;
    let mut whole = true;
    for (step, turn) in played {
        if let Some(made) = written(step, turn) {
            whole = game.get_or_insert_with(|| begun(turn)).push(turn.mover(), made).is_ok();
        }
        if let Some((side, outcome)) = resigned(step) {
            let game = game.get_or_insert_with(|| begun(turn));
            throw_last(game, turn);
            game.resign(side, outcome).expect("nobody resigns after the end");
        }
        if !whole {
            break;
        }
        if *step == Step::Next {
            games.extend(game.take());
        }
    }
    let mut last = game.unwrap_or_else(|| begun(now));
    if whole {
        throw_last(&mut last, now);
    }
    if let Some(End::Resigned(side, times)) = ended {
        last.resign(*side, Outcome::of_points(*times)).expect("nobody resigns after the end");
    }
    games.push(last);
    as_match(first, games, tags)
}

/// Adds the dice that are thrown and not played.
fn throw_last(game: &mut GameRecord, turn: &PlayState) {
    if let Some(roll) = turn.roll() {
        game.throw(turn.mover(), roll).expect("the game waits for a play of this roll");
    }
}

fn resigned(step: &Step) -> Option<(Side, Outcome)> {
    match *step {
        Step::Resign(side, outcome) => Some((side, outcome)),
        _ => None,
    }
}

fn written(step: &Step, turn: &PlayState) -> Option<backgammon::Turn> {
    match step {
        Step::Play(result) => {
            let roll = turn.roll().expect("a play is that of a roll");
            Some(backgammon::Turn::Play { roll, result: *result })
        }
        Step::Double => Some(backgammon::Turn::Double),
        Step::Take => Some(backgammon::Turn::Take),
        Step::Drop => Some(backgammon::Turn::Drop),
        Step::Opening(..) | Step::Roll | Step::Throw(_) | Step::Resign(..) | Step::Next => None,
    }
}

fn begun(turn: &PlayState) -> GameRecord {
    let start = *turn.game.position();
    match turn.cube {
        None => GameRecord::cubeless(start),
        Some(cube) => {
            let state = MatchState { offer: None, ..cube.state };
            GameRecord::new(start, state).expect("a session's match goes on at this score")
        }
    }
}

fn as_match(first: &PlayState, games: Vec<GameRecord>, tags: Tags) -> MatchRecord {
    let state = *games[0].start_state();
    let has_crawford = first.cube.is_some_and(|cube| cube.has_crawford);
    let mut file = MatchRecord::new(state, has_crawford).expect("its first game begins so");
    for game in games {
        file.push(game).expect("a session counts as a match does");
    }
    file.tags = tags;
    file
}

/// Converts a file. Without a seed tag its dice have seed 0.
///
/// # Errors
/// If it has several games without a match, its scores do not add up, a play is illegal, or the
/// number of drawn words is too large.
pub(super) fn read(saved: &MatchRecord) -> Result<LoadedGame<BackgammonGame>, String> {
    let [first, ..] = saved.games() else { return Err("got no game, expected one".to_owned()) };
    let is_illegal =
        |game: &GameRecord| game.turns().iter().any(|turn| matches!(turn, backgammon::Turn::Illegal { .. }));
    if let Some(i) = saved.games().iter().position(is_illegal) {
        return Err(format!(
            "got an illegal play in game {}, expected legal ones; try analyse --match",
            i + 1
        ));
    }
    let tags = saved.tags.clone();
    let dice = dice(&tags)?;
    let seed = dice.seed();
    let state = *first.start_state();
    let cube = (state.max_cube > 0).then(|| Cube::new(state, saved.has_crawford()));
    let start = PlayState { game: GameState::at(*first.start(), opening(first)), dice, cube };
    let (mut record, mut ended) = (Record::new(start), None);
    for (i, game) in saved.games().iter().enumerate() {
        if i > 0 {
            next_game(&mut record, game)?;
        }
        let counted = record.state().cube.map(|cube| cube.state.score);
        let score = game.start_state().score;
        if let Some([white, black]) = counted.filter(|counted| *counted != score) {
            return Err(format!(
                "got the score {}-{} before game {}, expected {white}-{black}, which the games before it \
                 give; try analyse --match",
                score[0],
                score[1],
                i + 1
            ));
        }
        game.turns().iter().for_each(|turn| add(&mut record, turn));
        if let (Some(roll), Stage::ToThrow) = (game.roll(), record.state().game.stage()) {
            throw(&mut record, roll);
        }
        ended = game.resigned().and_then(|(side, outcome)| resign(&mut record, side, outcome));
    }
    if record.state().game.position().is_deadlock() {
        return Err(
            "got a position in which no roll moves a checker of either side, expected a game that can \
                    end; try another file"
                .to_owned(),
        );
    }
    let is_whole = first.start().seen_by(Position::START.side()) == Position::START;
    let beginning = if is_whole { GameState::new() } else { GameState::at(*first.start(), None) };
    Ok(LoadedGame {
        game: BackgammonGame,
        start: PlayState { game: beginning, dice: Dice::new(seed), cube },
        record,
        ended,
        tags,
    })
}

/// Adds a resignation, as a step if the match goes on and else as the end.
fn resign(record: &mut Record, side: Side, outcome: Outcome) -> Option<End> {
    let step = Step::Resign(side, outcome);
    let after = record.state().after(&step);
    if after.next_game().is_none() {
        return Some(End::Resigned(side, outcome.points() as u8));
    }
    record.push(step, after);
    None
}

/// The first dice, unless the game begins with a double.
fn opening(game: &GameRecord) -> Option<Roll> {
    match game.turns().first() {
        Some(backgammon::Turn::Play { roll, .. }) => Some(*roll),
        Some(_) => None,
        None => game.roll(),
    }
}

/// Begins the next game as the file has it.
///
/// # Errors
/// If no match with the cube is in progress.
fn next_game(record: &mut Record, game: &GameRecord) -> Result<(), String> {
    let Some(mut turn) = record.state().next_game() else {
        return Err(
            "got several games for money or without a cube, expected one game or a match with the cube; \
                    try one that play has saved"
                .to_owned(),
        );
    };
    record.push(Step::Next, turn.clone());
    let (white, black) = turn.dice.opening();
    turn.game = GameState::at(*game.start(), opening(game));
    record.push(Step::Opening(white, black), turn);
    Ok(())
}

fn add(record: &mut Record, turn: &backgammon::Turn) {
    match *turn {
        backgammon::Turn::Play { roll, result } => {
            if record.state().game.stage() == Stage::ToThrow {
                throw(record, roll);
            }
            push(record, Step::Play(result));
        }
        backgammon::Turn::Illegal { .. } => unreachable!("files with illegal plays are refused"),
        backgammon::Turn::Double => push(record, Step::Double),
        backgammon::Turn::Take => push(record, Step::Take),
        backgammon::Turn::Drop => push(record, Step::Drop),
    }
}

/// Adds a throw. People can replace the stream's dice.
fn throw(record: &mut Record, roll: Roll) {
    if record.state().may_double() {
        push(record, Step::Roll);
    }
    push(record, Step::Throw(roll));
}

fn push(record: &mut Record, step: Step) {
    let state = record.state().after(&step);
    record.push(step, state);
}

fn dice(tags: &Tags) -> Result<Dice, String> {
    let number = |tag| tags.get(tag).and_then(|text| text.parse().ok()).unwrap_or(0);
    let (seed, drawn) = (number(SEED), number(DRAWN));
    if drawn > MAX_DRAWN {
        return Err(format!("got {DRAWN}: {drawn}, expected at most {MAX_DRAWN}; try to leave it out"));
    }
    Ok(Dice::after(seed, drawn))
}

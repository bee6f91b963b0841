//! Plays the games of a file.

use super::games::{Event, File, Game, games};
use super::words::Cell;
use super::{MatError, MatFault};
use crate::game::Side;
use crate::games::backgammon::id::MatchState;
use crate::games::backgammon::outcome::Outcome;
use crate::games::backgammon::position::Position;
use crate::games::backgammon::record::{GameRecord, MatchRecord, RecordError, Turn};
use crate::games::backgammon::refusal::PlayError;
use crate::games::backgammon::roll::Roll;

/// Reads a match. Rules missing at the top have their defaults, unless the games show the
/// opposite.
pub(super) fn read(text: &str) -> Result<MatchRecord, MatError> {
    let file = games(text)?;
    let usual = (file.rules.crawford.unwrap_or(true), file.rules.jacoby.unwrap_or(false));
    let is_open = |rule: Option<bool>| rule.is_none();
    let first = played(&file, usual.0, usual.1);
    let again = match &first {
        Err(MatError { fault: MatFault::Points { .. } | MatFault::Score(..), .. })
            if file.rules.length == 0 && is_open(file.rules.jacoby) =>
        {
            played(&file, usual.0, true)
        }
        Err(MatError { fault: MatFault::Record(RecordError::Crawford(_)), .. })
            if is_open(file.rules.crawford) =>
        {
            played(&file, false, usual.1)
        }
        _ => return first,
    };
    again.or(first)
}

/// Plays the match by these rules.
fn played(file: &File, has_crawford: bool, jacoby: bool) -> Result<MatchRecord, MatError> {
    let first = &file.games[0];
    let refused = |line| move |why| MatError { line, fault: MatFault::Record(why) };
    let mut record = MatchRecord::new(first_state(file, has_crawford, jacoby), has_crawford)
        .map_err(refused(first.line))?;
    record.tags = file.tags.clone();
    for (i, game) in file.games.iter().enumerate() {
        let state = record.next_state().map_err(refused(game.line))?;
        if state.score != game.score {
            let fault = MatFault::Score(game.score.map(u32::from), state.score.map(u32::from));
            return Err(MatError { line: game.line, fault });
        }
        let next = file.games.get(i + 1).map(|next| next.score);
        record.push(replayed(game, state, next)?).map_err(refused(game.line))?;
    }
    Ok(record)
}

/// Returns the first game's state. If a side needs one point it is the Crawford game, unless
/// somebody doubles in it.
fn first_state(file: &File, has_crawford: bool, jacoby: bool) -> MatchState {
    let (rules, first) = (&file.rules, &file.games[0]);
    let length = rules.length;
    let is_near = length > 1 && first.score.iter().any(|&n| n + 1 == length);
    let doubles = first.events.iter().any(|event| matches!(event.cell, Cell::Double(_)));
    let crawford = has_crawford && is_near && !rules.is_after_crawford && !doubles;
    let jacoby = jacoby && length == 0;
    MatchState { length, score: first.score, crawford, jacoby, max_cube: rules.max_cube, ..MatchState::MONEY }
}

/// Plays a game. If nothing else tells the winner, the next game's score does.
fn replayed(game: &Game, state: MatchState, next: Option<[u16; 2]>) -> Result<GameRecord, MatError> {
    let begins = game.events.first().map_or(Side::First, |event| game.side(event));
    let at = |line| move |fault| MatError { line, fault };
    let record = GameRecord::new(Position::START.seen_by(begins), state);
    let mut record = record.map_err(|why| at(game.line)(MatFault::Record(why)))?;
    let mut won = None;
    for (i, event) in game.events.iter().enumerate() {
        if let Cell::Ends { points, wins } = event.cell {
            let side = game.side(event);
            won = Some((event.line, if wins { side } else { side.other() }, points));
            continue;
        }
        let goes_on = game.events[i + 1..].iter().any(|event| !event.ends());
        turn(&mut record, event, goes_on).map_err(at(event.line))?;
    }
    let gained = next.and_then(|next| gain(&state, next));
    match (won, gained) {
        (Some((line, said, points)), _) => {
            let winner = gained.map_or(said, |(winner, _)| winner);
            finish(&mut record, winner, points).map_err(at(line))?;
        }
        (None, Some((winner, points))) if record.end().is_none() => {
            finish(&mut record, winner, points).map_err(at(game.line))?;
        }
        _ => {}
    }
    Ok(record)
}

/// Returns the only side whose score grew, and by how much.
fn gain(state: &MatchState, next: [u16; 2]) -> Option<(Side, u32)> {
    let gained = [Side::First, Side::Second].map(|side| {
        let at = side as usize;
        (side, u32::from(next[at].saturating_sub(state.score[at])))
    });
    match gained {
        [won @ (_, 1..), (_, 0)] | [(_, 0), won @ (_, 1..)] => Some(won),
        _ => None,
    }
}

/// Adds a cell's turn. The play of a last roll may be unknown.
fn turn(record: &mut GameRecord, event: &Event, goes_on: bool) -> Result<(), MatFault> {
    // In a finished game `push` refuses any side.
    let decides = record.to_decide().or(event.side).unwrap_or(Side::First);
    let refused =
        |turn: Turn| move |record: &mut GameRecord| record.push(decides, turn).map_err(MatFault::Record);
    if event.side.is_some_and(|side| side != decides) {
        let why = match record.match_state().offer {
            Some(_) => RecordError::Unanswered(decides.other()),
            None => RecordError::NotOnTurn(decides.other()),
        };
        return Err(MatFault::Record(why));
    }
    match &event.cell {
        Cell::Roll(roll, text) => play(record, decides, *roll, text.as_deref(), goes_on),
        Cell::Double(value) => {
            let expected = 2u32 << record.match_state().cube;
            if !value.is_empty() && *value != expected.to_string() {
                return Err(MatFault::Double(value.clone(), expected));
            }
            refused(Turn::Double)(record)
        }
        Cell::Take => refused(Turn::Take)(record),
        Cell::Drop => refused(Turn::Drop)(record),
        Cell::Beaver(text) => Err(MatFault::Beaver(text.clone())),
        Cell::Ends { .. } => Ok(()),
    }
}

fn play(
    record: &mut GameRecord,
    side: Side,
    roll: Roll,
    text: Option<&str>,
    goes_on: bool,
) -> Result<(), MatFault> {
    let Some(text) = text else {
        return if goes_on {
            Err(MatFault::Unknown(side))
        } else {
            record.throw(side, roll).map_err(MatFault::Record)
        };
    };
    match record.push_play(side, roll, text) {
        Err(RecordError::Play(_, _, PlayError::Missing)) if text.is_empty() && !goes_on => {
            record.throw(side, roll).map_err(MatFault::Record)
        }
        Err(RecordError::Play(side, roll, why)) => Err(MatFault::Play(side, format!("{roll}: {text}"), why)),
        Err(why) => Err(MatFault::Record(why)),
        Ok(()) => Ok(()),
    }
}

/// Ends the game by a resignation if it is unfinished, and checks the file's points. Some programs
/// write only the points that the match needs.
fn finish(record: &mut GameRecord, winner: Side, points: u32) -> Result<(), MatFault> {
    let MatchState { length, score, cube, .. } = *record.match_state();
    let wins_match = |winner: Side, points: u32| {
        length > 0 && u32::from(score[winner as usize]).saturating_add(points) >= length.into()
    };
    if let Some(end) = record.end() {
        let both = wins_match(end.winner, points) && wins_match(end.winner, end.points);
        if points != end.points && !both {
            return Err(MatFault::Points { got: points, expected: end.points, winner: end.winner });
        }
        return Ok(());
    }
    let outcomes = [Outcome::Single, Outcome::Gammon, Outcome::Backgammon];
    let value = |outcome: &Outcome| outcome.points() as u32 * (1 << cube);
    let exact = outcomes.into_iter().find(|outcome| value(outcome) == points);
    let enough = outcomes.into_iter().find(|outcome| wins_match(winner, value(outcome)));
    let outcome = exact.or(enough.filter(|_| wins_match(winner, points)));
    let outcome = outcome.ok_or(MatFault::Resigned(points, 1 << cube))?;
    record.resign(winner.other(), outcome).map_err(MatFault::Record)
}

//! Plays the games of a file.

use super::games::{Event, File, Game, games};
use super::words::Cell;
use super::{MatError, MatFault, snowie};
use crate::game::Side;
use crate::games::backgammon::id::MatchState;
use crate::games::backgammon::outcome::Outcome;
use crate::games::backgammon::position::Position;
use crate::games::backgammon::record::{GameRecord, MatchRecord, RecordError, Turn};
use crate::games::backgammon::refusal::PlayError;
use crate::games::backgammon::roll::Roll;

/// The rules by which a file is played.
#[derive(Clone, Copy)]
struct Reading {
    length: u16,
    crawford: bool,
    jacoby: bool,
}

/// Reads a match. Rules missing at the top have their defaults, unless others need fewer
/// assumptions.
pub(super) fn read(text: &str) -> Result<MatchRecord, MatError> {
    let file = games(text)?;
    let (length, crawford, jacoby) = (file.rules.length, file.rules.crawford, file.rules.jacoby);
    let usual = Reading { length, crawford: crawford.unwrap_or(true), jacoby: jacoby.unwrap_or(false) };
    let mut best = played(&file, usual);
    let assumed = |read: &Result<MatchRecord, MatError>| {
        read.as_ref().map_or(usize::MAX, |record| record.assumed.len())
    };
    if assumed(&best) == 0 {
        return best;
    }
    let is_game = length > 0 && file.games.len() == 1 && file.games[0].score == [0, 0];
    let others = [
        (length == 0 && jacoby.is_none(), Reading { jacoby: true, ..usual }),
        (length > 0 && crawford.is_none(), Reading { crawford: false, ..usual }),
        (is_game && best.is_ok(), Reading { length: 0, crawford: false, jacoby: true }),
    ];
    for (_, other) in others.into_iter().filter(|(fits, _)| *fits) {
        let mut again = played(&file, other);
        if assumed(&again) < assumed(&best) {
            if let (Ok(record), true) = (&mut again, other.length < length) {
                record.assumed.push(format!(
                    "line {}: got a match to {length} points with one game, assumed a money game with the Jacoby \
                     rule, which its points follow",
                    file.games[0].line
                ));
            }
            best = again;
        }
    }
    best
}

/// Plays the match by these rules.
fn played(file: &File, reading: Reading) -> Result<MatchRecord, MatError> {
    let first = &file.games[0];
    let refused = |line| move |why| MatError { line, fault: MatFault::Record(why) };
    let mut record =
        MatchRecord::new(first_state(file, reading), reading.crawford).map_err(refused(first.line))?;
    record.tags = file.tags.clone();
    let mut assumed = Assumed::default();
    for (i, game) in file.games.iter().enumerate() {
        let is_over = reading.length > 0 && i > 0 && game.score.iter().any(|&n| n >= reading.length);
        if record.winner().is_some() || is_over {
            assumed.add(game.line, "got another game, assumed none, because the match is over");
            break;
        }
        if record.games().last().is_some_and(|last| last.end().is_none()) {
            assumed.add(game.line, &format!("got another game, assumed that nobody has won game {i}"));
        }
        let mut state = record.next_state().map_err(refused(game.line))?;
        if state.score != game.score {
            let ([a, b], [c, d]) = (game.score, state.score);
            // Some programs begin every money game at 0.
            let counted = if reading.length > 0 { [a, b] } else { [c, d] };
            let what = format!("got the score {a}-{b} after {c}-{d}, assumed {}-{}", counted[0], counted[1]);
            assumed.add(game.line, &what);
            state = record.state_at(counted);
        }
        let next = file.games.get(i + 1).map(|next| next.score);
        let names = ["White", "Black"].map(|tag| file.tags.get(tag).unwrap_or_default());
        let game = Replay { game, names, assumed: &mut assumed }.replayed(state, next)?;
        record.push_at_its_score(game).map_err(refused(file.games[i].line))?;
    }
    record.assumed = assumed.0;
    Ok(record)
}

/// Assumptions where a file breaks the rules.
#[derive(Default)]
struct Assumed(Vec<String>);

impl Assumed {
    fn add(&mut self, line: usize, what: &str) {
        self.0.push(format!("line {line}: {what}"));
    }
}

/// The first game's state. If one side alone needs one point it is the Crawford game, unless
/// somebody doubles in it.
fn first_state(file: &File, Reading { length, crawford, jacoby }: Reading) -> MatchState {
    let (rules, first) = (&file.rules, &file.games[0]);
    let is_near = length > 1 && first.score.iter().filter(|&&n| n + 1 == length).count() == 1;
    let doubles = first.events.iter().any(|event| matches!(event.cell, Cell::Double(_)));
    let crawford = crawford && is_near && !rules.is_after_crawford && !doubles;
    let jacoby = jacoby && length == 0;
    MatchState { length, score: first.score, crawford, jacoby, max_cube: rules.max_cube, ..MatchState::MONEY }
}

/// A game of a file, and what is assumed of it.
struct Replay<'f> {
    game: &'f Game,
    /// White's and Black's names.
    names: [&'f str; 2],
    assumed: &'f mut Assumed,
}

impl Replay<'_> {
    /// Plays the game. If nothing else tells the winner, the next game's score does.
    fn replayed(mut self, state: MatchState, next: Option<[u16; 2]>) -> Result<GameRecord, MatError> {
        let game = self.game;
        let first = game.events.iter().find(|event| !event.ends());
        let begins = first.map_or(Side::First, |event| game.side(event));
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
            self.turn(&mut record, event, goes_on).map_err(at(event.line))?;
        }
        let gained = next.and_then(|next| gain(&state, next));
        let (line, winner, points) = match (won, gained) {
            (Some((line, said, points)), _) => (line, gained.map_or(said, |(winner, _)| winner), points),
            (None, Some((winner, points))) if record.end().is_none() => (game.line, winner, points),
            _ => return Ok(record),
        };
        self.finish(&mut record, (line, winner, points), gained).map_err(at(line))?;
        Ok(record)
    }

    /// Adds a cell's turn. The play of a last roll may be unknown.
    fn turn(&mut self, record: &mut GameRecord, event: &Event, goes_on: bool) -> Result<(), MatFault> {
        // In a finished game `push` refuses any side.
        let decides = record.to_decide().or(event.side).unwrap_or(Side::First);
        let push = |record: &mut GameRecord, turn| record.push(decides, turn).map_err(MatFault::Record);
        if event.side.is_some_and(|side| side != decides) {
            let why = match record.match_state().offer {
                Some(_) => RecordError::Unanswered(decides.other()),
                None => RecordError::NotOnTurn(decides.other()),
            };
            return Err(MatFault::Record(why));
        }
        match &event.cell {
            Cell::Roll(roll, text) => {
                self.play(record, (event.line, decides, *roll), text.as_deref(), goes_on)
            }
            Cell::Illegal(roll, text) => {
                let turn = self.illegal(record, (event.line, decides, *roll), text);
                push(record, turn)
            }
            Cell::Double(value) => {
                let expected = 2u32 << record.match_state().cube;
                if !value.is_empty() && *value != expected.to_string() {
                    return Err(MatFault::Double(value.clone(), expected));
                }
                push(record, Turn::Double)
            }
            Cell::Take => push(record, Turn::Take),
            Cell::Drop => push(record, Turn::Drop),
            Cell::Beaver(text) => Err(MatFault::Beaver(text.clone())),
            Cell::Ends { .. } => Ok(()),
        }
    }

    fn play(
        &mut self,
        record: &mut GameRecord,
        (line, side, roll): (usize, Side, Roll),
        text: Option<&str>,
        goes_on: bool,
    ) -> Result<(), MatFault> {
        let Some(text) = text else {
            return if goes_on {
                self.unplayed(record, (line, side, roll))
            } else {
                record.throw(side, roll).map_err(MatFault::Record)
            };
        };
        let is_doubtful = record.turns().iter().any(|turn| matches!(turn, Turn::Illegal { .. }));
        match record.push_play(side, roll, text) {
            Err(RecordError::Play(_, _, PlayError::Missing)) if text.is_empty() => {
                if goes_on || record.position().results(roll).len() == 1 {
                    self.unplayed(record, (line, side, roll))
                } else {
                    record.throw(side, roll).map_err(MatFault::Record)
                }
            }
            Err(RecordError::Play(..)) if is_doubtful => {
                let what = format!("got {roll}: {text}, an illegal play, assumed that no checker moved");
                self.assumed.add(line, &what);
                let result = record.position();
                record.push(side, Turn::Illegal { roll, result }).map_err(MatFault::Record)
            }
            Err(RecordError::Play(side, roll, why)) => {
                Err(MatFault::Play(side, format!("{roll}: {text}"), why))
            }
            Err(why) => Err(MatFault::Record(why)),
            Ok(()) => Ok(()),
        }
    }

    /// Adds a roll without a play: the only legal one, else none.
    fn unplayed(
        &mut self,
        record: &mut GameRecord,
        (line, side, roll): (usize, Side, Roll),
    ) -> Result<(), MatFault> {
        let position = record.position();
        let turn = match position.results(roll)[..] {
            [result] => {
                let play = position.play_to(roll, &result).unwrap_or_default();
                self.assumed.add(line, &format!("got no play of {roll}, assumed the only legal one, {play}"));
                Turn::Play { roll, result }
            }
            _ => {
                self.assumed.add(line, &format!("got no play of {roll}, assumed that no checker moved"));
                Turn::Illegal { roll, result: position }
            }
        };
        record.push(side, turn).map_err(MatFault::Record)
    }

    /// The turn of an illegal play with the position after it.
    fn illegal(&mut self, record: &GameRecord, (line, side, roll): (usize, Side, Roll), text: &str) -> Turn {
        let said = snowie::read(text).and_then(|(name, points)| {
            // Without a name that tells the players apart it is the side that rolls next.
            let is_named = |side: &Side| self.names[*side as usize] == name;
            let mut named = [Side::First, Side::Second].into_iter().filter(is_named);
            let sees = named.next().filter(|_| named.next().is_none());
            let position = Position::new(&points, sees.unwrap_or(side.other())).ok()?;
            Some(position.seen_by(side))
        });
        self.assumed.add(
            line,
            match said {
                Some(_) => "got an illegal play, assumed the position that it leads to",
                None => "got an illegal play without a readable position, assumed that no checker moved",
            },
        );
        Turn::Illegal { roll, result: said.unwrap_or(record.position()) }
    }

    /// Ends the game by a resignation if it is unfinished, and compares the file's points. Some
    /// programs write only the points that the match needs.
    fn finish(
        &mut self,
        record: &mut GameRecord,
        (line, winner, points): (usize, Side, u32),
        gained: Option<(Side, u32)>,
    ) -> Result<(), MatFault> {
        let MatchState { length, score, cube, .. } = *record.match_state();
        let wins_match = |winner: Side, points: u32| {
            length > 0 && u32::from(score[winner as usize]).saturating_add(points) >= length.into()
        };
        let outcomes = [Outcome::Single, Outcome::Gammon, Outcome::Backgammon];
        let value = |outcome: &Outcome| outcome.points() as u32 * (1 << cube);
        if record.end().is_none() {
            let exact = outcomes.into_iter().find(|outcome| value(outcome) == points);
            let enough = outcomes.into_iter().find(|outcome| wins_match(winner, value(outcome)));
            let fitting = exact.or(enough.filter(|_| wins_match(winner, points)));
            // A forfeited match, or a result that the game's end does not tell.
            let nearest = outcomes.into_iter().rev().find(|outcome| value(outcome) <= points);
            let outcome = fitting.or(nearest).unwrap_or(Outcome::Single);
            record.resign(winner.other(), outcome).map_err(MatFault::Record)?;
        }
        let end = record.end().expect("it was resigned");
        let both = wins_match(end.winner, points) && wins_match(end.winner, end.points);
        if points == end.points || both {
            return Ok(());
        }
        let counted = if gained == Some((end.winner, end.points)) { end.points } else { points };
        let what = format!("got a win of {points} points, which is worth {}, assumed {counted}", end.points);
        self.assumed.add(line, &what);
        if counted == end.points { Ok(()) } else { record.award(points).map_err(MatFault::Record) }
    }
}

/// The only side whose score grew, and by how much.
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

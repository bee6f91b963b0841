//! Records of played games, to be saved, continued, analysed, or sent to another program.
//!
//! A game begins at a position and a match state and continues by plays, doubles, takes and drops.
//! [`GameRecord::push`] checks each turn, so a record holds only legal games, except for what
//! files of other programs force on it: [`Turn::Illegal`] and awarded points. The readers list
//! them among their assumptions ([`MatchRecord::assumed`]). A [`MatchRecord`] is a series of games
//! whose scores add up, unless a file says otherwise. Beavers are not recorded.

mod decisions;
mod error;
mod limits;
mod matches;
mod moment;

pub use decisions::{Choice, Decision};
pub use error::{MatchFileError, RecordError};
pub use limits::{MAX_GAMES, MAX_MATCH_BYTES, MAX_MATCH_TURNS, MAX_TURNS};
pub use matches::MatchRecord;

use moment::Moment;

use super::id::MatchState;
use super::outcome::Outcome;
use super::position::Position;
use super::roll::Roll;
use super::state::GameState;
use crate::game::Side;
use crate::games::Tags;

/// The points of a backgammon at the largest cube.
const MOST_POINTS: u32 = 3 << 15;

/// A decision of a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// A roll and its play.
    Play {
        /// The dice.
        roll: Roll,
        /// The position after the play, seen by the mover; the position before it if no play was
        /// legal.
        result: Position,
    },
    /// A roll whose play is unknown or breaks the rules, in a file of another program.
    Illegal {
        /// The dice.
        roll: Roll,
        /// The position after it, seen by the mover: as the file says, else unchanged.
        result: Position,
    },
    /// The side on roll offers the cube at twice its value.
    Double,
    /// The other side takes and owns the cube.
    Take,
    /// The other side gives up the game at the cube's old value.
    Drop,
}

/// The way in which a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finish {
    /// The winner has borne off all checkers.
    BorneOff(Outcome),
    /// The loser has dropped a double.
    Drop,
    /// The loser has resigned this outcome.
    Resigned(Outcome),
}

/// The end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct End {
    /// The winner.
    pub winner: Side,
    /// The way in which the game ended.
    pub finish: Finish,
    /// The points with the cube, perhaps more than the match needs.
    pub points: u32,
}

/// The record of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRecord {
    first: Moment,
    turns: Vec<Turn>,
    now: Moment,
    roll: Option<Roll>,
    resigned: Option<(Side, Outcome)>,
    /// The points that the file gives the winner against board and cube.
    awarded: Option<u32>,
    /// The players and the date.
    pub tags: Tags,
}

impl GameRecord {
    /// Creates a game without turns, dice or tags. The side of `start` has the first turn;
    /// `beavers` is cleared.
    ///
    /// # Errors
    /// If the match is over at this score, the Crawford game is not due, a double is unanswered,
    /// or the cube's value is invalid.
    pub fn new(start: Position, state: MatchState) -> Result<GameRecord, RecordError> {
        moment::check(&state)?;
        let jacoby = state.jacoby && state.length == 0;
        Ok(GameRecord::begun(start, MatchState { jacoby, beavers: false, ..state }))
    }

    /// Creates a game outside a match in which nobody may double: the largest cube is 1.
    pub fn cubeless(start: Position) -> GameRecord {
        GameRecord::begun(start, MatchState { max_cube: 0, ..MatchState::MONEY })
    }

    fn begun(start: Position, state: MatchState) -> GameRecord {
        let first = Moment { position: start, state, is_dropped: false };
        let (turns, tags) = (Vec::new(), Tags::new());
        GameRecord { first, turns, now: first, roll: None, resigned: None, awarded: None, tags }
    }

    /// The position before the first turn, seen by the side that has it.
    pub fn start(&self) -> &Position {
        &self.first.position
    }

    /// Returns score and cube before the first turn.
    pub fn start_state(&self) -> &MatchState {
        &self.first.state
    }

    /// The turns.
    pub fn turns(&self) -> &[Turn] {
        &self.turns
    }

    /// The dice thrown after the last turn and not yet played.
    pub fn roll(&self) -> Option<Roll> {
        self.roll
    }

    /// The side that has resigned, and its concession.
    pub fn resigned(&self) -> Option<(Side, Outcome)> {
        self.resigned
    }

    /// The position, seen by the side on roll. A double does not change who is on roll.
    pub fn position(&self) -> Position {
        self.now.position
    }

    /// The score at the start and the present cube. `offer` is set during an unanswered
    /// double and after a drop.
    pub fn match_state(&self) -> &MatchState {
        &self.now.state
    }

    /// The game's state without the cube and a resignation. It counts no actions.
    pub fn state(&self) -> GameState {
        GameState::at(self.now.position, self.roll)
    }

    /// The side that has to decide: on roll, or doubled. `None` if the game is over.
    pub fn to_decide(&self) -> Option<Side> {
        self.end().is_none().then(|| self.now.decides())
    }

    /// The end of the game, if reached.
    pub fn end(&self) -> Option<End> {
        let value = 1u32 << self.now.state.cube;
        let end =
            |winner, finish, points| Some(End { winner, finish, points: self.awarded.unwrap_or(points) });
        if let Some((outcome, winner)) = self.now.borne_off() {
            return end(winner, Finish::BorneOff(outcome), self.now.state.points(outcome));
        }
        if self.now.is_dropped {
            return end(self.now.position.side(), Finish::Drop, value);
        }
        let (loser, outcome) = self.resigned?;
        end(loser.other(), Finish::Resigned(outcome), self.now.state.points(outcome))
    }

    /// Adds a turn of `side`; an illegal one leads wherever it says. It uses or discards dice
    /// thrown before.
    ///
    /// # Errors
    /// If the rules forbid it; then the record is unchanged.
    pub fn push(&mut self, side: Side, turn: Turn) -> Result<(), RecordError> {
        self.check(side, &turn)?;
        if let Turn::Play { roll, result } = turn
            && !self.now.position.results(roll).contains(&result)
        {
            return Err(RecordError::Illegal(side, roll));
        }
        self.push_checked(turn);
        Ok(())
    }

    /// Adds a play of `side`, read by [`parse_play`](super::parse_play).
    ///
    /// # Errors
    /// Those of [`GameRecord::push`].
    pub fn push_play(&mut self, side: Side, roll: Roll, text: &str) -> Result<(), RecordError> {
        // The check ignores the result of a play.
        self.check(side, &Turn::Play { roll, result: self.now.position })?;
        let result = super::parse_play(&self.now.position, roll, text)
            .map_err(|why| RecordError::Play(side, roll, why))?;
        self.push_checked(Turn::Play { roll, result });
        Ok(())
    }

    fn push_checked(&mut self, turn: Turn) {
        self.now = self.now.after(&turn);
        self.turns.push(turn);
        self.roll = None;
    }

    /// Throws dice for `side`, on roll. They replace earlier dice.
    ///
    /// # Errors
    /// If the game is over, or waits for the other side or for an answer to a double.
    pub fn throw(&mut self, side: Side, roll: Roll) -> Result<(), RecordError> {
        self.check(side, &Turn::Play { roll, result: self.now.position })?;
        self.roll = Some(roll);
        Ok(())
    }

    /// Makes `side` resign, whoever is on turn. An offered cube does not count, and where the
    /// rules count no gammon it is a single game.
    ///
    /// # Errors
    /// If the game is over.
    pub fn resign(&mut self, side: Side, outcome: Outcome) -> Result<(), RecordError> {
        if self.end().is_some() {
            return Err(RecordError::Over(side));
        }
        self.resigned = Some((side, self.now.state.counted(outcome)));
        Ok(())
    }

    /// Gives the winner of a finished game these points, whatever board and cube say: servers
    /// count a forfeited match by what the winner needed.
    ///
    /// # Errors
    /// If the game goes on, or for more points than a backgammon at the largest cube.
    pub fn award(&mut self, points: u32) -> Result<(), RecordError> {
        if self.end().is_none() || points > MOST_POINTS {
            return Err(RecordError::TooManyPoints);
        }
        self.awarded = Some(points);
        Ok(())
    }

    /// Checks that a turn of this kind may come next, apart from the play's legality.
    fn check(&self, side: Side, turn: &Turn) -> Result<(), RecordError> {
        if self.end().is_some() {
            return Err(RecordError::Over(side));
        }
        let is_answer = matches!(turn, Turn::Take | Turn::Drop);
        if self.now.state.offer.is_some() != is_answer {
            if *turn == Turn::Double && side == self.now.decides() {
                return Err(RecordError::Beaver(side));
            }
            return Err(if is_answer { RecordError::NoOffer(side) } else { RecordError::Unanswered(side) });
        }
        if side != self.now.decides() {
            return Err(RecordError::NotOnTurn(side));
        }
        if *turn == Turn::Double {
            if self.roll.is_some() {
                return Err(RecordError::Thrown(side));
            }
            if self.is_opening() {
                return Err(RecordError::Opening(side));
            }
            self.now.may_double()?;
        }
        if self.turns.len() >= MAX_TURNS { Err(RecordError::TooLong) } else { Ok(()) }
    }

    /// True if the next throw is the opening throw of a game from the usual start, before which
    /// nobody can double.
    fn is_opening(&self) -> bool {
        self.turns.is_empty() && self.first.is_opening()
    }
}

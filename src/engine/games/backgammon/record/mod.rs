//! A game as it was played: to be saved, continued, analysed, or shown to another program.
//!
//! A game begins at a position and a state of the match, and goes on by turns: plays, doubles,
//! takes and drops. [`GameRecord::push`] checks each of them, so that a record holds only what
//! the rules allow, and nobody who reads one has to check it again. A [`MatchRecord`] is a row of
//! such games whose scores add up. Beavers are not recorded.

mod decisions;
mod error;
mod limits;
mod matches;
mod moment;

pub use decisions::{Choice, Decision};
pub use error::RecordError;
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

/// A decision of a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// A roll and what was made of it.
    Play {
        /// The dice.
        roll: Roll,
        /// The position after the play, seen by the mover. If no play was legal, that before it.
        result: Position,
    },
    /// The side on roll offers the cube at twice its value.
    Double,
    /// The other side takes it and owns it now.
    Take,
    /// The other side gives the game up for the cube's value before the offer.
    Drop,
}

/// The way in which a game came to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finish {
    /// The winner has borne off all checkers.
    BorneOff(Outcome),
    /// The loser has dropped a double.
    Drop,
    /// The loser has resigned what the outcome says.
    Resigned(Outcome),
}

/// The end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct End {
    /// The winner.
    pub winner: Side,
    /// How.
    pub finish: Finish,
    /// The points, with the cube. They may be more than the winner needs to win the match.
    pub points: u32,
}

/// A game to be saved, or one that was.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRecord {
    first: Moment,
    turns: Vec<Turn>,
    now: Moment,
    roll: Option<Roll>,
    resigned: Option<(Side, Outcome)>,
    /// The players and the date.
    pub tags: Tags,
}

impl GameRecord {
    /// A game that begins here: no turns, no dice, no tags. The side of `start` has the first
    /// turn.
    ///
    /// Records hold no beavers, so the state's `beavers` is cleared.
    ///
    /// # Errors
    /// If the match is over at this score, the Crawford game is not due, a double stands to be
    /// answered, or the cube has no such value.
    pub fn new(start: Position, state: MatchState) -> Result<GameRecord, RecordError> {
        moment::check(&state)?;
        let jacoby = state.jacoby && state.length == 0;
        Ok(GameRecord::begun(start, MatchState { jacoby, beavers: false, ..state }))
    }

    /// A game for no points of a match, in which nobody may double: the largest cube is 1.
    pub fn cubeless(start: Position) -> GameRecord {
        GameRecord::begun(start, MatchState { max_cube: 0, ..MatchState::MONEY })
    }

    fn begun(start: Position, state: MatchState) -> GameRecord {
        let first = Moment { position: start, state, is_dropped: false };
        let (turns, tags) = (Vec::new(), Tags::new());
        GameRecord { first, turns, now: first, roll: None, resigned: None, tags }
    }

    /// The position before the first turn, seen by the side that has it.
    pub fn start(&self) -> &Position {
        &self.first.position
    }

    /// The score and the cube before the first turn.
    pub fn start_state(&self) -> &MatchState {
        &self.first.state
    }

    /// The turns.
    pub fn turns(&self) -> &[Turn] {
        &self.turns
    }

    /// Dice thrown after the last turn and not yet played.
    pub fn roll(&self) -> Option<Roll> {
        self.roll
    }

    /// The side that has resigned, and what it has given.
    pub fn resigned(&self) -> Option<(Side, Outcome)> {
        self.resigned
    }

    /// The position now, seen by the side on roll. A double does not change who is on roll.
    pub fn position(&self) -> Position {
        self.now.position
    }

    /// The score at the start and the cube now. `offer` is set while a double stands to be
    /// answered, and after a drop.
    pub fn match_state(&self) -> &MatchState {
        &self.now.state
    }

    /// The game as it stands, apart from the cube and from a resignation. It counts no actions.
    pub fn state(&self) -> GameState {
        GameState::at(self.now.position, self.roll)
    }

    /// The side that has to decide now: the one on roll, or the other one if it has been doubled.
    /// Nobody if the game is over.
    pub fn to_decide(&self) -> Option<Side> {
        self.end().is_none().then(|| self.now.decides())
    }

    /// The end of the game, if it has come.
    pub fn end(&self) -> Option<End> {
        let value = 1u32 << self.now.state.cube;
        let end = |winner, finish, points| Some(End { winner, finish, points });
        if let Some((outcome, winner)) = self.now.borne_off() {
            return end(winner, Finish::BorneOff(outcome), self.now.state.points(outcome));
        }
        if self.now.is_dropped {
            return end(self.now.position.side(), Finish::Drop, value);
        }
        let (loser, outcome) = self.resigned?;
        end(loser.other(), Finish::Resigned(outcome), value * outcome.points() as u32)
    }

    /// Adds a turn of `side`. Dice that were thrown before are played by it or forgotten.
    ///
    /// # Errors
    /// If the rules do not allow it; then the record is as before.
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

    /// Adds a play of `side` by its text, which [`parse_play`](super::parse_play) reads.
    ///
    /// # Errors
    /// The same as for [`GameRecord::push`].
    pub fn push_play(&mut self, side: Side, roll: Roll, text: &str) -> Result<(), RecordError> {
        // Only that it is a play matters to this check.
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

    /// Dice thrown by `side`, on roll. Dice that were thrown before are replaced.
    ///
    /// # Errors
    /// If the game is over, or waits for the other side or for an answer to a double.
    pub fn throw(&mut self, side: Side, roll: Roll) -> Result<(), RecordError> {
        self.check(side, &Turn::Play { roll, result: self.now.position })?;
        self.roll = Some(roll);
        Ok(())
    }

    /// `side` resigns, whoever is on turn. The cube counts as it stands: not as it is offered.
    ///
    /// # Errors
    /// If the game is over.
    pub fn resign(&mut self, side: Side, outcome: Outcome) -> Result<(), RecordError> {
        if self.end().is_some() {
            return Err(RecordError::Over(side));
        }
        self.resigned = Some((side, outcome));
        Ok(())
    }

    /// Whether a turn of this kind may come next, apart from the legality of the play.
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

    /// True if the next throw is the first of a game from the usual start, which both sides make
    /// together: nobody can double before it.
    fn is_opening(&self) -> bool {
        self.turns.is_empty() && self.first.is_opening()
    }
}

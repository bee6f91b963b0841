//! The course of a game from the opening throws to its end: which action is allowed, and for whom.

use std::fmt;

use thiserror::Error;

use super::notation::parse_play;
use super::outcome::Outcome;
use super::position::{Position, name};
use super::refusal::PlayError;
use super::roll::Roll;
use crate::game::Side;

/// The decision that a game waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Opening throws of one die each: White's and Black's so far. Equal dice are thrown again.
    Opening(Option<u8>, Option<u8>),
    /// A throw by the side on turn.
    ToThrow,
    /// A play of this roll by the side on turn.
    ToMove(Roll),
    /// Nothing: the outcome and the winner.
    Finished(Outcome, Side),
}

/// An action of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Throwing one die for the opening.
    OpeningThrow,
    /// Throwing two dice.
    Throw,
    /// Playing a roll.
    Move,
}

/// An error for a refused action.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Refusal {
    /// The game waits for another action.
    #[error("got {0}, but the game waits for {1}")]
    NotNow(Action, Stage),
    /// This side is not on turn.
    #[error("it is not {}'s turn but {}'s", name(*.0), name(.0.other()))]
    NotYourTurn(Side),
    /// This side has made its opening throw.
    #[error("{} has thrown; the game waits for {}", name(*.0), name(.0.other()))]
    HasThrown(Side),
    /// An invalid die.
    #[error("got {0}, expected a die from 1 to 6; try 6")]
    Die(u8),
    /// An illegal play.
    #[error("{0}")]
    Play(PlayError),
    /// No legal play of this roll leads to the position.
    #[error("no legal play of {0} leads to this position")]
    NoResult(Roll),
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Action::OpeningThrow => "an opening throw",
            Action::Throw => "a throw",
            Action::Move => "a play",
        })
    }
}

impl fmt::Display for Stage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Stage::Opening(..) => f.write_str("the opening throws"),
            Stage::ToThrow => f.write_str("a throw"),
            Stage::ToMove(roll) => write!(f, "a play of {roll}"),
            Stage::Finished(outcome, winner) => {
                write!(f, "nothing: {} has won a {outcome}", name(*winner))
            }
        }
    }
}

/// A game in progress.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameState {
    /// Seen by the side on turn; by the winner at the end; by White before the opening.
    position: Position,
    stage: Stage,
    actions: u32,
}

impl GameState {
    /// Creates a game that waits for the opening throws.
    pub const fn new() -> GameState {
        GameState { position: Position::START, stage: Stage::Opening(None, None), actions: 0 }
    }

    /// Creates a game at a position whose side is on turn.
    pub fn at(position: Position, roll: Option<Roll>) -> GameState {
        GameState { position, stage: roll.map_or(Stage::ToThrow, Stage::ToMove), actions: 0 }.settled()
    }

    /// The position, seen by the side on turn.
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// The awaited decision.
    pub const fn stage(&self) -> Stage {
        self.stage
    }

    /// The number of opening throws, throws and moves so far.
    pub const fn actions(&self) -> u32 {
        self.actions
    }

    /// Makes an opening throw. After two different dice, the side with the higher one plays both.
    ///
    /// # Errors
    /// If the game has begun, `side` has thrown, or the die is invalid.
    pub fn opening_throw(&mut self, side: Side, die: u8) -> Result<(), Refusal> {
        let Stage::Opening(white, black) = self.stage else {
            return Err(Refusal::NotNow(Action::OpeningThrow, self.stage));
        };
        if !(1..=6).contains(&die) {
            return Err(Refusal::Die(die));
        }
        let thrown = match side {
            Side::First if white.is_none() => (Some(die), black),
            Side::Second if black.is_none() => (white, Some(die)),
            _ => return Err(Refusal::HasThrown(side)),
        };
        self.stage = match thrown {
            (Some(white), Some(black)) if white == black => Stage::Opening(None, None),
            (Some(white), Some(black)) => {
                let first = if white > black { Side::First } else { Side::Second };
                self.position = self.position.seen_by(first);
                Stage::ToMove(Roll::new(white, black).map_err(|_| Refusal::Die(die))?)
            }
            (white, black) => Stage::Opening(white, black),
        };
        self.actions += 1;
        Ok(())
    }

    /// Throws two dice.
    ///
    /// # Errors
    /// If the game waits for another action or side.
    pub fn throw(&mut self, side: Side, roll: Roll) -> Result<(), Refusal> {
        if self.stage != Stage::ToThrow {
            return Err(Refusal::NotNow(Action::Throw, self.stage));
        }
        self.turn(side)?;
        self.stage = Stage::ToMove(roll);
        self.actions += 1;
        Ok(())
    }

    /// Plays the roll as `text` says, and returns the result seen by the mover.
    ///
    /// # Errors
    /// If the game waits for another action or side, or the play is illegal.
    pub fn play(&mut self, side: Side, text: &str) -> Result<Position, Refusal> {
        let roll = self.roll_of(side)?;
        let result = parse_play(&self.position, roll, text).map_err(Refusal::Play)?;
        self.moved(result);
        Ok(result)
    }

    /// Plays the roll to reach `result`, seen by the mover.
    ///
    /// # Errors
    /// Those of [`GameState::play`].
    pub fn play_result(&mut self, side: Side, result: &Position) -> Result<(), Refusal> {
        let roll = self.roll_of(side)?;
        if !self.position.results(roll).contains(result) {
            return Err(Refusal::NoResult(roll));
        }
        self.moved(*result);
        Ok(())
    }

    fn roll_of(&self, side: Side) -> Result<Roll, Refusal> {
        let Stage::ToMove(roll) = self.stage else {
            return Err(Refusal::NotNow(Action::Move, self.stage));
        };
        self.turn(side).map(|()| roll)
    }

    fn turn(&self, side: Side) -> Result<(), Refusal> {
        if self.position.side() == side { Ok(()) } else { Err(Refusal::NotYourTurn(side)) }
    }

    fn moved(&mut self, result: Position) {
        let next =
            GameState { position: result.handed_over(), stage: Stage::ToThrow, actions: self.actions + 1 };
        *self = next.settled();
    }

    fn settled(self) -> GameState {
        for position in [self.position.handed_over(), self.position] {
            if let Some(outcome) = Outcome::of(&position) {
                return GameState { position, stage: Stage::Finished(outcome, position.side()), ..self };
            }
        }
        self
    }
}

impl Default for GameState {
    fn default() -> GameState {
        GameState::new()
    }
}

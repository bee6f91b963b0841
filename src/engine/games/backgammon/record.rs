//! A game as it was played: to be saved, continued, or shown to another program.

use super::outcome::Outcome;
use super::position::Position;
use super::roll::Roll;
use super::state::GameState;
use crate::game::Side;
use crate::games::Tags;

/// The most turns of both sides in a saved game.
pub const MAX_TURNS: usize = 20_000;

/// A roll and what was made of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn {
    /// The dice.
    pub roll: Roll,
    /// The position after the play, seen by the mover. If no play was legal, that before it.
    pub result: Position,
}

/// A game to be saved, or one that was. The doubling cube is not used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRecord {
    /// The position before the first turn, seen by the side that has it.
    pub start: Position,
    /// The turns; the sides alternate.
    pub turns: Vec<Turn>,
    /// Dice thrown after the last turn and not yet played.
    pub roll: Option<Roll>,
    /// Who has resigned, and what the other side wins thereby.
    pub resigned: Option<(Side, Outcome)>,
    /// Who played when.
    pub tags: Tags,
}

impl GameRecord {
    /// A game that begins here: no turns, no dice, no tags.
    pub fn new(start: Position) -> GameRecord {
        GameRecord { start, turns: Vec::new(), roll: None, resigned: None, tags: Tags::new() }
    }

    /// The position now, seen by the side on turn.
    pub fn position(&self) -> Position {
        self.turns.last().map_or(self.start, |turn| turn.result.handed_over())
    }

    /// The game as it stands, apart from a resignation. It counts no actions.
    pub fn state(&self) -> GameState {
        GameState::at(self.position(), self.roll)
    }
}

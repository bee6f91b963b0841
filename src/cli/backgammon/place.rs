//! Flags of a backgammon position and a roll.

use clap::Args;

use crate::cli::args::{colour, one_of};
use crate::cli::failure::Failure;
use crate::cli::output::say;
use sparring_engine::game::Side;
use sparring_engine::games::backgammon::{MatchState, NamedBoard, Position, Roll, parse_id};

/// Flags of a position.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Position")]
pub(super) struct PlaceArgs {
    /// Position, optionally with dice: an XGID, a gnubg id, a FIBS board line, or 26 characters
    /// (see `sparring help formats`)
    #[arg(long, value_name = "ID", group = "place", allow_hyphen_values = true)]
    position: Option<String>,
    /// Position by name [default: start]
    #[arg(long, value_name = "NAME", group = "place",
        value_parser = one_of(NamedBoard::NAMED.map(|board| (board.name(), board))))]
    board: Option<NamedBoard>,
    /// Side on roll, instead of the position's own
    #[arg(long, value_name = "COLOUR", value_parser = colour())]
    side: Option<Side>,
}

/// Flag of the dice.
#[derive(Args, Clone, Debug)]
pub(super) struct RollArgs {
    /// Two dice in any order: 31 [default: those of the position]
    #[arg(long, value_name = "DICE", help_heading = "Position", allow_hyphen_values = true)]
    roll: Option<Roll>,
}

#[derive(Clone, Debug)]
pub(super) struct Place {
    pub position: Position,
    pub roll: Option<Roll>,
    /// Default: money play with a centred cube.
    pub state: MatchState,
}

impl PlaceArgs {
    pub fn is_given(&self) -> bool {
        self.position.is_some() || self.board.is_some() || self.side.is_some()
    }

    pub fn read(&self) -> Result<Place, Failure> {
        let mut place = match &self.position {
            Some(id) => identified(id)?,
            None => named(self.board.unwrap_or(NamedBoard::Start)),
        };
        if let Some(side) = self.side {
            place.position = place.position.seen_by(side);
        }
        Ok(place)
    }
}

fn identified(id: &str) -> Result<Place, Failure> {
    let id = parse_id(id).map_err(Failure::of("--position"))?;
    Ok(Place { position: id.position, roll: id.roll, state: id.state })
}

fn named(board: NamedBoard) -> Place {
    if let Some(note) = board.note() {
        say(note);
    }
    Place { position: board.position(), roll: None, state: MatchState::MONEY }
}

impl Place {
    /// # Errors
    /// If nobody can ever move.
    pub fn can_end(&self) -> Result<(), Failure> {
        if self.position.is_deadlock() {
            return Err(Failure::usage(
                "got a position in which no roll moves a checker of either side, expected a game that can end; \
                 try another --position",
            ));
        }
        Ok(())
    }

    /// Says that stakes of the identifier are ignored.
    pub fn ignores_stakes(&self, instead: &str) {
        if self.state.matters() {
            say(&format!("the score and the cube of the position are not looked at; try {instead}"));
        }
    }
}

impl RollArgs {
    pub fn given(&self) -> Option<Roll> {
        self.roll
    }

    /// The dice; `None` only if the game is over.
    pub fn read(&self, place: &Place) -> Result<Option<Roll>, Failure> {
        match self.roll.or(place.roll) {
            None if !place.position.is_over() => {
                Err(Failure::usage("got no dice, expected --roll or an identifier with dice; try --roll 31"))
            }
            roll => Ok(roll),
        }
    }
}

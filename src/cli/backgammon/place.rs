//! Which backgammon position and which roll are meant.

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};

use crate::cli::failure::Failure;
use crate::game::Side;
use crate::games::backgammon::{Position, Roll};

/// The position.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Position")]
pub(super) struct PlaceArgs {
    /// The position as 26 characters, White on roll: Black's bar, points 1 to 24 counted by White, White's bar; - for none,
    /// A to O for 1 to 15 of White's checkers, a to o for Black's
    #[arg(long, value_name = "ID", group = "place", allow_hyphen_values = true)]
    position: Option<String>,
    /// A position by name
    #[arg(long, value_name = "NAME", group = "place", value_parser = ["start"])]
    board: Option<String>,
    /// Who is on roll, whatever the position says
    #[arg(long, value_name = "COLOUR", value_parser = side())]
    side: Option<Side>,
}

/// `white` or `black`.
fn side() -> impl TypedValueParser<Value = Side> {
    PossibleValuesParser::new(["white", "black"])
        .map(|name| if name == "white" { Side::First } else { Side::Second })
}

/// The dice.
#[derive(Args, Clone, Debug)]
pub(super) struct RollArgs {
    /// Two dice in any order: 31
    #[arg(long, value_name = "DICE", help_heading = "Position", allow_hyphen_values = true)]
    roll: Option<Roll>,
}

/// A position and the dice that came with it.
#[derive(Clone, Debug)]
pub(super) struct Place {
    /// Seen by the side on roll.
    pub position: Position,
    /// What the identifier says was thrown.
    pub roll: Option<Roll>,
}

impl PlaceArgs {
    /// Reads the position.
    pub fn read(&self) -> Result<Place, Failure> {
        let mut place = match &self.position {
            Some(id) => identified(id)?,
            None => Place { position: Position::START, roll: None },
        };
        if let Some(side) = self.side {
            place.position = place.position.seen_by(side);
        }
        Ok(place)
    }
}

/// The position, and perhaps the roll, of an identifier.
fn identified(id: &str) -> Result<Place, Failure> {
    let position = id.parse().map_err(|why| Failure::usage(format!("--position: {why}")))?;
    Ok(Place { position, roll: None })
}

impl RollArgs {
    /// The dice, those of the position's identifier if no others are given.
    pub fn read(&self, place: &Place) -> Result<Roll, Failure> {
        self.roll.or(place.roll).ok_or_else(|| {
            Failure::usage("got no dice, expected --roll or an identifier with dice; try --roll 31")
        })
    }
}

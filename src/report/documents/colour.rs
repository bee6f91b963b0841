//! The sides of backgammon by their colours.

use std::fmt;

use serde::Serialize;
use sparring_engine::game::Side;

/// A side by the colour of its checkers. Documents have its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Colour {
    /// The first side.
    White,
    /// The second side.
    Black,
}

impl From<Side> for Colour {
    fn from(side: Side) -> Colour {
        match side {
            Side::First => Colour::White,
            Side::Second => Colour::Black,
        }
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Colour::White => "White",
            Colour::Black => "Black",
        })
    }
}

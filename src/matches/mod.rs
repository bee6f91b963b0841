//! Games between players that need no person: of backgammon, one game or a series with mirrored
//! dice, or matches with the cube ([`cube`]); of chess, between engines ([`chess`]).

pub mod chess;
pub mod cube;
mod game;
mod gnubg;
mod luck;
mod player;
mod series;
mod stoppable;

pub use game::play;
pub use player::Player;
pub use series::{SeriesPlan, series};
pub use stoppable::StoppableEngine;

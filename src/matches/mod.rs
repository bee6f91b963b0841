//! Games without people: backgammon with mirrored dice, or with the cube ([`cube`]), and chess
//! between engines ([`chess`]).

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

//! Games between players that need no person: of backgammon, one game or a series with mirrored
//! dice; of chess, between engines ([`chess`]).

pub mod chess;
mod game;
mod gnubg;
mod luck;
mod player;
mod series;
mod watched;

pub use game::{play, seat};
pub use player::Player;
pub use series::series;
pub use watched::Watched;

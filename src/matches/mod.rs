//! Games of backgammon between players that need no person: one game, or a series with mirrored
//! dice.

mod game;
mod player;
mod series;
mod watched;

pub use game::{Played, play, seat};
pub use player::Player;
pub use series::{Standing, series};
pub use watched::Watched;

//! Whole games between players, and the ancestors' experiments on the same parameters.

mod ancestor_a;
mod ancestor_b;
mod ancestor_c;
mod ancestor_d;
mod game;
mod player;
mod question;
mod row;
mod series;
mod watched;

pub use ancestor_a::{ROWS as ROWS_A, reproduce as reproduce_a};
pub use ancestor_b::{ROWS as ROWS_B, reproduce as reproduce_b};
pub use ancestor_c::{game as game_c, reproduce as reproduce_c, rows as rows_c};
pub use ancestor_d::{reproduce as reproduce_d, rows as rows_d};
pub use game::{Played, play};
pub use player::Player;
pub use row::Engines;
pub use series::{Score, series};
pub use watched::Watched;

//! Backgammon with the cube: matches with the Crawford rule, or money games.
//!
//! A [`Contest`] is one of them, played. [`cube_series`] plays pairs with the same dice and
//! exchanged seats.

mod contest;
mod luck;
mod series;
mod standing;

pub use contest::{Contest, Rules};
pub use series::cube_series;
pub use standing::Standing;

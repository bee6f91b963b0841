//! Games with the cube between players of backgammon: matches to some points with the Crawford
//! rule, or single games for money.
//!
//! A [`Contest`] is one of them as it was played; [`cube_series`] plays many, in pairs with the
//! same dice and the seats exchanged. A cube is offered only where the double can gain something:
//! nobody is asked to turn a dead one.

mod contest;
mod luck;
mod series;
mod standing;

pub use contest::{Contest, Rules};
pub use series::cube_series;
pub use standing::Standing;

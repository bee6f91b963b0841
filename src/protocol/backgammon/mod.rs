//! A person or gnubg and the engine at a backgammon board.

pub mod gnubg;
mod session;
mod thinker;

pub use session::Session;
pub use thinker::Thinker;

use crate::games::backgammon::{Position, Roll};

/// Decides for one side.
pub trait Opponent {
    /// The result of the play it chooses, one of [`Position::results`], and its value for the mover
    /// in the evaluator's unit. Asked only where a play is legal.
    fn choose(&mut self, position: &Position, roll: Roll) -> (Position, f64);
}

//! A person or gnubg at a board with an engine. What is said is worked out apart from how it travels.

mod command;
pub mod gnubg;
mod session;
pub mod terminal;
mod thinker;

pub use command::{Command, HELP};
pub use session::{Reply, Session};
pub use thinker::Thinker;

use crate::games::backgammon::{Position, Roll};

/// Who decides for one side.
pub trait Player {
    /// The result of the play it would make, one of [`Position::results`], and what that is worth to the mover, in points
    /// or whatever unit it counts in. Asked only where a play is legal.
    fn choose(&mut self, position: &Position, roll: Roll) -> (Position, f64);
}

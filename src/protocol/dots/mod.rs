//! A person and the engine at a board of dots. What is said is worked out in a [`Session`], apart from how it travels.

mod command;
mod record;
mod session;
pub mod terminal;

pub use command::{Command, HELP};
pub use record::Record;
pub use session::{Opponent, Reply, Session};

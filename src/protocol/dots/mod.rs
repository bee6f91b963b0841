//! A person and the engine at a board of dots. What is said is worked out in a [`Session`], apart from how it travels.

mod command;
mod record;
mod session;
pub mod terminal;
mod thinker;

pub use command::{Command, HELP};
pub use record::Record;
pub use session::{Opponent, Reply, Session, Valued};
pub use thinker::{PERFECT_LEVEL, Strength, Thinker};

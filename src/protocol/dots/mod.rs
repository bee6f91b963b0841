//! A person and the engine at a board of dots.

mod chains;
mod opponent;
mod record;
mod session;
mod thinker;

pub use opponent::{Opponent, PERFECT_LEVEL, Valued};
pub use record::Record;
pub use session::Session;
pub use thinker::Thinker;

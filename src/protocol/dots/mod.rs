//! A person and the engine at a board of dots.

mod chains;
mod game;
mod record;
mod thinker;

pub use game::DotsGame;
#[cfg(test)]
pub use game::Worth;
pub use record::Record;
pub use thinker::Thinker;

/// A game of dots and boxes between a person and an opponent.
pub type Session<O> = super::Session<DotsGame, O>;

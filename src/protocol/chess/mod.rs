//! A person and the engine at a chessboard.

mod game;
mod record;
mod thinker;

pub use game::ChessGame;
pub use record::Record;
pub use thinker::Thinker;

/// A game of chess between a person and an opponent.
pub type Session<O> = super::Session<ChessGame, O>;

mod game;
mod record;
mod thinker;

pub use game::ChessGame;
pub use record::Record;
pub use thinker::Thinker;

pub type Session<O> = super::Session<ChessGame, O>;

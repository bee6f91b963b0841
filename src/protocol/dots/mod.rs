mod chains;
mod game;
mod record;
mod thinker;

pub use game::DotsGame;
#[cfg(test)]
pub use game::Worth;
pub use record::Record;
pub use thinker::Thinker;

pub type Session<O> = super::Session<DotsGame, O>;

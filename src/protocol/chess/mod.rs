//! A person and the engine at a chessboard.

mod record;
mod session;
mod thinker;

pub use record::Record;
pub use session::{Opponent, Session};
pub use thinker::Thinker;

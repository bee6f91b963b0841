//! The page of judged games of chess.

mod course;
mod mistakes;
mod moves;
mod page;

pub use page::game_page;

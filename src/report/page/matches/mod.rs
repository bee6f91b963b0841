//! The page of a judged match of backgammon.

mod course;
mod decisions;
mod page;

pub use page::match_page;

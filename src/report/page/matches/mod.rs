//! The page of a match of backgammon that was judged decision by decision.

mod course;
mod decisions;
mod page;

pub use page::match_page;

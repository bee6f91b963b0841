//! Exact solvers of dots and boxes and of backgammon bear-offs, and their files.

pub mod bearoff;
pub mod dots;
pub mod store;

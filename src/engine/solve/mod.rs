//! Exact solvers: dots and boxes, and backgammon bear-offs. They compute on the scheduler and keep
//! files.

pub mod bearoff;
pub mod dots;
pub mod store;

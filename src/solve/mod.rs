//! What can be known exactly: solved parts of games, computed on the scheduler and kept in files.

pub mod bearoff;
pub mod dots;
pub mod store;

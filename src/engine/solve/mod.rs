//! Exact solvers of dots and boxes and of backgammon bear-offs, and their files.

#[cfg(feature = "backgammon")]
pub mod bearoff;
#[cfg(feature = "dots")]
pub mod dots;
pub mod store;

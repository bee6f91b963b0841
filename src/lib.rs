//! Speculative fork-join with exact accounting, and three games searched on it.
#![deny(missing_docs)]

pub mod engine;
pub mod game;
pub mod games;
#[allow(unsafe_code)]
pub mod sched;
pub mod search;

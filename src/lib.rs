//! Speculative fork-join with exact accounting, and three games searched on it.
#![deny(missing_docs)]

#[cfg(test)]
extern crate self as sparring;

pub mod engine;
pub mod game;
pub mod games;
#[allow(unsafe_code)]
pub mod sched;
pub mod search;

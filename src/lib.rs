//! Speculative fork-join with exact accounting, and three games searched on it.
#![deny(missing_docs)]

#[cfg(test)]
extern crate self as sparring;

#[cfg(not(loom))]
pub mod engine;
pub mod game;
#[cfg(not(loom))]
pub mod games;
#[allow(unsafe_code)]
pub mod sched;
#[cfg(not(loom))]
pub mod search;

//! Loops over all items, and loops that end at a hit.
//!
//! `for_each.rs`, `fold.rs` and `find.rs` have the loops; `divisible.rs`, `ranges.rs`, `chunks.rs`
//! and `owned.rs` the sequences.

pub(crate) mod chunks;
pub(crate) mod divisible;
pub(crate) mod find;
pub(crate) mod fold;
pub(crate) mod for_each;
pub(crate) mod owned;
pub(crate) mod ranges;

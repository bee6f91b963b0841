//! Loops over all items, and loops that end at a hit.

pub(crate) mod chunks;
pub(crate) mod divisible;
pub(crate) mod find;
pub(crate) mod fold;
pub(crate) mod for_each;
pub(crate) mod owned;
pub(crate) mod ranges;

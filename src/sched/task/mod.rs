//! TODO

pub(crate) mod job;
pub(crate) mod slot;

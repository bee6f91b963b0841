//! TODO

pub(crate) mod job;
pub(crate) mod slot;
pub(crate) mod entry;
pub(crate) mod pool_set;

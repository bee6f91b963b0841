pub(crate) mod entry;
pub(crate) mod job;
pub(crate) mod pool_set;
pub(crate) mod slot;

//! Tasks as workers hand them on: jobs of joins, and slots of splits with the tickets that name
//! them.
//!
//! `job.rs` has most of the unsafe code of this crate: a closure in the frame of one thread that
//! another may run.

pub(crate) mod entry;
pub(crate) mod job;
pub(crate) mod pool_set;
pub(crate) mod slot;

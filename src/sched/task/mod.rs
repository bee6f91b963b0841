//! Tasks as workers hand them on: jobs of joins, and slots of splits with the tickets that name
//! them.
//!
//! * `job.rs`: a closure in the frame of one thread that another may run. It has much of the unsafe
//!   code of this crate.
//! * `slot.rs`: the memory of a split that several workers share.
//! * `entry.rs`: what lies in deques, a job or a ticket. `pool_set.rs`: which installs either is
//!   part of.

pub(crate) mod entry;
pub(crate) mod job;
pub(crate) mod pool_set;
pub(crate) mod slot;

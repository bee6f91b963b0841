//! Microbenchmarks of the scheduler: the cost of a fork, its start elsewhere, a cut, and idling.
//!
//! Four programs that fork at every opportunity are compared with a sequential baseline, the same
//! program with plain calls. They take turns on the same workers; the best time of each counts.

mod cancel;
mod idle;
mod latency;
pub mod programs;
mod turns;

pub use cancel::cancel;
pub use idle::idle;
pub use latency::latency;
pub use programs::Program;
pub use turns::{parallel, take_turns};

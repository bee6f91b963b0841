//! Microbenchmarks of the scheduler: what a fork costs, how fast it starts elsewhere, how fast a
//! cut is, what idling costs.
//!
//! Four programs that fork at every opportunity stand beside their sequential baseline: the same
//! program with plain calls. Baseline and parallel run take turns (A B A B) on the same workers;
//! the best time of each counts. `benches/fork_join` compares the same programs with other
//! libraries.

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

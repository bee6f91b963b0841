//! Rows of an experiment: the same searches on one thread, on more of them, and on simulated
//! workers.

mod decide;
mod exercise;
mod machine;
mod memory;
mod row;
mod sharing;

pub use decide::decide;
pub use exercise::Exercise;
pub use machine::{Baseline, Halt, Machine, Workers};
pub use row::{Run, Setting};
pub use sharing::{Sharing, beside};

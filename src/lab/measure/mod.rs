//! Rows of an experiment: the same searches on one thread, on more of them, and on simulated
//! workers.

mod decide;
mod experiment;
mod machine;
mod memory;
mod row;
mod sharing;
mod subject;

pub use decide::decide;
pub use experiment::Experiment;
pub use machine::{Baseline, Halt, Machine, Workers};
pub use row::{Run, Setting};
pub use sharing::{Sharing, beside};
pub use subject::{Found, Subject};

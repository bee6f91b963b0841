mod decisions;
mod experiment;
mod machine;
mod memory;
mod row;
mod sharing;
mod subject;

pub use decisions::{Decisions, DiceSubject};
pub use experiment::Experiment;
pub use machine::{Baseline, Halt, Machine, Workers};
pub use row::Run;
pub use sharing::{Sharing, beside};
pub use subject::{Found, Subject};

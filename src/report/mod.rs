//! What is said about a run: pure functions of plain data, snapshots and answers, never of anything still running.
//!
//! A run is described once, as a document ([`SearchDocument`], [`CountDocument`], [`BenchDocument`]): its fields are
//! the keys of the JSON, in their order. The text forms are made of the same numbers.
//!
//! What happened when is a [`Recorded`] run; [`eventlog`] and [`trace`] give it the forms that ThreadScope and Perfetto open.

mod bearoff;
mod bench;
mod document;
mod eventlog;
mod lanes;
mod ledger;
mod numbers;
mod page;
mod recorded;
mod reproduce;
mod series;
mod solve;
mod speedup;
mod stats;
mod tables;
mod trace;

pub use bearoff::{BearoffDocument, BearoffLine, DatabaseLine, EquityLine, RollsLine};
pub use bench::{BenchDocument, LatencyLine};
pub use document::{
    CountDocument, DiceKeys, Divide, DotsKeys, Ending, PlayLine, PlaysDocument, SearchDocument,
};
pub use eventlog::eventlog;
pub use lanes::lanes;
pub use ledger::{Ledger, Tasks, WorkerLine};
pub use numbers::{counted, grouped, ns_per, span, thousands_per_second};
pub use page::{Provenance, RunPage, experiment_page};
pub use recorded::{Mark, Recorded};
pub use reproduce::{Ancestor, ReproduceDocument, ReproduceRow};
pub use series::{GameDocument, SeriesDocument};
pub use solve::{CheckpointLine, SolveDocument, TableLine};
pub use speedup::{Measured, Speedup};
pub use stats::{DurationLine, LatencyLines, SearchStats, Stats};
pub use tables::{bench_table, latency_table, task_table, work_table};
pub use trace::trace;

//! What the scheduler and a search counted: the ledger of tasks, latencies, resources; and their
//! tables for a terminal.

mod ledger;
mod resources;
mod stats;
mod tables;

pub use ledger::{Ledger, Tasks, WorkerLine};
pub use resources::Resources;
pub use stats::{DurationLine, LatencyLines, SearchStats, Stats, stolen_tasks};
pub use tables::{latency_table, task_table, work_table};

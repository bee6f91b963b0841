mod ledger;
mod resources;
mod speedup;
mod spread;
mod stats;
mod tables;

pub use ledger::{Ledger, Tasks, WorkerLine};
pub use resources::Resources;
pub use speedup::{Measured, Speedup};
pub use spread::{RunTimes, Spread};
pub use stats::{DurationLine, LatencyLines, SearchStats, Stats, stolen_tasks};
pub use tables::{latency_table, task_table, work_table};

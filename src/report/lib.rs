//! Reports on a run of the program `sparring`: pure functions of plain data (snapshots, answers),
//! never of anything that still runs.
//!
//! A run is described once, by a document ([`SearchDocument`], [`CountDocument`],
//! [`SolveDocument`], [`BenchDocument`]). Its fields are the keys of the JSON, in their order; the
//! text form is made of the same numbers. [`json`] writes it, with the [`Program`] that made it;
//! [`schema()`] describes every document there is, from the comments of the fields.
//!
//! A [`Recorded`] run also knows when everything happened. [`eventlog()`] writes it for
//! ThreadScope, [`trace()`] for Perfetto, and [`RunPage`] draws it on a page for a browser.

mod documents;
mod granularity;
mod page;
mod published;
mod recording;
mod reproduce;
mod reproduce_text;
mod scaling;
mod schema;
mod sharing;
mod simulated_program;
mod simulation;
mod speedup;
mod spread;
mod statistics;
mod text;
mod width;

pub use documents::*;
pub use granularity::GranularityDocument;
pub use page::{
    Provenance, RunPage, experiment_page, granularity_page, match_page, scaling_page, scaling_picture,
};
pub use published::{Published, PublishedRow, SequentialShare, SparkCounts, StatedNumber};
pub use recording::{Mark, Recorded, eventlog, lanes, trace};
pub use reproduce::{Ancestor, ReproduceDocument, ReproduceRow, Times};
pub use scaling::{ScaledGame, ScalingDocument, ScalingRow, TimeSource};
pub use schema::schema;
pub use sharing::{SharedSearch, SharingRow};
pub use simulated_program::ProgramSimulation;
pub use simulation::{
    IdleShares, MachineDescription, RunTime, SimulatedRun, SimulationDocument, SimulationRow, WasteShares,
};
pub use speedup::{Measured, Speedup};
pub use spread::{RunTimes, Spread};
pub use statistics::{
    DurationLine, LatencyLines, Ledger, Resources, SearchStats, Stats, Tasks, WorkerLine, latency_table,
    task_table, work_table,
};
pub use text::{
    INTERVALS, Interval, LiveLane, Moment, NumberedMove, Rates, Terminal, counted, grouped, live_lines,
    ns_per, ratio, span, thousands_per_second,
};
pub use width::Width;

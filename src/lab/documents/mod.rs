//! The findings of experiments and simulations: plain data whose fields are the JSON keys, and
//! their text forms.

mod granularity;
mod published;
mod reproduce;
mod reproduce_text;
mod scaling;
mod sharing;
mod simulated_program;
mod simulation;
mod time_source;

pub use granularity::GranularityDocument;
pub use published::{Published, PublishedRow, SequentialShare, SparkCounts, StatedNumber};
pub use reproduce::{About, Ancestor, ReproduceDocument, ReproduceRow, Times};
pub(crate) use reproduce_text::{PUBLISHED, number, rounded};
pub use scaling::{ScaledGame, ScalingDocument, ScalingRow};
pub(crate) use sharing::{COLUMNS, COLUMNS_MEAN};
pub use sharing::{SharedSearch, SharingRow, SizeFlag};
pub use simulated_program::ProgramSimulation;
pub use simulation::{
    IdleShares, MachineDescription, RunTime, SimulatedRun, SimulationDocument, SimulationRow, WasteShares,
};
pub use time_source::TimeSource;

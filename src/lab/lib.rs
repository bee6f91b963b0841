//! The laboratory: experiments on the searches of the program `sparring`, which nobody needs who
//! wants to know a best move.
//!
//! - `documents`: what an experiment or a simulation has found, as JSON and as text.
//! - `pages`: the same for a browser. Uses `documents`.
//! - `simulate`: a search, a solve or a program that forks, in virtual time, by numbers of workers. Uses
//!   `documents`.
//! - `measure`: rows of an experiment, on the threads of this machine and beyond them on simulated
//!   workers. Uses `documents`, `simulate`.
//! - `ancestors`: the experiments of four earlier programs in Haskell, repeated on the same
//!   parameters beside their figures. Uses `measure`.
//! - `granularity`: size of tasks against what becomes of them. Uses `measure`, `ancestors`.
//! - `scaling`: how the searches scale beyond the threads of a machine. Uses `simulate`.

mod ancestors;
mod documents;
mod granularity;
mod measure;
mod pages;
mod scaling;
mod simulate;

pub use ancestors::{reproduce_a, reproduce_b, reproduce_c, reproduce_d, rows_a, rows_b, rows_c, rows_d};
pub use documents::{
    GranularityDocument, MachineDescription, ProgramSimulation, ReproduceDocument, ScalingDocument,
    SimulatedRun, SimulationDocument,
};
pub use granularity::{STEPS as GRANULARITY_STEPS, granularity};
pub use measure::Machine;
pub use pages::{experiment_page, granularity_page, scaling_page, scaling_picture};
pub use scaling::{Scaling, scaling};
pub use simulate::{
    FreshSolve, ProgramRun, Repeatable, SimulatedMachine, Simulation, simulate, simulate_program,
};

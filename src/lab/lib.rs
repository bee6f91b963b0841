//! The laboratory: experiments on the searches of the program `sparring`, which nobody needs who
//! wants to know a best move.
//!
//! - `simulate`: a search, a solve or a program that forks, in virtual time, by numbers of workers.
//! - `measure`: rows of an experiment, on the threads of this machine and beyond them on simulated
//!   workers. Uses `simulate`.
//! - `ancestors`: the experiments of four earlier programs in Haskell, repeated on the same
//!   parameters beside their figures. Uses `measure`.
//! - `granularity`: size of tasks against what becomes of them. Uses `measure`, `ancestors`.
//! - `scaling`: how the searches scale beyond the threads of a machine. Uses `simulate`.

mod ancestors;
mod granularity;
mod measure;
mod scaling;
mod simulate;

pub use ancestors::{reproduce_a, reproduce_b, reproduce_c, reproduce_d, rows_a, rows_b, rows_c, rows_d};
pub use granularity::{STEPS as GRANULARITY_STEPS, granularity};
pub use measure::Machine;
pub use scaling::{Scaling, scaling};
pub use simulate::{
    FreshSolve, ProgramRun, Repeatable, SimulatedMachine, Simulation, simulate, simulate_program,
};

//! The laboratory of the program `sparring`: experiments, which repeat searches under other
//! conditions and compare them, and simulations, which run them in virtual time.
//!
//! Only the command line of the program knows this crate. It prints the documents and writes the
//! pages. Each room uses those above it that are named beside it:
//!
//! | room | holds | uses |
//! |---|---|---|
//! | `documents` | what was found, as JSON and as text | |
//! | `pages` | the same for a browser | `documents` |
//! | `simulate` | a search, a solve or a program that forks on simulated workers | `documents` |
//! | `measure` | rows of an experiment, on threads and simulated workers | `documents`, `simulate` |
//! | `ancestors` | the experiments of four earlier programs, beside their figures | `measure`, `pages` |
//! | `granularity` | size of tasks against what becomes of them | `measure`, `ancestors`, `pages` |
//! | `scaling` | how the searches scale beyond the threads of a machine | `simulate` |

mod ancestors;
mod documents;
mod granularity;
mod measure;
mod pages;
mod scaling;
mod simulate;

pub use ancestors::{A, B, C, D};
pub use documents::{
    GranularityDocument, MachineDescription, ProgramSimulation, ReproduceDocument, ScalingDocument,
    SimulatedRun, SimulationDocument,
};
pub use granularity::GRANULARITY;
pub use measure::{Experiment, Machine};
pub use pages::{scaling_page, scaling_picture};
pub use scaling::{Scaling, scaling};
pub use simulate::{
    FreshSolve, ProgramRun, Repeatable, SimulatedMachine, Simulation, simulate, simulate_program,
};

//! Experiments, which compare searches under several conditions, and simulations, which run them in
//! virtual time. Only the command line uses this crate.
//!
//! | room | holds |
//! |---|---|
//! | `documents` | findings as JSON and text |
//! | `pages` | findings for a browser |
//! | `simulate` | simulated runs |
//! | `measure` | rows of experiments |
//! | `ancestors` | four earlier programs |
//! | `granularity` | task sizes |
//! | `scaling` | numbers of workers |

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

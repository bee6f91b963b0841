//! Opinions of results: the two ancestors', and pubeval.

mod blots;
mod clamped;
mod pubeval;
mod race;
mod weights;

pub use blots::Blots;
pub use clamped::Clamped;
pub use pubeval::Pubeval;
pub use race::Race;

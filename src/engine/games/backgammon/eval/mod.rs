mod blots;
mod clamped;
mod named;
mod pubeval;
mod race;
mod weights;

pub use blots::Blots;
pub use clamped::Clamped;
pub use named::NamedEvaluator;
pub use pubeval::Pubeval;
pub use race::Race;

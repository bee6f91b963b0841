//! Chess between UCI engines, including this program.
//!
//! An `Adapter` talks to a [`Rival`], a [`Referee`] plays one game, and [`series()`] plays pairs
//! with the same opening and exchanged colours, so that no opening favours an engine.

mod adapter;
mod book;
mod clock;
mod elo;
mod referee;
mod rival;
mod series;
mod standing;

pub use adapter::Fault;
pub use book::{Wanted, built_in, generate, read_book};
pub use clock::Pace;
pub use elo::Sprt;
pub use referee::{Adjudication, EndCause, Referee, RefereedGame};
pub use rival::{Rival, told_apart};
pub use series::{Plan, series};

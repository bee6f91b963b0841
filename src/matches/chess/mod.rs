//! Games of chess between engines: any program that speaks UCI, this one included.
//!
//! [`Rival`] says which program and with which options, `Adapter` talks to it, [`Referee`] plays
//! one game by the rules and the clock, [`series()`] many of them: in pairs from the same opening
//! with colours exchanged, so that no opening favours anybody.

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

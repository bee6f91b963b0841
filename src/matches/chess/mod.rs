//! Chess between UCI engines, including this program.
//!
//! An `Adapter` talks to a [`Rival`], a `Referee` plays one game, and [`series()`] plays pairs
//! with the same opening and exchanged colours, so that no opening favours an engine. The order of
//! the pairs is that of a [`Schedule`].

mod adapter;
mod book;
mod clock;
mod documents;
mod elo;
mod engine_option;
mod pgn;
mod referee;
mod reply;
mod rival;
mod schedule;
mod score;
mod series;
mod standing;
mod time_control;

pub use adapter::Fault;
pub use book::{Wanted, built_in, generate, read_book};
pub use clock::Pace;
pub use elo::Sprt;
pub use pgn::pair_pgn;
pub use referee::{Adjudication, EndCause, RefereedGame};
pub use rival::{Rival, told_apart};
pub use schedule::Schedule;
pub use series::{Plan, series};
pub use standing::Standing;
pub use time_control::TcValue;

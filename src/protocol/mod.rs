//! Conversations with the engine: a person at a [`terminal`], gnubg at a socket
//! ([`backgammon::gnubg`]).
//!
//! A person plays any game in a [`Session`]; what differs from game to game is [`Playable`].

pub mod backgammon;
pub mod chess;
pub mod dots;
mod level;
mod lines;
mod look;
mod playable;
mod record;
mod session;
pub mod terminal;
mod verbs;
mod watch;

pub use level::{Depths, Level};
pub use lines::{Input, Lines, MAX_LINE, Plain};
pub use look::Look;
pub use playable::{Choice, Effect, Forced, Opponent, Playable, RecordOf, View};
pub use record::Record;
pub use session::Session;
pub use verbs::{Verb, verb};
pub use watch::{Watch, Watched};

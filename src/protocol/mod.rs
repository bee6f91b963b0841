//! Conversations with the engine: a person at a terminal ([`Session`]), gnubg at a socket
//! ([`backgammon::gnubg`]), a graphical interface for chess ([`uci`]).
//!
//! A person plays any game in a [`Session`]; what differs from game to game is [`Playable`].

pub mod backgammon;
pub mod chess;
pub mod dots;
mod editor;
mod keep;
mod level;
mod lines;
mod look;
mod playable;
mod record;
mod saves;
mod screen;
mod self_play;
mod session;
pub mod uci;
mod verbs;
mod watch;
mod words;

pub use editor::Editor;
pub use keep::{Keep, read as read_saved, state_folder};
pub use level::{Depths, Level};
#[cfg(test)]
pub use lines::MAX_LINE;
pub use lines::{Input, Plain, bounded_line};
pub use look::Look;
pub use playable::{BoardView, Choice, Effect, End, Forced, Loaded, Opponent, Playable, RecordOf};
pub use record::Record;
pub use screen::Screen;
pub use self_play::{course, self_play};
pub use session::Session;
pub use verbs::{Verb, verb};
pub use watch::Watch;
pub use words::closest;

//! Conversations with the engine: a person at a terminal ([`Session`]), gnubg at a socket
//! ([`backgammon::gnubg`]), a chess interface ([`uci`]).

mod autosave;
pub mod backgammon;
pub mod chess;
pub mod dots;
mod editor;
mod game_files;
mod level;
mod lines;
mod playable;
mod record;
mod screen;
mod self_play;
mod session;
mod terminal_caps;
pub mod uci;
mod verbs;
mod watch;
mod words;

pub use autosave::{Autosave, read as read_saved, state_folder};
pub use editor::Editor;
pub use level::{Depths, Level};
#[cfg(test)]
pub use lines::MAX_LINE;
pub use lines::{Input, Plain, bounded_line};
pub use playable::{BoardView, Choice, Effect, End, ForcedStep, LoadedGame, Opponent, Playable, RecordOf};
pub use record::Record;
pub use screen::Screen;
pub use self_play::{course, self_play};
pub use session::Session;
pub use terminal_caps::TerminalCaps;
pub use verbs::{Verb, verb};
pub use watch::Watch;
pub use words::closest;

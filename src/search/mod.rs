//! Game-tree search: one value and one best move, however many workers look for it.
//!
//! `exact` searches games of perfect information, `chance` games with dice. Both are trees that `deepen` searches to one depth
//! after the other; a [`Request`] or [`DiceRequest`] says where, its [`Settings`] say how, the [`Answer`] says what was found. An
//! [`Engine`](crate::engine::Engine) holds what outlives a search.

mod answer;
mod chance;
mod deepen;
mod exact;
mod limits;
mod memory;
mod perft;
mod request;
mod strategy;
#[cfg(test)]
#[path = "../../tests/support"]
mod support {
    pub mod dice;
    pub mod ending;
    pub mod expectimax;
    pub mod hash;
    pub mod minimax;
    pub mod numbers;
    pub mod trees;
    pub mod walk;
}
mod table;
mod tasks;

pub use answer::{Answer, AnswerOf, DiceAnswerOf, Expectation, Iteration, Listener};
pub use chance::{MAX_DEPTH, Value};
pub(crate) use deepen::Resources;
pub use exact::{Bound, View, Window};
pub use limits::{Limits, StopCause};
pub use memory::Counts;
pub(crate) use memory::Memory;
pub use perft::{perft, perft_by_roll};
pub use request::{DiceRequest, DiceRequestOf, Question, Request, Settings};
pub use strategy::{DiceStrategy, SearchStrategy, Strategy, UnknownStrategy};
pub use table::{Entry, Table};

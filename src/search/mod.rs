//! Game-tree search.
#![allow(missing_docs)]
mod context;
mod driver;
mod limits;
mod memory;
mod minimax;
mod node;
mod order;
mod path;
mod perft;
mod root;
mod split;
mod table;
mod variation;
mod window;

pub use driver::{Answer, AnswerOf, Iteration, Listener, Request, Strategy};
pub(crate) use driver::{Resources, search};
pub use limits::{Limits, StopCause};
pub use memory::Counts;
pub(crate) use memory::Memory;
pub use perft::perft;
pub use table::{Entry, Table};
pub use window::{Bound, View, Window};

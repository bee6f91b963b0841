//! Exact solutions of dots and boxes: the value of any position, and all moves that keep it.

mod board;
mod chains;
mod driver;
mod key;
mod moves;
mod search;
mod table;

pub use board::{Board, MAX_BOXES, MAX_EDGES, MAX_TOTAL};
pub use driver::{Answer, Listener, Progress, Question, Request, Solver, Unfinished};
pub use moves::Rules;

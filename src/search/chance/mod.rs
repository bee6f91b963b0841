//! Search with dice: one value and one best play, however many workers look for it.
mod driver;
mod expectimax;
mod node;
mod root;
mod star;
mod sums;
#[cfg(test)]
mod tests;
mod value;

pub(crate) use driver::search;
pub use driver::{
    DiceAnswer, DiceAnswerOf, DiceIteration, DiceListener, DiceRequest, DiceRequestOf, DiceStrategy,
};
pub use value::{MAX_DEPTH, Value};

//! Search in games with dice on any number of workers.
//!
//! A chance node's value is a sum over all rolls, so plain expectimax can skip nothing. Star1 and
//! Star2 (Ballard 1983) keep a lower and an upper bound of that sum and stop as soon as the node's
//! window is decided; here several workers narrow the same two bounds without a lock. Value and
//! best play are the same under every schedule.
//!
//! ```text
//!   root        the roll is known: the best of its plays                   decision node
//!   result      handed over: the sum over the other side's rolls           chance node
//!   roll        the best of its replies, for the side that has rolled      decision node
//!   result      ...                                                        chance node
//! ```
//! At depth 0 a result has its static value, at depth `n` it is a chance node whose replies have
//! depth `n - 1`. A finished game has its value at every depth.
//!
//! 1. **Star1**: a roll not yet searched is worth something between the evaluator's declared
//!    bounds; when the sums decide the node, the other rolls are skipped (`sums`).
//! 2. **Star2** first searches one reply to each roll, a *probe*, where a cut is expected: the most
//!    preferred one, or at the horizon the one that was best when this worker last searched this
//!    roll.
//! 3. The rolls of chance nodes of depth [`Settings::split_depth`](super::Settings::split_depth) or
//!    more are tasks. So are, in Star1 and Star2, the replies to a roll one level below, after the
//!    first.
//!
//! # The value theorem
//! *Whatever the schedule, a result for which `star` returns `Ok(r)` keeps the fail-soft contract
//! (`exact`).* The *bound* that a node returns depends on the schedule; the value and the plays at
//! the root do not (`root`).
//!
//! 1. The bounds of a roll contain its value: they begin as the declared bounds, and narrow by
//!    what a finished search has proved in its window. One reply proves a lower bound, or the
//!    value if it is the only one.
//! 2. Each change is added to both sums once. So the lower sum is at most the node's value and the
//!    upper one at least, even if they are read at different times.
//! 3. A roll's window may be made of old sums. A score inside is the roll's value; a score outside
//!    decides the node (`sums`).
//! 4. A cancelled task adds nothing. It may change the remembered replies, which decide only what
//!    is probed.
//! 5. A node's tasks are cancelled from within only when its sums decide; from outside, and then it
//!    returns `Err`.
//! 6. A node returns `Ok` only for sums that decide: the lower one at least `beta`, the upper one
//!    at most `alpha`, or both equal. When each roll was searched once, they do: by 3, or because
//!    all values are known.
//!
//! References: Ballard, *The \*-minimax search procedure for trees containing chance nodes*
//! (1983); Hauk, Buro and Schaeffer, *Rediscovering \*-minimax search* (2004).

mod expectimax;
mod root;
mod search;
mod star;
mod sums;
#[cfg(test)]
mod tests;
mod tree;
mod value;

pub use value::{MAX_DEPTH, Value};

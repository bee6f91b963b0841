//! Search in games with dice: one value and one best play, on any number of workers.
//!
//! A chance node's value is a sum over all rolls, so a plain search (expectimax) can skip nothing.
//! Star1 and Star2 (Ballard 1983) keep a lower and an upper bound of that sum and stop as soon as
//! the node's window is decided; here several workers narrow the same two bounds without a lock.
//! Value and best play are the same at every thread count and under every schedule, because values
//! are integers and bounds, once proved, stay true.
//!
//! # The tree
//! ```text
//!   root        the roll is known: the best of its plays                   decision node
//!   result      handed over: the sum over the other side's rolls           chance node
//!   roll        the best of its replies, for the side that has rolled      decision node
//!   result      ...                                                        chance node
//! ```
//! Depth counts pairs of roll and reply below a result: at depth 0 a result has its static value,
//! at depth `n` it is a chance node whose replies have depth `n - 1`. A finished game has its value
//! at every depth. The tree is a function of position, roll, depth and
//! [`DiceRequest::pruning`](super::DiceRequest::pruning) alone; with forward pruning it is a
//! smaller tree, the same for all strategies.
//!
//! Values are integers and nothing is divided (`value`), so the order of summing does not show, and
//! "the same value" means equal.
//!
//! # Star1 and Star2
//! **Star1** gives chance nodes windows. A roll that has not been searched is worth something
//! between the evaluator's declared bounds; when the sum of what is known is enough for `beta`, or
//! too little for `alpha`, the other rolls need not be searched (`sums`). The narrower the declared
//! bounds, the sooner that happens.
//!
//! A roll is worth at least what any one reply to it is worth. So where a result is expected to be
//! worse than the best so far, **Star2** first searches one reply to each roll, a *probe*: these
//! lower bounds alone often cut the chance node. The probe is the most preferred reply, and its
//! score is kept for the search of the others. At the horizon, finding the most preferred reply
//! costs an evaluation of each, which is all the work there is; there the probe is the reply that
//! was best when this worker last searched this roll anywhere, if it is legal.
//!
//! # Shared work
//! The rolls of chance nodes of depth [`Settings::split_depth`](super::Settings::split_depth) or
//! more are tasks. So are, in Star1 and Star2, the replies to a roll one level below, after the
//! first has been searched. Until a cut comes each roll is needed, so nothing waits. The searchers
//! of one node share two words, the sums of lower and of upper bounds (in expectimax one, the sum
//! of values); nothing is searched again. At the root, parallel Star2 searches one play after the
//! other, each in parallel below it, unless nothing below is shared; the other strategies offer
//! the root's plays too (`root`). `root-split`, for comparison, is expectimax
//! whose only tasks are the root's plays.
//!
//! # The value theorem
//! *Whatever the schedule, a result for which `star` returns `Ok(r)` in `(alpha, beta)` keeps the
//! fail-soft contract: for its value `v`, `r <= alpha` implies `v <= r`, `r >= beta` implies
//! `v >= r`, and `alpha < r < beta` implies `r = v`.*
//!
//! 1. What is known of a roll contains its value and only narrows: it begins as the declared
//!    bounds, which are true, and changes by what a finished search has proved in the window that
//!    was used. One reply proves a lower bound; the value, if it is the only one.
//! 2. What a search has proved is added to both sums once. So whenever one is read, the lower sum
//!    is at most the node's value and the upper one at least, even if they are read at different
//!    times.
//! 3. A roll's window may be made of old sums. A score inside is the roll's value; a score outside,
//!    with whatever sums there are by then, decides the node (`sums`).
//! 4. A cancelled task adds nothing. What it leaves in a worker's memory of replies decides which
//!    reply is probed, and by 1 any will do.
//! 5. A node's tasks are cancelled from within only when its sums decide; from outside, and then it
//!    returns `Err`.
//! 6. A node returns `Ok` only for sums that decide: the lower one at least `beta`, the upper one
//!    at most `alpha`, or both equal.
//!
//! *Proof*, by induction on the height. The best of some replies keeps the contract as in any
//! alpha-beta search, also if they are searched side by side: `beta` is fixed, `alpha` may be too
//! low, scores are merged by maximum (`exact`, invariants 1 and 2). A probed reply keeps its score,
//! because later windows are no wider. The chance node: by 2, `lower >= beta` proves `v >= lower`,
//! `upper <= alpha` proves `v <= upper`, and equal sums are `v`. And there is an `Ok`: when each
//! roll was searched once, either one of the scores was outside of its window and the node is
//! decided (3), or each roll's value is known and the sums are equal. QED. The *bound* that a node
//! returns depends on the schedule; the value and the plays at the root do not (`root`).
//!
//! What the windows save, and other probes and orders of rolls, are in
//! `benches/results/engine-search.md`.
//!
//! References: Ballard, *The \*-minimax search procedure for trees containing chance nodes* (1983);
//! Hauk, Buro and Schaeffer, *Rediscovering \*-minimax search* (2004).

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

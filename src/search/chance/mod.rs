//! Search with dice: one value and one best play, however many workers look for it.
//!
//! # The tree
//! ```text
//!   root        the roll is known: the best of its plays                   decision node
//!   result      handed over: the sum over the other side's rolls           chance node
//!   roll        the best of its replies, for the side that has rolled      decision node
//!   result      ...                                                        chance node
//! ```
//! Depth counts pairs of roll and reply below a result: at depth 0 a result has its static value, at depth `n` it is a chance
//! node whose replies have depth `n - 1`. A finished game has its value at every depth. The tree is a function of
//! position, roll, depth and [`DiceRequest::keep`](super::DiceRequest::keep) alone; with `keep` it is a smaller tree, the same for all strategies.
//!
//! Values are integers and nothing is divided (`value`), so a chance node's value is a sum in which no order shows, and
//! "the same value" means equal.
//!
//! # Star1 and Star2
//! Expectimax looks at everything. **Star1** gives chance nodes windows: as long as a roll has not been looked at, it is worth
//! something between the evaluator's declared bounds, and when the sum of what is known is enough for `beta`, or too
//! little for `alpha`, the rest need not be looked at (`sums`). The narrower the declared bounds, the sooner.
//!
//! A roll is worth at least what any one reply to it is. So where a result is expected to be worse than its brothers, and the node
//! after it to be cut, **Star2** first looks at one reply to each roll, a *probe*, and often these lower bounds are enough.
//! It is the reply preferred most, and what it scores is kept for the search of the others. At the horizon, finding the preferred
//! reply costs an evaluation of each, which is the whole work; there the reply is probed that was the best when this worker
//! last looked at this roll anywhere, if it is legal.
//!
//! # Shared
//! Rolls of chance nodes deep enough ([`Settings::split_depth`](super::Settings::split_depth)) are tasks, and so are the replies to a roll one level below, once the
//! first has been looked at. Chance nodes are like all nodes: until a cut comes each roll is needed. The searchers of one node share
//! two words, the sums of lower and of upper bounds; nobody waits and nothing is searched again. Star2 looks at the plays of the root
//! one after the other, by all hands, unless nothing below is shared; the others offer them too (`root` has the figures).
//!
//! # The value theorem
//! *Whatever the schedule, a result for which `star` returns `Ok(r)` in `(alpha, beta)` keeps the fail-soft contract: for its
//! value `v`, `r <= alpha` implies `v <= r`, `r >= beta` implies `v >= r`, and `alpha < r < beta` implies `r = v`.*
//!
//! 1. What is known of a roll contains its value and only narrows: it begins as the declared bounds, which are true, and changes by what a
//!    finished search has proved in the window that was used. One reply proves a lower bound; the value, if it is the only one.
//! 2. What a search has proved is added to both sums once. So whenever one is read, the lower sum is at most the node's
//!    value and the upper one at least, even if they are read at different times.
//! 3. A roll's window may be made of old sums. A score inside is the roll's value; a score outside, with whatever sums there
//!    are by then, decides the node (`sums`).
//! 4. A task that was cancelled adds nothing. What it leaves in a worker's memory of replies says which reply is probed, and by 1 any will do.
//! 5. A node's tasks are cancelled from within only when its sums decide; from outside, and then it returns `Err`.
//! 6. A node returns `Ok` only of sums that decide: the lower one at least `beta`, the upper one at most `alpha`, or both equal.
//!
//! *Proof*, by induction on the height. The best of some replies keeps the contract as in any alpha-beta search, also if they are
//! looked at side by side: `beta` is fixed, `alpha` may be too low, scores are merged by maximum (`search`, invariants 1 and 2). A
//! probed reply keeps its score, because later windows are no wider. The chance node: by 2, `lower >= beta`
//! proves `v >= lower`, `upper <= alpha` proves `v <= upper`, and equal sums are `v`. And there is an `Ok`: when each roll was searched once,
//! either one of the scores was outside of its window and the node is decided (3), or each roll's value is known and the sums
//! are equal. QED. The *bound* that a node returns depends on the schedule; the value and the play at the root do not (`root`).
//!
//! # Measured
//! On ten contact positions, full width, depth 2, pubeval cut off at 25 units (`cargo bench --bench star`), evaluations as a share of
//! expectimax's, those for ordering included: Star1 41 %, Star2 8.3 %. With the preferred reply probed at the horizon,
//! not a remembered one: 17.9 %. Rolls in other orders than the heaviest and largest first: 9.1 % with small rolls first,
//! 14.4 % with doubles in between.
//!
//! References: Ballard, *The *-minimax search procedure for trees containing chance nodes* (1983); Hauk, Buro and Schaeffer,
//! *Rediscovering *-minimax search* (2004).

mod expectimax;
mod node;
mod root;
mod star;
mod sums;
#[cfg(test)]
mod tests;
mod tree;
mod value;

pub(super) use tree::search;
pub use value::{MAX_DEPTH, Value};

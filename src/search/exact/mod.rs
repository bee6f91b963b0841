//! Search in games of perfect information: one value and one best move, however many workers look for it.
//!
//! # The tree
//! What a search looks at is a function of position, history and depth alone: full width, no extensions, no
//! reductions, no quiescence, the static value at the horizon. A finished game has its value at every depth; below the
//! root a repetition of any earlier position, and a draw that could be claimed, is a draw (`context`). A score changes its
//! sign only where the side to move changes (`window`).
//!
//! # Three kinds of node
//! A node is searched in a *window* `(alpha, beta)`: scores outside are of no use. In a well ordered tree
//!
//! - a **PV node** has an open window and every child must be looked at: the first to find its value, the others to
//!   show that they are no better;
//! - a **cut node** ends with the first child that scores `beta` or more: one child, if it is the right one;
//! - an **all node** has no such child: all must be looked at, none helps another.
//!
//! So almost everything hangs on the first child tried. `order` puts it there (table, captures, killers, history) and
//! [`Counts`](super::Counts) say how often it was right. Which kind a null-window node is expected to be follows from its parent's
//! ([`Window::expects_cut`]): the children of a cut node are all nodes, and the other way round.
//!
//! # Young brothers wait
//! Work done beside a child that cuts is wasted, so the first child (the *eldest brother*) is always searched alone,
//! and at an expected cut node some more promising ones after it (`node::PROMISING_BROTHERS`). If none of them cuts, the
//! node is probably an all node, and then its other children (the *young brothers*) can be searched in any order by anybody. A
//! node of depth [`Settings::split_depth`](super::Settings::split_depth) or more offers them to all workers as one ordered loop (`split`); with nobody
//! hungry, that costs some tens of instructions. Nearer to the horizon, and in `pvs`, the same code goes through them one by one.
//!
//! A young brother is *tested* with a null window ("better than the best so far?") and *valued* with the open window only
//! if it is. Tests run side by side. A brother that passes its test stops the others: what they search now has too low an `alpha`,
//! and with the new one most of it is not needed. The node's owner values the brother, with all hands, and then offers again what has not been
//! tested to the end.
//!
//! A young brother that reaches `beta` is a cut: it cancels the split. Untried brothers are dropped, running ones return
//! `Err(Cancelled)` at their next poll, and so does everything they have split themselves.
//!
//! # The value theorem
//! *Whatever the schedule, a node that returns `Ok(r)` keeps the fail-soft contract: for its value `v`, `r <= alpha` implies
//! `v <= r`, `r >= beta` implies `v >= r`, and `alpha < r < beta` implies `r = v`.* At the root the window is open: `r = v`.
//!
//! 1. The `alpha` a brother is given was the node's `alpha` or a lower bound of some brother's value merged earlier. It only
//!    rises, so an old reading is too low: it costs work and is never wrong.
//! 2. Merging is a maximum: the order of merges does not matter.
//! 3. A task that was cancelled has no value. It merges nothing and stores nothing, in the table or elsewhere.
//! 4. A split is cancelled after `beta` or more was merged, or because a brother is to be valued (or from outside, and then
//!    the node returns `Err`). In the second case the node goes on until nothing is untested.
//! 5. A node returns `Ok` only if every child was merged, tested or valued to its end, or the node is cut.
//! 6. A score strictly inside an open window is merged as a value only after a search with that window. A brother that
//!    passed its test merges the lower bound it has so far: it counts as untested until its value, which is no less, is merged too.
//! 7. What a score proves is read from the window that was used, never from a later one. `beta` is fixed at a split.
//!
//! *Proof*, by induction on the height. If the node is cut, some `r_i >= beta` was merged, and `v >= v_i >= r_i`.
//! Otherwise every child was merged (5), with a final score `r_i` and a last `alpha` `x_i` no larger than `max(alpha, r)`
//! (1), where `r` is the maximum at the end. So either `r_i <= x_i` and `v_i <= r_i <= r`, or `x_i < r_i` and
//! `r_i = v_i <= r`: in both cases `v_i <= r`, hence `v <= r`. If `r <= alpha`, that is all there is to show. If not, let `j` be the first to
//! have merged `r`. If `r` was its final score, all merged before was less, so `x_j < r` and `r = v_j`. If it was the lower
//! bound of 6, `v_j >= r`. In both cases `v >= v_j >= r`. QED. Cancelling removes work only below a node that is cut
//! already.
//!
//! The *best move* needs more, since among equals it must be the same one every time: see `root`.
//!
//! # Tried, and measured worse
//! On the Bratko-Kopec positions with full width and no quiescence:
//! - valuing a brother beside the tests of the others (10.1 M nodes against 7.1-8.5 M; Bratko-Kopec 5, depth 7, 2 workers; 6.4 M
//!   with one); the same with one valuation at a time (Jamboree): 8 % more nodes than without, on all 24 at depth 6;
//! - not offering at PV nodes at all, so that everybody works inside one test: 15 % more nodes (same position, depth 8);
//! - one memory of killers and history for all workers instead of one each: no fewer nodes;
//! - taking credit from quiet moves tried before the one that cut: no fewer nodes;
//! - ordering quiet moves by the static value after them: no fewer nodes than history, and the evaluations to pay for.
//!
//! References: Feldmann, *Game Tree Search on Massively Parallel Systems* (1993); Marsland and Campbell (1982) on
//! minimal windows; Kuszmaul (1994) on Jamboree; Hyatt and Mann (2002) on lockless tables.

mod minimax;
mod node;
mod order;
mod path;
mod root;
mod search;
mod split;
#[cfg(test)]
mod tests;
mod tree;
mod variation;
mod window;

pub(super) use tree::search;
pub use window::{Bound, View, Window};

//! Search in games of perfect information on any number of workers.
//!
//! Searching several moves of a node at once is wasted work if the first of them refutes the node.
//! So *young brothers wait* (Feldmann 1993): the first move is searched alone, and the others are
//! offered to all workers only if it does not refute the node. Value and best move are the same
//! under every schedule.
//!
//! The tree depends on position, history and depth alone: full width, the static value at the
//! horizon. In a well ordered tree (Knuth and Moore 1975) a **PV node** has an open window, and all
//! its children must be searched; a **cut node** ends with the first child that scores `beta` or
//! more; an **all node** has no such child.
//!
//! 1. The first child (the *eldest brother*) is searched alone; at some nodes a few more are
//!    (`sharing`).
//! 2. If none of them cuts, a node of depth [`Settings::split_depth`](super::Settings::split_depth)
//!    or more offers the others (the *young brothers*) to all workers (`search/split.rs`).
//! 3. A young brother is first *scouted* with a null window. One that exceeds alpha stops the
//!    others, because their `alpha` is now too low. The owner *re-searches* it with the open
//!    window, in parallel below it, and then offers the interrupted scout searches again.
//! 4. A young brother that scores `beta` or more cancels the split: running brothers, and
//!    everything they have split themselves, return `Err(Cancelled)` at their next poll.
//!
//! # The value theorem
//! *Whatever the schedule, a node that returns `Ok(r)` keeps the fail-soft contract: for its value
//! `v`, `r <= alpha` implies `v <= r`, `r >= beta` implies `v >= r`, and `alpha < r < beta` implies
//! `r = v`.*
//!
//! 1. A brother is given the node's `alpha` or a lower bound of a brother's value. `alpha` only
//!    rises, so a stale reading is too low: it costs work and is never wrong.
//! 2. Merging is a maximum: the order of merges does not matter.
//! 3. A cancelled task merges nothing and stores nothing.
//! 4. A split is cancelled because `beta` or more was merged, because a brother is to be
//!    re-searched, or from outside. In the second case the node goes on until every brother is
//!    scouted; in the third it returns `Err`.
//! 5. A node returns `Ok` only if it is cut, or every child was merged, scouted or re-searched to
//!    its end.
//! 6. A score strictly inside an open window is merged as a value only after a search with that
//!    window. A brother whose scout search exceeded alpha merges its lower bound, and counts as not
//!    scouted until its value, which is no less, is merged too.
//! 7. A score is interpreted by the window that was used, never by a later one. `beta` is fixed at
//!    a split.
//!
//! *Proof*, by induction on the height. If the node is cut, some `r_i >= beta` was merged, and
//! `v >= v_i >= r_i`. Otherwise every child has a final score and a last `alpha` of at most
//! `max(alpha, r)` (1, 5), where `r` is the maximum: so `v <= r`. If `r > alpha`, the first child
//! to have merged `r` is worth at least that, by 6 or because its last `alpha` was less. QED.
//! `root` proves the same for the best moves.
//!
//! References: Knuth and Moore, *An Analysis of Alpha-Beta Pruning* (1975); Feldmann, *Game Tree
//! Search on Massively Parallel Systems* (1993); Weill, *The ABDADA distributed minimax-search
//! algorithm* (1996).

mod abdada;
mod abdada_tables;
mod chunks;
mod minimax;
mod node;
mod order;
mod path;
mod pv;
mod root;
mod search;
mod sharing;
#[cfg(test)]
mod tests;
mod tree;
mod young;

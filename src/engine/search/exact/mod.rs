//! Search in games of perfect information on any number of workers.
//!
//! Searching several moves of a node at once is wasted work if the first of them refutes the node.
//! So *young brothers wait* (Feldmann 1993): the first move is searched alone, and the others are
//! offered to all workers only if it does not refute the node. Value and best move are the same at
//! every thread count and under every schedule.
//!
//! # The tree
//! The tree depends on position, history and depth alone: full width, no extensions, no reductions,
//! no quiescence search, the static value at the horizon. A finished game has its value at every
//! depth. Below the root, a repetition of an earlier position is a draw, and so is a position in
//! which the side to move could claim one (`search`). A score changes its sign only where the side
//! to move changes (`search/window.rs`).
//!
//! # Three kinds of node
//! Every node is searched with a *window* `(alpha, beta)`: only scores strictly between the two
//! matter. In a well ordered tree (Knuth and Moore 1975)
//!
//! - a **PV node** has an open window, and all its children must be searched;
//! - a **cut node** ends with the first child that scores `beta` or more;
//! - an **all node** has no such child, so all its children must be searched.
//!
//! Most of the cost depends on the first child tried. `order` chooses it, and
//! [`Counts`](super::Counts) say how often the choice was right. The kind expected of a null-window
//! node follows from its parent ([`expects_cut`](super::Window::expects_cut)): children of a cut
//! node are all nodes, and vice versa.
//!
//! # Young brothers wait
//! The first child (the *eldest brother*) is always searched alone. At an expected cut node the
//! next few are too (`BROTHERS_FIRST` in `sharing`), and one at the root and at PV nodes above the
//! last split. If none of them cuts, the node is probably an all node, and its other children (the
//! *young brothers*) can be searched by any worker in any order. A node of depth
//! [`Settings::split_depth`](super::Settings::split_depth) or more offers them to all workers as
//! one ordered loop (`search/split.rs`). Nearer to the horizon, and in `pvs`, the same code
//! searches them one after the other. While many workers are idle, a cut node whose eldest has not
//! cut offers all others at once (`IDLE_WORKERS` in `sharing`).
//!
//! A young brother is first *scouted* with a null window, side by side with others. One that
//! exceeds alpha stops the others, because their `alpha` is now too low. The node's owner
//! *re-searches* that brother with the open window, in parallel below it, and then offers the
//! interrupted scout searches again.
//!
//! A young brother that scores `beta` or more cuts the node and cancels the split. Untried brothers
//! are dropped. Running ones return `Err(Cancelled)` at their next poll, and so does everything
//! they have split themselves.
//!
//! # Other ways to share
//! For comparison the same node can share its brothers in other ways (`sharing::Sharing`):
//! - `ybw-weak` offers all of them as soon as the eldest is searched;
//! - `jamboree` does so too, scouts them all, and then re-searches those that exceeded alpha, one
//!   after the other (Kuszmaul 1994);
//! - `root-split` does what `jamboree` does, at the root alone;
//! - `pv-split` does what `ybw-weak` does, but only at nodes with an open window (Marsland and
//!   Campbell 1982).
//!
//! Three more have files of their own: `abdada`, in which all workers search from the root,
//! `chunks`, which divides one level of the tree into a capped number of tasks, and `par-ab`
//! (`minimax`), which cuts nothing at the top. `benches/results/chess.md` compares all of them;
//! `benches/results/engine-search.md` has variants that were measured worse.
//!
//! # The value theorem
//! *Whatever the schedule, a node that returns `Ok(r)` keeps the fail-soft contract: for its value
//! `v`, `r <= alpha` implies `v <= r`, `r >= beta` implies `v >= r`, and `alpha < r < beta` implies
//! `r = v`.* At the root the window is open: `r = v`.
//!
//! 1. A brother is given the node's `alpha` or a lower bound of some brother's value merged
//!    earlier. `alpha` only rises, so a stale reading is too low: it costs work and is never wrong.
//! 2. Merging is a maximum: the order of merges does not matter.
//! 3. A cancelled task has no value. It merges nothing and stores nothing.
//! 4. A split is cancelled because `beta` or more was merged, because a brother is to be
//!    re-searched, or from outside. In the second case the node goes on until every brother is
//!    scouted; in the third it returns `Err`.
//! 5. A node returns `Ok` only if every child was merged, scouted or re-searched to its end, or the
//!    node is cut.
//! 6. A score strictly inside an open window is merged as a value only after a search with that
//!    window. A brother whose scout search exceeded alpha merges its lower bound, and counts as not
//!    scouted until its value, which is no less, is merged too.
//! 7. A score is interpreted by the window that was used, never by a later one. `beta` is fixed at
//!    a split.
//!
//! *Proof*, by induction on the height. If the node is cut, some `r_i >= beta` was merged, and
//! `v >= v_i >= r_i`. Otherwise every child was merged (5), with a final score `r_i` and a last
//! `alpha` `x_i` no larger than `max(alpha, r)` (1), where `r` is the maximum at the end. So either
//! `r_i <= x_i` and `v_i <= r_i <= r`, or `x_i < r_i` and `r_i = v_i <= r`: in both cases
//! `v_i <= r`, hence `v <= r`. If `r <= alpha`, this suffices. If not, let `j` be the first to have
//! merged `r`. If `r` was its final score, all merged before was less, so `x_j < r` and `r = v_j`.
//! If it was the lower bound of 6, `v_j >= r`. In both cases `v >= v_j >= r`. QED.
//!
//! The *best move* must also be the same one among equals: `root` proves that, for several best
//! moves too.
//!
//! References: Knuth and Moore, *An Analysis of Alpha-Beta Pruning* (1975); Marsland and Campbell
//! (1982) on minimal windows and parallel search; Feldmann, *Game Tree Search on Massively Parallel
//! Systems* (1993); Kuszmaul (1994) on Jamboree; Weill, *The ABDADA distributed minimax-search
//! algorithm* (1996); Hyatt and Mann (2002) on lockless tables.

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

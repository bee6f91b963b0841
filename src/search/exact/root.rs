//! The root of `alphabeta`, `pvs` and `ybw`: one best move among equals, under every schedule.
//!
//! Several root moves may have the same value, and workers finish them in any order, so "the first
//! best move found" would depend on the schedule. Here the answer is defined as the earliest of the
//! best moves in the generator's order, and a move earlier in that order is searched with a bound
//! one lower. The best move is then the same at every thread count and for every strategy.
//!
//! **Which move.** Let `i` be a root move's index in the generator's order and `v(i)` its value.
//! The answer is the move with the largest `K(i) = (v(i), -i)`, compared score first. No two keys
//! are equal, so it is unique.
//!
//! **How it is found under any schedule.** One shared word `s` holds the largest key merged so far.
//!
//! 1. `s` only rises, and a reading of it, however stale, is a lower bound of the final `s`.
//! 2. A brother reads `s = (b, j)` and asks only for scores that would make its key larger: more
//!    than `x`, where `x = b` if it stands later than `j` and `x = b - 1` if it stands earlier. For
//!    every score `r`: `(r, -i) > s` if and only if `r > x`.
//! 3. `beta` is infinite, so a search of `(x, beta)` returns either `r > x`, exact, or `r <= x`, an
//!    upper bound of `v(i)`. It is merged either way. Exact: `K(i)` itself. An upper bound: by 2
//!    `(r, -i)` is below a key merged before, so the merge changes nothing, and `K(i) <= (r, -i)`
//!    cannot be the largest either.
//! 4. A test with the null window `(x, x + 1)` that returns `r <= x` is such an upper bound. One
//!    that returns `r > x` has proved `v(i) >= r`; `(r, -i) <= K(i)` is merged at once, so that the
//!    others ask for more, and then the move is searched as in 3, with the `x` of the new `s`. If
//!    that `s` is its own `(r, -i)`, then `x = r - 1` and the result is exact.
//! 5. So a key merged is always a lower bound of some `K(i)` that will itself be merged or is below
//!    another merged key, and every `K(i)` not merged is below a merged key: when all brothers are
//!    done, `s` is the largest `K(i)`. Nothing here depends on who searched what, or when.
//!
//! With one worker and `x = b` throughout, a move earlier in the generator's order but searched
//! later, with an equal value, would fail low and lose its right: that is what the `b - 1` is for.

use crate::game::{Evaluator, Game};
use crate::sched::Cancelled;
use crate::search::exact::node::{Mode, Node};
use crate::search::exact::path::Frame;
use crate::search::exact::search::Search;
use crate::search::exact::split::SharedBest;
use crate::search::exact::window::{Bound, Ranked, Window};
use crate::search::table::Entry;
use crate::search::task::Task;

impl<G: Game, E: Evaluator<G>> Search<'_, G, E> {
    /// The best move of the root, by its index in `moves` (the generator's order). `order` lists
    /// those indices in the order of search.
    pub(super) fn root<M: Mode>(
        &self,
        task: &mut Task<'_, '_>,
        frame: &Frame<'_, G>,
        moves: &[G::Move],
        order: &[usize],
        depth: u32,
    ) -> Result<Ranked, Cancelled> {
        task.counts.nodes += 1;
        let node = Node { search: self, frame, depth };
        let eldest = node.child::<M>(task, moves[order[0]], Window::FULL)?;
        let best = SharedBest::new(Ranked::new(eldest, order[0]));
        let young = &order[1..];
        if M::SPLITS && depth >= self.split_depth && young.len() > 1 {
            let brother = |i: usize| (young[i], moves[young[i]]);
            node.offer_brothers::<M>(task, young.len(), brother, Window::FULL, &best)?;
        } else {
            for &index in young {
                let window = Window::new(best.limit(index), Window::FULL.beta);
                let score = node.brother::<M>(task, moves[index], window)?;
                best.merge(Ranked::new(score, index));
            }
        }
        let best = best.get();
        let entry = Entry { score: best.score(), bound: Bound::Exact, depth, best: best.place() };
        self.table.store(frame.key, entry);
        Ok(best)
    }
}

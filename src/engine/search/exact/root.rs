//! The root of `alphabeta`, `pvs` and all forms of `ybw`.
//!
//! Several root moves may have the same value, and workers finish them in any order. So the answer
//! is defined as the earliest of the best moves in the generator's order, and a move earlier in
//! that order is searched with a bound one lower.
//!
//! Let `i` be a root move's index in the generator's order and `v(i)` its value. Moves are ranked
//! by `K(i) = (v(i), -i)`, compared value first. For each move the largest key merged so far is
//! kept; the *bar* `s` is the `n`-th largest of these, and lower than every key until `n` moves
//! were merged (`ranking`).
//!
//! 1. A key merged for move `i` is `(v(i), -i)`, or `(r, -i)` with `r <= v(i)`, or it is below the
//!    bar and changes nothing (4). So `s` is never above the `n`-th largest `K`. It only rises, and
//!    a stale reading is a lower bound.
//! 2. The first `n` moves in the order of search are searched with the full window.
//! 3. A later move reads `s = (b, j)` and asks only for scores that would lift its key above the
//!    bar: more than `x`, where `x = b` if it stands later than `j` and `x = b - 1` if earlier. If
//!    a key `(r, -i)` of the move itself is among the `n` largest, the search asks for more than
//!    `r
//!    - 1`; by 1 its value is more than that.
//! 4. `beta` is infinite, so a search of `(x, beta)` returns either `r > x`, exact, and merges
//!    `K(i)`; or `r <= x`, an upper bound. Then `(r, -i)` is below the bar by 3, so the merge
//!    changes nothing, and `K(i) <= (r, -i)` is not among the `n` largest.
//! 5. A scout search in `(x, x + 1)` that returns `r <= x` is such an upper bound. One that returns
//!    `r > x` merges `(r, -i) <= K(i)` at once, to raise the bar for others, and then the move is
//!    searched as in 4, with the `x` of the new `s`. If its own `(r, -i)` is still among the `n`,
//!    then `x = r - 1` and the result is exact. If not, `n` other moves have larger keys.
//! 6. At the end, a move whose `K(i)` was not merged is below the bar (4), and so is any lower
//!    bound of its own. So the `n` largest keys merged are the `n` largest `K(i)`.

use crate::game::{Evaluator, Game};
use crate::search::exact::node::{ExactNode, Mode};
use crate::search::exact::path::Frame;
use crate::search::exact::search::ExactSearch;
use crate::search::exact::sharing::Sharing;
use crate::search::ranking::Ranking;
use crate::search::table::Entry;
use crate::search::task::Task;
use crate::search::window::{Bound, Ranked, Window};
use sparring_sched::Cancelled;

/// Young brothers searched before the rest is offered: if one is the best, the others' scout
/// searches are not wasted.
const BROTHERS_ALONE: usize = 1;

pub(super) struct Root<'r, G: Game> {
    pub frame: &'r Frame<'r, G>,
    /// In the generator's order.
    pub moves: &'r [G::Move],
    /// Indices of `moves` in the order of search.
    pub order: &'r [usize],
    pub depth: u32,
}

impl<G: Game, E: Evaluator<G>> ExactSearch<'_, G, E> {
    pub(super) fn root<M: Mode, R: Ranking>(
        &self,
        task: &mut Task<'_, '_>,
        root: &Root<'_, G>,
        best: &R,
    ) -> Result<(), Cancelled> {
        let &Root { frame, moves, order, depth } = root;
        task.counts.nodes += 1;
        let node = ExactNode { search: self, frame, depth };
        let (elders, young) = order.split_at(best.wanted().min(order.len()));
        for &index in elders {
            let score = node.child::<M>(task, moves[index], Window::FULL)?;
            best.merge(Ranked::new(score, index));
        }
        let offers = M::SPLITS && (depth >= self.split_depth || self.sharing == Sharing::Root);
        let alone = match self.sharing {
            _ if !offers => young.len(),
            Sharing::Strong => young.len().min(BROTHERS_ALONE),
            _ => 0,
        };
        let (alone, young) = young.split_at(alone);
        for &index in alone {
            let window = Window::new(best.limit(index), Window::FULL.beta);
            let score = node.brother::<M>(task, moves[index], window)?;
            best.merge(Ranked::new(score, index));
        }
        if !young.is_empty() {
            let brother = |i: usize| (young[i], moves[young[i]]);
            node.offer_brothers::<M, R>(task, young.len(), brother, Window::FULL, best)?;
        }
        self.store_root(root, best);
        Ok(())
    }

    pub(super) fn store_root<R: Ranking>(&self, root: &Root<'_, G>, best: &R) {
        let best = best.best();
        let (score, depth) = (best.score(), root.depth);
        let entry = Entry { score, bound: Bound::Exact, depth, best: best.place() };
        self.table.store(root.frame.key, entry);
    }
}

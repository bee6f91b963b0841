//! The search of one node by `alphabeta`, `pvs`, `abdada` and all forms of `ybw`, which differ in
//! their [`Mode`] at compile time.

use std::ops::ControlFlow;

use crate::game::{Evaluator, Game, Score};
use crate::search::exact::order::{ORDERED, Order};
use crate::search::exact::path::Frame;
use crate::search::exact::search::ExactSearch;
use crate::search::ranking::{Ranking, SharedBest};
use crate::search::refutations::learn_depth;
use crate::search::split::Scout;
use crate::search::table::Entry;
use crate::search::task::Task;
use crate::search::window::{Bound, Ranked, View, Window};
use sparring_sched::Cancelled;

pub(super) trait Mode {
    /// True if young brothers are scouted first.
    const SCOUTS: bool;
    const SPLITS: bool;
    /// True if all workers come to deep enough nodes by themselves.
    const MEETS: bool;
    /// The mode below the depth of the last split.
    type Below: Mode;
}

pub(super) enum ExactMode<const SCOUTS: bool, const SPLITS: bool, const MEETS: bool> {}

impl<const SCOUTS: bool, const SPLITS: bool, const MEETS: bool> Mode for ExactMode<SCOUTS, SPLITS, MEETS> {
    const SCOUTS: bool = SCOUTS;
    const SPLITS: bool = SPLITS;
    const MEETS: bool = MEETS;
    type Below = ExactMode<SCOUTS, false, false>;
}

pub(super) type AlphaBeta = ExactMode<false, false, false>;
pub(super) type Pvs = ExactMode<true, false, false>;
pub(super) type Ybw = ExactMode<true, true, false>;
pub(super) type Abdada = ExactMode<true, false, true>;

#[derive(Clone, Copy)]
pub(super) struct Best {
    pub score: Score,
    pub place: usize,
}

pub(super) struct YoungMoves<'y, M> {
    pub moves: &'y [M],
    pub order: &'y mut Order,
    pub window: Window,
    pub best: Best,
}

/// A node in which the game goes on, `depth >= 1` plies deep.
pub(super) struct ExactNode<'n, 's, G: Game, E> {
    pub search: &'n ExactSearch<'s, G, E>,
    pub frame: &'n Frame<'n, G>,
    pub depth: u32,
}

impl<G: Game, E: Evaluator<G>> ExactNode<'_, '_, G, E> {
    /// The fail-soft value (value theorem, `exact`). `Err` if cancelled; then nothing is stored.
    pub fn value<M: Mode>(&self, task: &mut Task<'_, '_>, window: Window) -> Result<Score, Cancelled> {
        let &ExactNode { search, frame, depth } = self;
        // An index beyond the list comes from another position.
        let moves = search.game.legal_moves(&frame.position);
        let entry = if depth >= search.table_depth { search.probe(task, frame.key) } else { None };
        if G::TABLE_CUTS
            && let Some(entry) = entry
            && entry.depth == depth
            && (entry.bound == Bound::Exact || Bound::of(entry.score, window) == entry.bound)
        {
            return Ok(entry.score);
        }
        let remembered = entry.map(|entry| entry.best).filter(|&best| best < moves.len().min(ORDERED));

        // If the eldest is the table's move and cuts, the others are never scored.
        let mut order = Order::unknown();
        let eldest = match remembered {
            Some(index) => index,
            None => {
                self.score(task, &mut order, &moves, None);
                order.pick(0)
            }
        };
        let score = self.child::<M>(task, moves[eldest], window)?;
        let mut best = Best { score, place: 0 };

        if best.score < window.beta && moves.len() > 1 {
            if remembered.is_some() {
                self.score(task, &mut order, &moves, remembered);
            }
            let young = YoungMoves { moves: &moves, order: &mut order, window, best };
            match self.young::<M>(task, young)? {
                ControlFlow::Continue(found) => best = found,
                ControlFlow::Break(score) => return Ok(score),
            }
        }

        let best_index = if best.place == 0 { eldest } else { order.at(best.place) };
        if best.score >= window.beta {
            self.learn_from_cut(task, moves[best_index], best.place);
        }
        if depth >= search.table_depth {
            // If all moves failed low, the one with the best upper bound comes first next time.
            let bound = Bound::of(best.score, window);
            search.note(task, frame, Entry { score: best.score, bound, depth, best: best_index });
        }
        Ok(best.score)
    }

    /// Scores all moves. `first`, if any, takes place 0.
    fn score(&self, task: &Task<'_, '_>, order: &mut Order, moves: &[G::Move], first: Option<usize>) {
        let &ExactNode { search, frame, .. } = self;
        let quiet = |&m| search.game.history_index(&frame.position, m);
        let refutations = search.refutations(task);
        let history = moves.iter().filter_map(quiet).map(|index| refutations.history_line(index));
        task.at.reads(std::iter::once(refutations.killers_line(frame.ply)).chain(history));
        order.score(search.game, frame, refutations, moves, first);
    }

    #[inline(always)]
    fn young<M: Mode>(
        &self,
        task: &mut Task<'_, '_>,
        young: YoungMoves<'_, G::Move>,
    ) -> Result<ControlFlow<Score, Best>, Cancelled> {
        if M::MEETS {
            return self.young_together::<M>(task, young);
        }
        let YoungMoves { moves, order, window, mut best } = young;
        let alone = if M::SPLITS && self.depth >= self.search.split_depth {
            let splits_below = self.depth > self.search.split_depth;
            moves.len().min(self.search.sharing.alone(order, window, splits_below))
        } else {
            moves.len()
        };
        let may_offer = M::SPLITS && alone < moves.len() && window.is_null();
        let mut place = 1;
        while place < alone && !(may_offer && self.search.wants_work(task)) {
            let m = moves[order.pick(place)];
            let alpha = window.alpha.max(best.score);
            let score = self.brother::<M>(task, m, window.raised(alpha))?;
            if score > best.score {
                best = Best { score, place };
                if score >= window.beta {
                    return Ok(ControlFlow::Continue(best));
                }
            }
            place += 1;
        }
        let alone = place;
        if alone < moves.len() {
            order.sort_from(alone);
            let shared = SharedBest::new(Ranked::new(best.score, best.place));
            let brother = |i: usize| (i + alone, moves[order.at(i + alone)]);
            self.offer_brothers::<M, _>(task, moves.len() - alone, brother, window, &shared)?;
            best = Best { score: shared.best().score(), place: shared.best().place() };
        }
        Ok(ControlFlow::Continue(best))
    }

    /// The value of the position after `m`, from this node's view: that of a leaf, or else by
    /// `search`.
    #[inline(always)]
    fn after(
        &self,
        task: &mut Task<'_, '_>,
        m: G::Move,
        search: impl FnOnce(&mut Task<'_, '_>, &Frame<'_, G>, View) -> Result<Score, Cancelled>,
    ) -> Result<Score, Cancelled> {
        let (child, view) = self.search.enter(task, self.frame, m)?;
        match self.search.leaf_value(&child, self.depth - 1) {
            Some(value) => Ok(view.turn(value)),
            None => search(task, &child, view),
        }
    }

    #[inline]
    pub fn child<M: Mode>(
        &self,
        task: &mut Task<'_, '_>,
        m: G::Move,
        window: Window,
    ) -> Result<Score, Cancelled> {
        self.after(task, m, |task, child, view| self.below::<M>(task, child, window, view))
    }

    /// The value of a young brother: scouted and, if better, re-searched (Marsland and Campbell
    /// 1982). It is exact inside the window used last, and otherwise a bound.
    #[inline]
    pub fn brother<M: Mode>(
        &self,
        task: &mut Task<'_, '_>,
        m: G::Move,
        window: Window,
    ) -> Result<Score, Cancelled> {
        if !M::SCOUTS || window.is_null() {
            return self.child::<M>(task, m, window);
        }
        self.after(task, m, |task, child, view| self.scout_then_re_search::<M>(task, child, window, view))
    }

    #[inline]
    pub fn scout_then_re_search<M: Mode>(
        &self,
        task: &mut Task<'_, '_>,
        child: &Frame<'_, G>,
        window: Window,
        view: View,
    ) -> Result<Score, Cancelled> {
        if window.is_null() {
            return self.below::<M>(task, child, window, view);
        }
        let score = self.below::<M>(task, child, Window::null(window.alpha), view)?;
        if score <= window.alpha || score >= window.beta {
            return Ok(score);
        }
        self.below::<M>(task, child, Window::new(score - 1, window.beta), view)
    }

    #[inline]
    pub fn scout<M: Mode>(
        &self,
        task: &mut Task<'_, '_>,
        m: G::Move,
        alpha: Score,
    ) -> Result<Scout, Cancelled> {
        let mut exact = true;
        let score = self.after(task, m, |task, child, view| {
            exact = false;
            self.below::<M>(task, child, Window::null(alpha), view)
        })?;
        Ok(Scout { score, exact })
    }

    /// Searches a child in its parent's window. The score is from the parent's view.
    #[inline]
    fn below<M: Mode>(
        &self,
        task: &mut Task<'_, '_>,
        child: &Frame<'_, G>,
        window: Window,
        view: View,
    ) -> Result<Score, Cancelled> {
        let node = ExactNode { search: self.search, frame: child, depth: self.depth - 1 };
        let window = window.seen_by(view);
        let score = if M::MEETS && node.depth >= self.search.split_depth {
            node.value_together::<M>(task, window)?
        } else if M::SPLITS && node.depth >= self.search.split_depth {
            node.value::<M>(task, window)?
        } else {
            node.value::<M::Below>(task, window)?
        };
        Ok(view.turn(score))
    }

    fn learn_from_cut(&self, task: &mut Task<'_, '_>, m: G::Move, place: usize) {
        task.counts.cuts += 1;
        task.counts.first_move_cuts += (place == 0) as u64;
        if self.depth < const { learn_depth(G::HISTORY) } {
            return;
        }
        if let Some(quiet) = self.search.game.history_index(&self.frame.position, m) {
            let bonus = (self.depth * self.depth).min(1024) as i32;
            let refutations = self.search.refutations(task);
            let changed = refutations.remember(self.frame.ply, quiet, bonus);
            task.at.writes(refutations.history_line(quiet));
            if changed {
                task.at.writes(refutations.killers_line(self.frame.ply));
            }
        }
    }
}

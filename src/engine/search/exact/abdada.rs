//! `abdada`: all workers search the same tree from the root (Weill 1996). Each runs principal
//! variation search over all root moves, reads what others have finished from a table, and puts off
//! nodes in which another worker is. The first worker to finish the root has the answer and cancels
//! the rest.
//!
//! 1. The eldest brother is searched by every worker that comes along; they divide the work further
//!    below.
//! 2. A young brother in which another worker is, is *put off*. A worker *claims* a brother through
//!    its scout search and re-search.
//! 3. Those that were put off come last, even if another worker is in them.
//! 4. Before each brother the worker checks whether another one has finished the node.
//!
//! Only nodes of [`Settings::split_depth`](crate::search::Settings::split_depth) or more take part.
//! Where the table ends nodes, a node is known by its key and depth. Otherwise the value depends on
//! the moves before (repetitions), so it is known by a hash of all keys from the root to it.
//!
//! # The value theorem
//! *A node that returns `Ok(r)` keeps the fail-soft contract of `exact`*, by induction on the order
//! of stores:
//!
//! 1. Marks may be lost or wrong: they decide only when a brother is searched. A node returns only
//!    if all brothers are searched, it is cut, or its result is known.
//! 2. A stored result is a true statement about the node's value, and stays true, because path and
//!    depth fix the value.
//! 3. A result ends a node only if it is exact, or the same kind of bound in the window at hand.
//! 4. A cancelled node stores no result.
//! 5. At the root all workers merge into one ranking, each move with the bar that it has read, as
//!    `root` requires. A worker skips a root move only after another has merged its last score.
//!
//! Each worker's search of a depth is one task. Those stopped at the end count as finished,
//! because their results were of use.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use crate::game::{Evaluator, Game, Score};
use crate::search::atomic_bitset::AtomicBitset;
use crate::search::exact::abdada_tables::{AbdadaTables, Inside};
use crate::search::exact::node::{Best, ExactNode, Mode, YoungMoves};
use crate::search::exact::path::Frame;
use crate::search::exact::root::Root;
use crate::search::exact::search::ExactSearch;
use crate::search::ranking::Ranking;
use crate::search::task::Task;
use crate::search::window::{Ranked, Window};
use sparring_sched::Cancelled;

fn node_key<G: Game>(frame: &Frame<'_, G>, depth: u32) -> u64 {
    let mix = |sum: u64, key: u64| (sum.rotate_left(23) ^ key).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let path = std::iter::successors(Some(frame), |frame| frame.parent);
    let same = if G::TABLE_CUTS { 1 } else { usize::MAX };
    let sum = path.take(same).fold(u64::from(depth), |sum, frame| mix(sum, frame.key));
    sum ^ sum >> 32
}

impl<G: Game, E: Evaluator<G>> ExactSearch<'_, G, E> {
    fn abdada_tables(&self) -> &AbdadaTables {
        self.abdada_tables.as_ref().expect("abdada has its tables")
    }

    pub(super) fn root_together<M: Mode, R: Ranking>(
        &self,
        task: &mut Task<'_, '_>,
        root: &Root<'_, G>,
        best: &R,
    ) -> Result<(), Cancelled> {
        task.counts.nodes += 1;
        self.abdada_tables().next_depth();
        let node = ExactNode { search: self, frame: root.frame, depth: root.depth };
        let (searched, finished) = (AtomicBitset::default(), AtomicBool::new(false));
        self.tasks.split(task, self.tasks.memories.workers(), |task, _| {
            match node.moves_together::<M, R>(task, root, best, &searched) {
                Ok(()) => {
                    finished.store(true, Relaxed);
                    task.at.cancel();
                    Ok(())
                }
                Err(_) if finished.load(Relaxed) => Ok(()),
                stopped => stopped,
            }
        })?;
        self.store_root(root, best);
        Ok(())
    }
}

impl<G: Game, E: Evaluator<G>> ExactNode<'_, '_, G, E> {
    fn moves_together<M: Mode, R: Ranking>(
        &self,
        task: &mut Task<'_, '_>,
        &Root { moves, order, .. }: &Root<'_, G>,
        best: &R,
        searched: &AtomicBitset,
    ) -> Result<(), Cancelled> {
        let (elders, young) = order.split_at(best.wanted().min(order.len()));
        for &index in elders {
            let score = self.child::<M>(task, moves[index], Window::FULL)?;
            best.merge(Ranked::new(score, index));
        }
        let mut put_off = Vec::new();
        for alone in [true, false] {
            let turn = if alone { young.to_vec() } else { std::mem::take(&mut put_off) };
            for index in turn {
                if searched.contains(index) {
                    continue;
                }
                let window = Window::new(best.limit(index), Window::FULL.beta);
                match self.brother_together::<M>(task, moves[index], window, alone)? {
                    Some(score) => {
                        best.merge(Ranked::new(score, index));
                        searched.insert(index);
                    }
                    None => put_off.push(index),
                }
            }
        }
        Ok(())
    }

    pub(super) fn value_together<M: Mode>(
        &self,
        task: &mut Task<'_, '_>,
        window: Window,
    ) -> Result<Score, Cancelled> {
        let (abdada_tables, key) = (self.search.abdada_tables(), node_key(self.frame, self.depth));
        if let Some(score) = abdada_tables.probe(task, key, window) {
            return Ok(score);
        }
        let _inside = abdada_tables.enter(task, key, false);
        let score = self.value::<M>(task, window)?;
        abdada_tables.store(task, key, score, window, self.depth);
        Ok(score)
    }

    /// Breaks off with the score of the node if another worker has finished it.
    pub(super) fn young_together<M: Mode>(
        &self,
        task: &mut Task<'_, '_>,
        YoungMoves { moves, order, window, mut best }: YoungMoves<'_, G::Move>,
    ) -> Result<ControlFlow<Score, Best>, Cancelled> {
        order.sort_from(1);
        let (abdada_tables, key) = (self.search.abdada_tables(), node_key(self.frame, self.depth));
        let mut put_off = Vec::new();
        for alone in [true, false] {
            let turn = if alone { (1..moves.len()).collect() } else { std::mem::take(&mut put_off) };
            for place in turn {
                if let Some(score) = abdada_tables.probe(task, key, window) {
                    return Ok(ControlFlow::Break(score));
                }
                let (m, alpha) = (moves[order.at(place)], window.alpha.max(best.score));
                match self.brother_together::<M>(task, m, window.raised(alpha), alone)? {
                    Some(score) if score > best.score => best = Best { score, place },
                    Some(_) => {}
                    None => put_off.push(place),
                }
                if best.score >= window.beta {
                    return Ok(ControlFlow::Continue(best));
                }
            }
        }
        Ok(ControlFlow::Continue(best))
    }

    /// `None` if `alone` and another worker is inside.
    fn brother_together<M: Mode>(
        &self,
        task: &mut Task<'_, '_>,
        m: G::Move,
        window: Window,
        alone: bool,
    ) -> Result<Option<Score>, Cancelled> {
        let (child, view) = self.search.enter(task, self.frame, m)?;
        let depth = self.depth - 1;
        if let Some(value) = self.search.leaf_value(&child, depth) {
            return Ok(Some(view.turn(value)));
        }
        let claimed = if depth >= self.search.split_depth {
            self.search.abdada_tables().enter(task, node_key(&child, depth), alone)
        } else {
            Some(Inside(None))
        };
        let Some(_claim) = claimed else { return Ok(None) };
        self.scout_then_re_search::<M>(task, &child, window, view).map(Some)
    }
}

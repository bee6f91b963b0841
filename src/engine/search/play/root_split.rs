//! The root's moves after the first, offered to all workers.

use super::event::Telling;
use super::line::{Line, Variation};
use super::node::Node;
use super::root::RootMove;
use super::score::INFINITE;
use crate::game::{IncrementalEvaluator, Score, Tactical};
use crate::search::ranking::{Ranking, SharedBest};
use crate::search::split::{Brothers, Test, offer_brothers};
use crate::search::task::Task;
use crate::search::window::{Bound, Ranked, Window};
use sparring_sched::Cancelled;

/// Searches the moves after the first, which scored `eldest`. Sets scores and lines of
/// those that raised alpha. Returns the best score.
pub(super) fn offer<G: Tactical, E: IncrementalEvaluator<G>>(
    node: &Node<'_, '_, G, E>,
    task: &mut Task<'_, '_>,
    moves: &mut [RootMove<G::Move>],
    eldest: Score,
    (alpha, beta): (Score, Score),
    telling: &Telling<'_, G::Move>,
) -> Result<Score, Cancelled> {
    let shared = SharedBest::new(Ranked::new(eldest, 0));
    let (young, window) = (&mut moves[1..], Window::new(alpha, beta));
    let n = young.len();
    let mut offered = Offered { node, young, telling };
    offer_brothers(&node.search.tasks, task, n, &mut offered, window, &shared)?;
    let best = shared.best();
    if best.place() > 0 {
        let tried = &mut moves[best.place()];
        // It failed high in its test, or the test raised alpha and the search with an open window
        // contradicted that: there is no line.
        let has_line = tried.score > -INFINITE && (best.score() < beta || tried.score >= beta);
        if best.score() > alpha && !has_line {
            tried.found(best.score(), Variation::default(), window, node.search.root_depth);
            telling.leading(tried);
        }
    }
    Ok(best.score())
}

struct Offered<'y, 'n, 's, G: Tactical, E: IncrementalEvaluator<G>> {
    node: &'y Node<'n, 's, G, E>,
    young: &'y mut [RootMove<G::Move>],
    telling: &'y Telling<'y, G::Move>,
}

impl<G: Tactical, E: IncrementalEvaluator<G>> Brothers for Offered<'_, '_, '_, G, E> {
    fn at_root(&self) -> bool {
        true
    }

    fn rank(&self, place: usize) -> usize {
        place + 1
    }

    fn test(&self, task: &mut Task<'_, '_>, place: usize, alpha: Score) -> Result<Test, Cancelled> {
        self.telling.begun(self.young[place].m, place + 1);
        let score = self.node.test(task, self.young[place].m, place as i32 + 2, alpha)?;
        Ok(Test { score, exact: false })
    }

    fn value(&mut self, task: &mut Task<'_, '_>, place: usize, window: Window) -> Result<Score, Cancelled> {
        let mut rest = Variation::default();
        let m = self.young[place].m;
        let score = self.node.value(task, m, (window.alpha, window.beta), &mut rest)?;
        if score > window.alpha {
            self.young[place].found(score, rest, window, self.node.search.root_depth);
            self.telling.leading(&self.young[place]);
        }
        Ok(score)
    }
}

impl<M: Copy + Send + Sync> RootMove<M> {
    /// The move has raised the alpha of `window`, or is the first.
    pub fn found(&mut self, score: Score, rest: Variation<M>, window: Window, depth: i32) {
        let mut pv = Variation::default();
        pv.lead(self.m, &rest);
        (self.score, self.last, self.bound, self.depth) = (score, score, Bound::of(score, window), depth);
        self.pv = pv.0.to_vec();
    }
}

//! The root's moves after the first, offered to all workers.

use super::line::{Line, Variation};
use super::node::Node;
use super::root::RootMove;
use crate::game::{IncrementalEvaluator, Score, Tactical};
use crate::sched::Cancelled;
use crate::search::ranking::{Ranking, SharedBest};
use crate::search::split::{Brothers, Test, offer_brothers};
use crate::search::task::Task;
use crate::search::window::{Ranked, Window};

/// Searches `young`, the moves after the first, which scored `eldest`. Sets scores and lines of
/// those that raised alpha. Returns the best score.
pub(super) fn offer<G: Tactical, E: IncrementalEvaluator<G>>(
    node: &Node<'_, '_, G, E>,
    task: &mut Task<'_, '_>,
    young: &mut [RootMove<G::Move>],
    eldest: Score,
    (alpha, beta): (Score, Score),
) -> Result<Score, Cancelled> {
    let shared = SharedBest::new(Ranked::new(eldest, 0));
    let n = young.len();
    let mut offered = Offered { node, young };
    offer_brothers(&node.search.tasks, task, n, &mut offered, Window::new(alpha, beta), &shared)?;
    let best = shared.best();
    if let Some(place) = best.place().checked_sub(1)
        && best.score() >= beta
        && young[place].score < beta
    {
        // It failed high in its test: there is no line.
        young[place].found(best.score(), Variation::default());
    }
    Ok(best.score())
}

struct Offered<'y, 'n, 's, G: Tactical, E: IncrementalEvaluator<G>> {
    node: &'y Node<'n, 's, G, E>,
    young: &'y mut [RootMove<G::Move>],
}

impl<G: Tactical, E: IncrementalEvaluator<G>> Brothers for Offered<'_, '_, '_, G, E> {
    fn at_root(&self) -> bool {
        true
    }

    fn rank(&self, place: usize) -> usize {
        place + 1
    }

    fn test(&self, task: &mut Task<'_, '_>, place: usize, alpha: Score) -> Result<Test, Cancelled> {
        let score = self.node.test(task, self.young[place].m, place as i32 + 2, alpha)?;
        Ok(Test { score, exact: false })
    }

    fn value(&mut self, task: &mut Task<'_, '_>, place: usize, window: Window) -> Result<Score, Cancelled> {
        let mut rest = Variation::default();
        let m = self.young[place].m;
        let score = self.node.value(task, m, (window.alpha, window.beta), &mut rest)?;
        if score > window.alpha {
            self.young[place].found(score, rest);
        }
        Ok(score)
    }
}

impl<M: Copy + Send + Sync> RootMove<M> {
    /// The move has raised alpha, or is the first.
    pub fn found(&mut self, score: Score, rest: Variation<M>) {
        let mut pv = Variation::default();
        pv.lead(self.m, &rest);
        (self.score, self.last) = (score, score);
        self.pv = pv.0.to_vec();
    }
}

use parking_lot::Mutex;

use super::brothers::{PlayBrothers, SplitPoint};
use super::event::RootEvents;
use super::node::PlayNode;
use super::pv::PvMoves;
use super::root_move::RootMove;
use crate::game::{IncrementalEvaluator, Score, Tactical};
use crate::search::memory::Waste;
use crate::search::task::Task;
use crate::search::window::Window;
use sparring_sched::Cancelled;

/// Offers the moves after the first, which scored `best`, and returns the best score.
pub(super) fn offer<G: Tactical, E: IncrementalEvaluator<G>>(
    node: &PlayNode<'_, '_, G, E>,
    task: &mut Task<'_, '_>,
    moves: &mut [RootMove<G::Move>],
    best: Score,
    (alpha, beta): (Score, Score),
    events: &RootEvents<'_, G::Move>,
) -> Result<Score, Cancelled> {
    let young: Vec<G::Move> = moves[1..].iter().map(|tried| tried.m).collect();
    let offered = RootBrothers { node, young, moves: Mutex::new(moves), events };
    let split_point = SplitPoint { best, alpha, beta, blame: [Waste::RootResearch, Waste::PvCut] };
    let tasks = &node.search.tasks;
    let raised = |place, score, rest: &_, (alpha, beta)| {
        let found = (score, rest, Window::new(alpha, beta));
        node.search.raised(node.frame.position, (&mut offered.moves.lock(), place + 1), found, events);
    };
    let found = split_point.offer(tasks, task, offered.young.len(), &offered, raised)?;
    Ok(found.score)
}

struct RootBrothers<'y, 'n, 's, G: Tactical, E: IncrementalEvaluator<G>> {
    node: &'y PlayNode<'n, 's, G, E>,
    /// All moves but the first.
    young: Vec<G::Move>,
    moves: Mutex<&'y mut [RootMove<G::Move>]>,
    events: &'y RootEvents<'y, G::Move>,
}

impl<G: Tactical, E: IncrementalEvaluator<G>> PlayBrothers<G::Move> for RootBrothers<'_, '_, '_, G, E> {
    type Pv = PvMoves<G::Move>;

    fn prunes(&self, _task: &Task<'_, '_>, _place: usize, _alpha: Score) -> bool {
        false
    }

    fn scout(&self, task: &mut Task<'_, '_>, place: usize, alpha: Score) -> Result<Score, Cancelled> {
        self.events.begun(self.young[place], place + 1);
        let score = self.node.scout(task, self.young[place], place as i32 + 2, alpha)?;
        if score <= alpha {
            self.node.search.refuted(&mut self.moves.lock(), place + 1, self.events);
        }
        Ok(score)
    }

    fn re_search(
        &self,
        task: &mut Task<'_, '_>,
        place: usize,
        window: (Score, Score),
        pv: &mut PvMoves<G::Move>,
    ) -> Result<Score, Cancelled> {
        let score = self.node.re_search(task, self.young[place], window, pv)?;
        // Unless it raises alpha, which may have risen meanwhile.
        self.node.search.refuted(&mut self.moves.lock(), place + 1, self.events);
        Ok(score)
    }
}

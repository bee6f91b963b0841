//! Young brothers in parallel. Their order is fixed first, so that reductions and pruning do not
//! depend on the schedule.

use std::marker::PhantomData;

use arrayvec::ArrayVec;

use super::brothers::{PlayBrothers, SplitPoint};
use super::context::Context;
use super::node::{PlayNode, Tried};
use super::picker::{MOST_MOVES, Picker};
use super::pv::Pv;
use super::score::FORCED;
use super::search::State;
use crate::game::{IncrementalEvaluator, Score, Tactical};
use crate::search::memory::Waste;
use crate::search::task::Task;
use sparring_sched::Cancelled;

/// The moves of a node to be offered, without pruned ones, because each costs a locked instruction.
pub(super) struct YoungBrothers<'n, 's, G: Tactical, E: IncrementalEvaluator<G>> {
    node: &'n PlayNode<'n, 's, G, E>,
    /// In the order of search, with their places, counted from 1.
    moves: ArrayVec<(G::Move, i32), MOST_MOVES>,
    window: (Score, Score),
    so_far: (Score, Option<G::Move>),
}

impl<'n, 's, G: Tactical, E: IncrementalEvaluator<G>> YoungBrothers<'n, 's, G, E> {
    /// Collects `first` and the rest of `picker`. `before` moves stand before `first`.
    #[inline(never)]
    pub fn new(
        node: &'n PlayNode<'n, 's, G, E>,
        with: &Context<'_, G, State<G, E>>,
        first: G::Move,
        picker: &mut Picker<G::Move>,
        before: i32,
        window: (Score, Score),
        so_far: (Score, Option<G::Move>),
    ) -> YoungBrothers<'n, 's, G, E> {
        let mut moves = ArrayVec::new_const();
        let mut place = before;
        let mut next = Some(first);
        while let Some(m) = next {
            if Some(m) != node.excluded {
                place += 1;
                if so_far.0 <= -FORCED || !node.prunes(with, m, place, window.0) {
                    let _no_room = moves.try_push((m, place));
                }
            }
            next = picker.next(with);
        }
        YoungBrothers { node, moves, window, so_far }
    }

    /// Adds the searched moves that are not best to `tried`.
    #[inline(never)]
    pub fn offer<P: Pv<G::Move>>(
        self,
        task: &mut Task<'_, '_>,
        pv: &mut P,
        tried: &mut Tried<G::Move>,
    ) -> Result<(Score, Option<G::Move>), Cancelled> {
        let YoungBrothers { node, window: (alpha, beta), so_far: (best, best_move), .. } = self;
        if self.moves.is_empty() {
            return Ok(self.so_far);
        }
        let cut = match (P::OPEN, node.cut) {
            (true, _) => Waste::PvCut,
            (false, false) => Waste::AllCut,
            (false, true) => Waste::CutCut,
        };
        let split_point = SplitPoint { best, alpha, beta, blame: [Waste::Research, cut] };
        let offered = NodeBrothers { young: &self, pv: PhantomData::<fn() -> P> };
        let found = split_point.offer(
            &node.search.tasks,
            task,
            self.moves.len(),
            &offered,
            |place, _, rest, _| {
                pv.lead(self.moves[place].0, rest);
            },
        )?;
        let places = (0..self.moves.len()).filter(|&place| found.searched.contains(place));
        let others = places.filter(|&place| found.best != Some(place)).map(|place| self.moves[place].0);
        tried.extend(others.take(tried.remaining_capacity()));
        Ok((found.score, found.best.map_or(best_move, |place| Some(self.moves[place].0))))
    }
}

struct NodeBrothers<'y, 'n, 's, G: Tactical, E: IncrementalEvaluator<G>, P> {
    young: &'y YoungBrothers<'n, 's, G, E>,
    pv: PhantomData<fn() -> P>,
}

impl<G: Tactical, E: IncrementalEvaluator<G>, P: Pv<G::Move>> PlayBrothers<G::Move>
    for NodeBrothers<'_, '_, '_, G, E, P>
{
    type Pv = P;

    fn prunes(&self, task: &Task<'_, '_>, place: usize, alpha: Score) -> bool {
        let (node, (m, number)) = (self.young.node, self.young.moves[place]);
        node.prunes(&node.search.context(node.frame, node.search.histories(task)), m, number, alpha)
    }

    fn scout(&self, task: &mut Task<'_, '_>, place: usize, alpha: Score) -> Result<Score, Cancelled> {
        let (m, number) = self.young.moves[place];
        self.young.node.scout(task, m, number, alpha)
    }

    fn re_search(
        &self,
        task: &mut Task<'_, '_>,
        place: usize,
        window: (Score, Score),
        pv: &mut P,
    ) -> Result<Score, Cancelled> {
        self.young.node.re_search(task, self.young.moves[place].0, window, pv)
    }
}

use std::marker::PhantomData;

use crate::game::{Evaluator, Game, Score};
use crate::search::exact::node::{ExactNode, Mode};
use crate::search::exact::sharing::Sharing;
use crate::search::ranking::Ranking;
use crate::search::split::{Brothers, Scout, offer_brothers};
use crate::search::task::Task;
use crate::search::window::Window;
use sparring_sched::Cancelled;

/// `brother(i)`: the rank among equals, and the move, of the `i`-th searched.
struct ExactBrothers<'y, 'n, 's, G: Game, E, M, F> {
    node: &'y ExactNode<'n, 's, G, E>,
    brother: F,
    mode: PhantomData<fn() -> M>,
}

impl<G: Game, E: Evaluator<G>, M: Mode, F: Fn(usize) -> (usize, G::Move) + Sync> Brothers
    for ExactBrothers<'_, '_, '_, G, E, M, F>
{
    fn scouts_all(&self) -> bool {
        matches!(self.node.search.sharing, Sharing::Jamboree | Sharing::Root)
    }

    fn at_root(&self) -> bool {
        self.node.frame.ply == 0
    }

    #[inline]
    fn rank(&self, place: usize) -> usize {
        (self.brother)(place).0
    }

    #[inline]
    fn scout(&self, task: &mut Task<'_, '_>, place: usize, alpha: Score) -> Result<Scout, Cancelled> {
        self.node.scout::<M>(task, (self.brother)(place).1, alpha)
    }

    fn re_search(
        &mut self,
        task: &mut Task<'_, '_>,
        place: usize,
        window: Window,
    ) -> Result<Score, Cancelled> {
        self.node.child::<M>(task, (self.brother)(place).1, window)
    }
}

impl<G: Game, E: Evaluator<G>> ExactNode<'_, '_, G, E> {
    pub(super) fn offer_brothers<M: Mode, R: Ranking>(
        &self,
        task: &mut Task<'_, '_>,
        young: usize,
        brother: impl Fn(usize) -> (usize, G::Move) + Sync,
        window: Window,
        best: &R,
    ) -> Result<(), Cancelled> {
        let mut brothers = ExactBrothers::<_, _, M, _> { node: self, brother, mode: PhantomData };
        offer_brothers(&self.search.tasks, task, young, &mut brothers, window, best)
    }
}

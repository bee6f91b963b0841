//! The young brothers of a node, as [`offer_brothers`] takes them.

use std::marker::PhantomData;

use crate::game::{Evaluator, Game, Score};
use crate::search::exact::node::{Mode, Node};
use crate::search::ranking::Ranking;
use crate::search::split::{Brothers, Test, offer_brothers};
use crate::search::strategy::Strategy;
use crate::search::task::Task;
use crate::search::window::Window;
use sparring_sched::Cancelled;

/// How a node shares its young brothers with the other workers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sharing {
    /// `ybw`: promising brothers are searched one by one before the rest is offered.
    Strong,
    /// `ybw-weak`: all are offered as soon as the eldest is searched.
    Weak,
    /// `jamboree`: as `ybw-weak`, but all are tested before one that passed is valued.
    Jamboree,
    /// `root-split`: as `jamboree`, at the root alone.
    Root,
}

impl Sharing {
    /// That of a strategy; of those that share nothing, any.
    pub fn of(strategy: Strategy) -> Sharing {
        match strategy {
            Strategy::YbwWeak => Sharing::Weak,
            Strategy::Jamboree => Sharing::Jamboree,
            Strategy::RootSplit => Sharing::Root,
            _ => Sharing::Strong,
        }
    }
}

/// Young brothers: `brother(i)` is the `i`-th in the order of search, its rank among equals and
/// the move.
struct Young<'y, 'n, 's, G: Game, E, M, F> {
    node: &'y Node<'n, 's, G, E>,
    brother: F,
    mode: PhantomData<fn() -> M>,
}

impl<G: Game, E: Evaluator<G>, M: Mode, F: Fn(usize) -> (usize, G::Move) + Sync> Brothers
    for Young<'_, '_, '_, G, E, M, F>
{
    fn tests_all(&self) -> bool {
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
    fn test(&self, task: &mut Task<'_, '_>, place: usize, alpha: Score) -> Result<Test, Cancelled> {
        self.node.test::<M>(task, (self.brother)(place).1, alpha)
    }

    fn value(&mut self, task: &mut Task<'_, '_>, place: usize, window: Window) -> Result<Score, Cancelled> {
        self.node.child::<M>(task, (self.brother)(place).1, window)
    }
}

impl<G: Game, E: Evaluator<G>> Node<'_, '_, G, E> {
    /// Offers the `young` young brothers and merges their scores into `best`.
    pub(super) fn offer_brothers<M: Mode, R: Ranking>(
        &self,
        task: &mut Task<'_, '_>,
        young: usize,
        brother: impl Fn(usize) -> (usize, G::Move) + Sync,
        window: Window,
        best: &R,
    ) -> Result<(), Cancelled> {
        let mut brothers = Young::<_, _, M, _> { node: self, brother, mode: PhantomData };
        offer_brothers(&self.search.tasks, task, young, &mut brothers, window, best)
    }
}

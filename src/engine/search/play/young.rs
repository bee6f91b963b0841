//! Young brothers in parallel. Their order is fixed before they are offered, so that what is
//! reduced and what is left out depends on the place of a move and not on the schedule.

use arrayvec::ArrayVec;

use super::line::Line;
use super::node::{Node, Tried};
use super::picker::{Context, MOST_MOVES, Picker};
use super::score::{FORCED, INFINITE};
use super::search::State;
use crate::game::{IncrementalEvaluator, Score, Tactical};
use crate::search::ranking::{Ranking, SharedBest};
use crate::search::split::{Brothers, Test, offer_brothers};
use crate::search::task::Task;
use crate::search::window::{Ranked, Window};
use sparring_sched::Cancelled;

/// The moves of a node that are left to be offered.
pub(super) struct Young<'n, 's, G: Tactical, E: IncrementalEvaluator<G>> {
    node: &'n Node<'n, 's, G, E>,
    /// In the order of search.
    moves: ArrayVec<G::Move, MOST_MOVES>,
    /// How many moves stand before them.
    before: i32,
    so_far: (Score, Option<G::Move>),
}

impl<'n, 's, G: Tactical, E: IncrementalEvaluator<G>> Young<'n, 's, G, E> {
    /// The moves that `picker` has left, and `first` before them.
    #[inline(never)]
    pub fn new(
        node: &'n Node<'n, 's, G, E>,
        with: &Context<'_, G, State<G, E>>,
        first: G::Move,
        picker: &mut Picker<G::Move>,
        before: i32,
        so_far: (Score, Option<G::Move>),
    ) -> Young<'n, 's, G, E> {
        let mut moves = ArrayVec::new_const();
        let mut next = Some(first);
        while let Some(m) = next {
            if Some(m) != node.excluded {
                let _no_room = moves.try_push(m);
            }
            next = picker.next(with);
        }
        Young { node, moves, before, so_far }
    }

    /// Offers them. Returns the best score and move of the node, and adds to `tried` those before
    /// the best.
    #[inline(never)]
    pub fn offer<L: Line<G::Move>>(
        self,
        task: &mut Task<'_, '_>,
        (alpha, beta): (Score, Score),
        line: &mut L,
        tried: &mut Tried<G::Move>,
    ) -> Result<(Score, Option<G::Move>), Cancelled> {
        let (score, best_move) = self.so_far;
        // Place 0 is that of the best so far, the young ones follow.
        let shared = SharedBest::new(Ranked::new(score, 0));
        let window = Window { expects_cut: self.node.cut, ..Window::new(alpha, beta) };
        let mut offered = Offered { young: &self, line };
        let tasks = &self.node.search.tasks;
        offer_brothers(tasks, task, self.moves.len(), &mut offered, window, &shared)?;
        let best = shared.best();
        let Some(place) = best.place().checked_sub(1) else {
            return Ok((score, best_move));
        };
        tried.extend(self.moves[..place].iter().copied().take(tried.remaining_capacity()));
        let best_move = if best.score() > alpha { Some(self.moves[place]) } else { best_move };
        Ok((best.score(), best_move))
    }
}

/// The brothers, and the line of the node.
struct Offered<'y, 'n, 's, G: Tactical, E: IncrementalEvaluator<G>, L> {
    young: &'y Young<'n, 's, G, E>,
    line: &'y mut L,
}

impl<G: Tactical, E: IncrementalEvaluator<G>, L: Line<G::Move>> Brothers for Offered<'_, '_, '_, G, E, L> {
    fn at_root(&self) -> bool {
        false
    }

    fn rank(&self, place: usize) -> usize {
        place + 1
    }

    fn test(&self, task: &mut Task<'_, '_>, place: usize, alpha: Score) -> Result<Test, Cancelled> {
        let &Young { node, ref moves, before, so_far } = self.young;
        let (m, number) = (moves[place], before + place as i32 + 1);
        let with = node.search.context(node.frame, &task.memory.moves);
        if so_far.0 > -FORCED && node.prunes(&with, m, number, alpha) {
            return Ok(Test { score: -INFINITE, exact: true });
        }
        Ok(Test { score: node.test(task, m, number, alpha)?, exact: false })
    }

    fn value(&mut self, task: &mut Task<'_, '_>, place: usize, window: Window) -> Result<Score, Cancelled> {
        let m = self.young.moves[place];
        let mut rest = L::default();
        let score = self.young.node.value(task, m, (window.alpha, window.beta), &mut rest)?;
        if score > window.alpha {
            self.line.lead(m, &rest);
        }
        Ok(score)
    }
}

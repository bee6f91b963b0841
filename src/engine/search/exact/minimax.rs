//! Minimax without windows: on one worker (`minimax`), with all moves of the top levels as tasks
//! (`par`), or the same above full-window alpha-beta (`par-ab`).

use crate::game::{Evaluator, Game, INFINITE, Score};
use crate::search::exact::node::{AlphaBeta, ExactNode};
use crate::search::exact::path::Frame;
use crate::search::exact::search::ExactSearch;
use crate::search::ranking::{Ranking, SharedBest};
use crate::search::table::Entry;
use crate::search::task::Task;
use crate::search::window::{Bound, Ranked, Window};
use sparring_sched::Cancelled;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Subtree {
    Minimax,
    AlphaBeta,
}

impl<G: Game, E: Evaluator<G>> ExactSearch<'_, G, E> {
    /// The moves of `levels` levels are tasks.
    pub(super) fn every_move<R: Ranking>(
        &self,
        task: &mut Task<'_, '_>,
        frame: &Frame<'_, G>,
        moves: &[G::Move],
        depth: u32,
        (levels, subtree): (u32, Subtree),
        best: &R,
    ) -> Result<(), Cancelled> {
        let search = |task: &mut Task<'_, '_>, index: usize| {
            let (child, view) = self.enter(task, frame, moves[index])?;
            let value = match self.leaf_value(&child, depth - 1) {
                Some(value) => value,
                None => self.subtree(task, &child, depth - 1, levels.saturating_sub(1), subtree)?,
            };
            best.merge(Ranked::new(view.turn(value), index));
            Ok(())
        };
        if levels > 0 {
            self.tasks.split(task, moves.len(), search)?;
        } else {
            (0..moves.len()).try_for_each(|index| search(task, index))?;
        }
        self.note_best(frame, depth, best.best());
        Ok(())
    }

    fn subtree(
        &self,
        task: &mut Task<'_, '_>,
        frame: &Frame<'_, G>,
        depth: u32,
        levels: u32,
        subtree: Subtree,
    ) -> Result<Score, Cancelled> {
        if levels > 0 {
            let moves = self.game.legal_moves(&frame.position);
            let best = SharedBest::new(Ranked::NONE);
            self.every_move(task, frame, &moves, depth, (levels, subtree), &best)?;
            return Ok(best.best().score());
        }
        match subtree {
            Subtree::Minimax => self.minimax(task, frame, depth),
            Subtree::AlphaBeta => {
                ExactNode { search: self, frame, depth }.value::<AlphaBeta>(task, Window::FULL)
            }
        }
    }

    fn minimax(&self, task: &mut Task<'_, '_>, frame: &Frame<'_, G>, depth: u32) -> Result<Score, Cancelled> {
        match depth {
            1 => self.last_ply(task, frame),
            // A case of its own: frames above leaves are made without the key that only deeper
            // searches need.
            2 => self.largest(task, frame, 2, |task, child| self.last_ply(task, child)),
            _ => self.largest(task, frame, depth, |task, child| self.minimax(task, child, depth - 1)),
        }
    }

    /// `below` searches a position in which the game goes on.
    #[inline(always)]
    fn largest(
        &self,
        task: &mut Task<'_, '_>,
        frame: &Frame<'_, G>,
        depth: u32,
        below: impl Fn(&mut Task<'_, '_>, &Frame<'_, G>) -> Result<Score, Cancelled>,
    ) -> Result<Score, Cancelled> {
        let (mut best, mut index) = (Ranked::NONE, 0);
        self.game.each_move(&frame.position, |m| {
            // Not by `enter`: a frame returned through memory would be read while it is being
            // written.
            self.count_node(task)?;
            let (child, view) = Frame::child(self.game, frame, self.game.play(&frame.position, m));
            let value = match self.leaf_value(&child, depth - 1) {
                Some(value) => value,
                None => below(task, &child)?,
            };
            best = best.max(Ranked::new(view.turn(value), index));
            index += 1;
            Ok(())
        })?;
        self.note_best(frame, depth, best);
        Ok(best.score())
    }

    /// Most nodes are leaves, so they are counted together.
    #[inline(always)]
    fn last_ply(&self, task: &mut Task<'_, '_>, frame: &Frame<'_, G>) -> Result<Score, Cancelled> {
        task.at.poll()?;
        let (mut best, mut leaves) = (-INFINITE, 0);
        self.game.each_move(&frame.position, |m| {
            let (child, view) = Frame::child(self.game, frame, self.game.play(&frame.position, m));
            let value = self.leaf_value(&child, 0);
            best = best.max(value.map_or(-INFINITE, |value| view.turn(value)));
            leaves += 1;
            Ok(())
        })?;
        self.tasks.count(task, leaves);
        Ok(best)
    }

    #[inline]
    fn note_best(&self, frame: &Frame<'_, G>, depth: u32, best: Ranked) {
        self.note_line(frame, Entry { score: best.score(), bound: Bound::Exact, depth, best: best.place() });
    }
}

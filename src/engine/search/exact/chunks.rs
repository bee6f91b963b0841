//! `chunks`: a capped number of tasks, whatever the tree (proposed in the report of the program of
//! 2021).
//!
//! 1. The owner expands the tree breadth first until a level has as many subtrees as tasks are
//!    wanted ([`Settings::chunks`](crate::search::Settings::chunks)), or only one ply is left
//!    below.
//! 2. That level is divided, in the order of search, into equal *chunks* of neighbours. Each is a
//!    task, which runs principal variation search on its subtrees in turn.
//! 3. Each subtree is searched in the window that all scores merged so far leave for it, or skipped
//!    if that is empty.
//! 4. The last child of a node to be finished gives the node's own score to its parent.
//!
//! # The value theorem
//! For a node `p` between the root and the chunks, let `best` be the maximum of the scores merged
//! into it, and `(A, B)` the window that its ancestors leave for it, which only narrows. A child
//! is searched in `(max(A, x), B)`, where `x` is `best`, or `best - 1` for a child earlier in the
//! generator's order (the bar of `root`). `p` is *dead* when `A >= B`: an ancestor is cut already.
//! A dead node stays dead, and merges nothing into its parent.
//!
//! *When all children of `p` are finished and `p` is not dead, `best` keeps the fail-soft contract
//! in `(A, B)`.* A child was searched in `(x, y)`, with `x <= max(A, best)` and `y >= B`, and
//! scored `r`, or merged no score, because it was skipped or dead.
//!
//! - `best >= A + 1` implies `v >= best`: the first child to merge `best` had `x < r`, so its value
//!   is `r` or more.
//! - `best < B` implies `v <= best`: a child that merged no score had `max(A, best) >= B`, which is
//!   excluded as `p` is not dead. All others have `r <= best < B <= y`, so their values are `r` or
//!   less.
//!
//! The root's moves must exceed the bar of `root`: 4 of the proof there.
//!
//! All words but the count of unfinished children are relaxed. Counting down is `AcqRel`: it
//! acquires what the finishers of the other children have released, so the worker that finishes a
//! node reads bounds no wider than those that were used below it.

use std::sync::atomic::{
    AtomicUsize,
    Ordering::{AcqRel, Relaxed},
};

use crate::game::{Evaluator, Game, Score};
use crate::search::exact::node::{ExactNode, Pvs};
use crate::search::exact::order::{ORDERED, Order};
use crate::search::exact::path::Frame;
use crate::search::exact::root::Root;
use crate::search::exact::search::ExactSearch;
use crate::search::ranking::{Ranking, SharedBest};
use crate::search::table::Entry;
use crate::search::task::Task;
use crate::search::window::{Bound, Ranked, View, Window};
use sparring_sched::Cancelled;

/// A node above the chunks, or the root of a subtree in one.
struct Branch<'b, G: Game> {
    frame: Frame<'b, G>,
    parent: Option<&'b Branch<'b, G>>,
    view: View,
    place: usize,
    /// The best score merged into it; the root uses the ranking instead.
    best: SharedBest,
    unfinished: AtomicUsize,
}

struct Chunks<'c, 's, G: Game, E, R> {
    search: &'c ExactSearch<'s, G, E>,
    depth: u32,
    best: &'c R,
}

impl<G: Game, E: Evaluator<G>> ExactSearch<'_, G, E> {
    pub(super) fn root_in_chunks<R: Ranking>(
        &self,
        task: &mut Task<'_, '_>,
        root: &Root<'_, G>,
        chunks: usize,
        best: &R,
    ) -> Result<(), Cancelled> {
        task.counts.nodes += 1;
        let &Root { frame, moves, order, depth } = root;
        let top = Branch::new(Frame::root(self.game, frame.position.clone()), None, View::Same, 0);
        let search = Chunks { search: self, depth, best };
        let mut level = Vec::new();
        search.expand(task, &top, moves, order.iter().copied(), &mut level)?;
        search.level(task, &level, chunks)?;
        self.store_root(root, best);
        Ok(())
    }
}

impl<'b, G: Game> Branch<'b, G> {
    fn new(frame: Frame<'b, G>, parent: Option<&'b Branch<'b, G>>, view: View, place: usize) -> Self {
        let (best, unfinished) = (SharedBest::new(Ranked::NONE), AtomicUsize::new(0));
        Branch { frame, parent, view, place, best, unfinished }
    }
}

impl<G: Game, E: Evaluator<G>, R: Ranking> Chunks<'_, '_, G, E, R> {
    fn level(
        &self,
        task: &mut Task<'_, '_>,
        level: &[Branch<'_, G>],
        chunks: usize,
    ) -> Result<(), Cancelled> {
        let Some(depth) = level.first().map(|branch| self.depth_of(branch)) else { return Ok(()) };
        if level.len() >= chunks || depth == 1 {
            let tasks = chunks.clamp(1, level.len());
            let start = |chunk: usize| level.len() * chunk / tasks;
            return self.search.tasks.split(task, tasks, |task, chunk| {
                let mut subtrees = level[start(chunk)..start(chunk + 1)].iter();
                subtrees.try_for_each(|branch| self.subtree(task, branch))
            });
        }
        let mut below = Vec::new();
        for branch in level {
            let moves = self.search.game.legal_moves(&branch.frame.position);
            let known = self.search.table.probe(branch.frame.key).map(|entry| entry.best);
            let mut order = Order::unknown();
            let first = known.filter(|&best| best < moves.len().min(ORDERED));
            order.score(self.search.game, &branch.frame, self.search.refutations(task), &moves, first);
            order.sort_from(0);
            self.expand(task, branch, &moves, (0..moves.len()).map(|place| order.at(place)), &mut below)?;
        }
        self.level(task, &below, chunks)
    }

    fn expand<'b>(
        &self,
        task: &mut Task<'_, '_>,
        branch: &'b Branch<'b, G>,
        moves: &[G::Move],
        order: impl Iterator<Item = usize>,
        below: &mut Vec<Branch<'b, G>>,
    ) -> Result<(), Cancelled> {
        branch.unfinished.store(moves.len(), Relaxed);
        for place in order {
            let (frame, view) = self.search.enter(task, &branch.frame, moves[place])?;
            let child = Branch::new(frame, Some(branch), view, place);
            match self.search.leaf_value(&child.frame, self.depth_of(&child)) {
                Some(value) => self.finish(&child, Some(value)),
                None => below.push(child),
            }
        }
        Ok(())
    }

    fn subtree(&self, task: &mut Task<'_, '_>, branch: &Branch<'_, G>) -> Result<(), Cancelled> {
        let node = ExactNode { search: self.search, frame: &branch.frame, depth: self.depth_of(branch) };
        let score = match self.window(branch) {
            Some(window) => Some(node.value::<Pvs>(task, window)?),
            None => None,
        };
        self.finish(branch, score);
        Ok(())
    }

    fn depth_of(&self, branch: &Branch<'_, G>) -> u32 {
        self.depth - branch.frame.ply
    }

    /// `None` if the node is dead.
    fn window(&self, branch: &Branch<'_, G>) -> Option<Window> {
        let Some(parent) = branch.parent else { return Some(Window::FULL) };
        let window = self.window(parent)?;
        let known = match parent.parent {
            Some(_) => parent.best.limit(branch.place),
            None => self.best.limit(branch.place),
        };
        let alpha = window.alpha.max(known);
        (alpha < window.beta).then(|| window.raised(alpha).seen_by(branch.view))
    }

    /// Finishes a node, with this score unless it is dead, and its parent if this was the last
    /// child.
    fn finish(&self, branch: &Branch<'_, G>, score: Option<Score>) {
        let Some(parent) = branch.parent else { return };
        if let Some(score) = score {
            let ranked = Ranked::new(branch.view.turn(score), branch.place);
            match parent.parent {
                Some(_) => parent.best.merge(ranked),
                None => self.best.merge(ranked),
            }
        }
        if parent.unfinished.fetch_sub(1, AcqRel) == 1 {
            let score = self.window(parent).map(|window| self.note(parent, window));
            self.finish(parent, score);
        }
    }

    fn note(&self, branch: &Branch<'_, G>, window: Window) -> Score {
        let (best, depth) = (branch.best.best(), self.depth_of(branch));
        if branch.parent.is_some() {
            let bound = Bound::of(best.score(), window);
            let entry = Entry { score: best.score(), bound, depth, best: best.place() };
            self.search.table.store(branch.frame.key, entry);
            if bound == Bound::Exact {
                self.search.note_line(&branch.frame, entry);
            }
        }
        best.score()
    }
}

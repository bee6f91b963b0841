//! What every node of one search can see, and the three things each of them does: enter, settle, account.

use crate::game::{Evaluator, Game, Score};
use crate::sched::{Cancelled, Scoped};
use crate::search::limits::Guard;
use crate::search::memory::{Below, Counts, Lane, Memory, SharedBelow};
use crate::search::path::Frame;
use crate::search::table::Table;
use crate::search::window::View;

/// One search: shared by reference with every helper, changed by nobody.
pub(super) struct Search<'s, G: Game, E> {
    pub game: &'s G,
    pub evaluator: &'s E,
    /// Keys of the positions of the game before the root, the oldest first.
    pub earlier: &'s [u64],
    /// What a repetition is worth, in games that have them.
    pub repetition: Option<G::Outcome>,
    pub table: &'s Table,
    /// One for each worker of the pool.
    pub memories: &'s [Memory],
    pub guard: Guard<'s>,
    /// Nodes of at least this depth offer their young brothers.
    pub split_depth: u32,
    /// Nodes of at least this depth use the table.
    pub table_depth: u32,
}

impl<G: Game, E: Evaluator<G>> Search<'_, G, E> {
    /// Plays a move: counts the new node, polls, and says how its side sees scores.
    #[inline]
    pub(super) fn enter<'p>(
        &self,
        lane: &mut Lane<'_, '_>,
        parent: &'p Frame<'p, G>,
        m: G::Move,
    ) -> Result<(Frame<'p, G>, View), Cancelled> {
        lane.counts.nodes += 1;
        if self.guard.is_due(lane.counts.nodes) {
            self.guard.report(self.guard.batch());
        }
        lane.at.poll()?;
        Ok(Frame::child(self.game, parent, self.game.play(&parent.position, m)))
    }

    /// The value of a node below the root that needs no search, if it is one: a finished game has its value at every
    /// depth; a repetition of any earlier position is a draw, and so is a draw that could be claimed; the horizon
    /// has the static value. In this order.
    #[inline]
    pub(super) fn settled(&self, frame: &Frame<'_, G>, depth: u32) -> Option<Score> {
        let position = &frame.position;
        let ended = self.game.outcome(position).or_else(|| {
            self.repetition
                .filter(|_| frame.is_repetition(self.game, self.earlier))
                .or_else(|| self.game.claimable_draw(position))
        });
        if let Some(outcome) = ended {
            return Some(self.evaluator.outcome_value(self.game, position, outcome, frame.ply));
        }
        (depth == 0).then(|| self.evaluator.evaluate(self.game, position))
    }

    /// Runs a task's body with a lane of its own and adds its counts before it returns: the scheduler publishes the
    /// end of a task only after that. `parent` hears of them too.
    #[inline]
    pub(super) fn task<R>(
        &self,
        at: Scoped<'_>,
        parent: &SharedBelow,
        body: impl FnOnce(&mut Lane<'_, '_>) -> Result<R, Cancelled>,
    ) -> Result<R, Cancelled> {
        let memory = &self.memories[at.index()];
        let mut lane = Lane { at, memory, counts: Counts::default(), below: Below::default() };
        let result = body(&mut lane);
        let nodes = lane.counts.nodes + lane.below.nodes;
        let wasted = if result.is_err() { nodes } else { lane.below.wasted };
        parent.add(Below { nodes, wasted });
        lane.counts.wasted_nodes = wasted - lane.below.wasted;
        memory.add(&lane.counts);
        lane.at.add_nodes(lane.counts.nodes);
        let unreported = self.guard.unreported(lane.counts.nodes);
        if let Some(batch) = memory.collect(unreported, |nodes| self.guard.is_batch(nodes)) {
            self.guard.report(batch);
        }
        result
    }

    /// An ordered loop whose bodies are tasks, each with a lane of its own.
    pub(super) fn offer(
        &self,
        lane: &mut Lane<'_, '_>,
        n: usize,
        body: impl Fn(&mut Lane<'_, '_>, usize) -> Result<(), Cancelled> + Sync,
    ) -> Result<(), Cancelled> {
        lane.counts.split_points += 1;
        let below = SharedBelow::default();
        let done = lane.at.lend().split(n, |at, index| self.task(at, &below, |lane| body(lane, index)));
        lane.below.take(below);
        done
    }
}

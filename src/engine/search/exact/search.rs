//! The data of one search, and how a node begins.

use crate::game::{Evaluator, Game, Score};
use crate::search::exact::abdada_tables::AbdadaTables;
use crate::search::exact::path::Frame;
use crate::search::exact::sharing::{IDLE_SHARE, IDLE_WORKERS, Sharing};
use crate::search::refutations::Refutations;
use crate::search::sim_ids::TABLE;
use crate::search::table::{Entry, Table};
use crate::search::task::{Task, Tasks};
use crate::search::window::View;
use sparring_sched::Cancelled;

/// One search, shared by all its tasks. It never changes.
pub(super) struct ExactSearch<'s, G: Game, E> {
    pub game: &'s G,
    pub evaluator: &'s E,
    /// Keys of positions that the game had twice before the root.
    pub repeated: &'s [u64],
    pub repetition: Option<G::Outcome>,
    pub table: &'s Table,
    pub tasks: Tasks<'s>,
    pub sharing: Sharing,
    /// The least depth at which nodes offer young brothers; in `abdada`, at which workers meet.
    pub split_depth: u32,
    pub table_depth: u32,
    /// Boxed and last, because larger fields would slow down games with small nodes.
    pub abdada_tables: Option<Box<AbdadaTables>>,
}

impl<G: Game, E: Evaluator<G>> ExactSearch<'_, G, E> {
    /// Counts a new node, polls, and returns the position after a move with its side's view.
    #[inline(always)]
    pub(super) fn enter<'p>(
        &self,
        task: &mut Task<'_, '_>,
        parent: &'p Frame<'p, G>,
        m: G::Move,
    ) -> Result<(Frame<'p, G>, View), Cancelled> {
        self.count_node(task)?;
        Ok(Frame::child(self.game, parent, self.game.play(&parent.position, m)))
    }

    /// True if so many workers are idle that brothers at a cut node wait for the eldest only.
    #[inline(never)]
    pub(super) fn wants_work(&self, task: &Task<'_, '_>) -> bool {
        let workers = self.tasks.memories.workers();
        workers > IDLE_WORKERS && task.at.idle_workers() >= IDLE_WORKERS.max(workers / IDLE_SHARE)
    }

    #[inline]
    pub(super) fn probe(&self, task: &Task<'_, '_>, key: u64) -> Option<Entry> {
        task.at.reads([self.table.line(TABLE, key)]);
        self.table.probe(key)
    }

    #[inline]
    pub(super) fn refutations(&self, task: &Task<'_, '_>) -> &Refutations {
        self.tasks.memories.refutations(task.at.index())
    }

    #[inline]
    pub(super) fn count_node(&self, task: &mut Task<'_, '_>) -> Result<(), Cancelled> {
        task.counts.nodes += 1;
        if self.tasks.guard.is_due(task.counts.nodes) {
            self.tasks.report(task, self.tasks.guard.batch());
        }
        task.at.poll()
    }

    /// The value of a node below the root, if it is a leaf. In this order: a finished game has its
    /// value; a repetition or a draw that could be claimed is a draw; the horizon has the static
    /// value.
    #[inline]
    pub(super) fn leaf_value(&self, frame: &Frame<'_, G>, depth: u32) -> Option<Score> {
        let position = &frame.position;
        let ended = self.game.outcome(position).or_else(|| {
            self.repetition
                .filter(|_| frame.is_repetition(self.game, self.repeated))
                .or_else(|| self.game.claimable_draw(position))
        });
        if let Some(outcome) = ended {
            return Some(self.evaluator.outcome_value(self.game, position, outcome, frame.ply));
        }
        (depth == 0).then(|| self.evaluator.evaluate(self.game, position))
    }
}

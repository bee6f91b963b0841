//! What every node of one search can see, and what each of them does first: enter and settle.

use crate::game::{Evaluator, Game, Score};
use crate::sched::Cancelled;
use crate::search::exact::path::Frame;
use crate::search::exact::window::View;
use crate::search::memory::Lane;
use crate::search::table::Table;
use crate::search::tasks::Tasks;

/// One search: shared by reference with every helper, changed by nobody.
pub(super) struct Search<'s, G: Game, E> {
    pub game: &'s G,
    pub evaluator: &'s E,
    /// Keys of the positions of the game before the root, the oldest first.
    pub earlier: &'s [u64],
    /// What a repetition is worth, in games that have them.
    pub repetition: Option<G::Outcome>,
    pub table: &'s Table,
    pub crew: Tasks<'s>,
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
        self.count_node(lane)?;
        Ok(Frame::child(self.game, parent, self.game.play(&parent.position, m)))
    }

    /// Counts a new node and polls.
    #[inline]
    pub(super) fn count_node(&self, lane: &mut Lane<'_, '_>) -> Result<(), Cancelled> {
        lane.counts.nodes += 1;
        if self.crew.guard.is_due(lane.counts.nodes) {
            self.crew.report(lane, self.crew.guard.batch());
        }
        lane.at.poll()
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
}

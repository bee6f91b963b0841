//! The plain truth: minimax without windows, alone (`minimax`), with all moves of the top levels offered at once
//! (`par`), or the same above full-window alpha-beta (`par-ab`). Nothing is ever cut here, so nothing is discarded.

use crate::game::{Evaluator, Game, Score};
use crate::sched::Cancelled;
use crate::search::context::Search;
use crate::search::memory::Lane;
use crate::search::node::Plain;
use crate::search::path::Frame;
use crate::search::split::SharedBest;
use crate::search::table::Entry;
use crate::search::window::{Bound, Ranked, Window};

/// What searches the trees below the levels that are offered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Subtree {
    Minimax,
    AlphaBeta,
}

impl<G: Game, E: Evaluator<G>> Search<'_, G, E> {
    /// The best move and value of a position: of equal moves the first. All moves of this and the next `levels - 1`
    /// levels are offered as tasks; with no levels they are searched one after the other.
    pub(super) fn every_move(
        &self,
        lane: &mut Lane<'_, '_>,
        frame: &Frame<'_, G>,
        moves: &[G::Move],
        depth: u32,
        levels: u32,
        subtree: Subtree,
    ) -> Result<Ranked, Cancelled> {
        let best = SharedBest::new(Ranked::NONE);
        let search = |lane: &mut Lane<'_, '_>, index: usize| {
            let (child, view) = self.enter(lane, frame, moves[index])?;
            let value = match self.settled(&child, depth - 1) {
                Some(value) => value,
                None => self.subtree(lane, &child, depth - 1, levels.saturating_sub(1), subtree)?,
            };
            best.merge(Ranked::new(view.turn(value), index));
            Ok(())
        };
        if levels > 0 {
            self.crew.offer(lane, moves.len(), search)?;
        } else {
            (0..moves.len()).try_for_each(|index| search(lane, index))?;
        }
        let best = best.get();
        self.note_line(frame, depth, best);
        Ok(best)
    }

    fn subtree(
        &self,
        lane: &mut Lane<'_, '_>,
        frame: &Frame<'_, G>,
        depth: u32,
        levels: u32,
        subtree: Subtree,
    ) -> Result<Score, Cancelled> {
        if levels > 0 {
            let moves = self.game.legal_moves(&frame.position);
            return Ok(self.every_move(lane, frame, &moves, depth, levels, subtree)?.score());
        }
        match subtree {
            Subtree::Minimax => self.minimax(lane, frame, depth),
            Subtree::AlphaBeta => self.node::<Plain>(lane, frame, depth, Window::FULL),
        }
    }

    /// The minimax value of a position that has not ended, `depth >= 1` plies deep.
    fn minimax(&self, lane: &mut Lane<'_, '_>, frame: &Frame<'_, G>, depth: u32) -> Result<Score, Cancelled> {
        let mut best = Ranked::NONE;
        for (index, &m) in self.game.legal_moves(&frame.position).iter().enumerate() {
            let (child, view) = self.enter(lane, frame, m)?;
            let value = match self.settled(&child, depth - 1) {
                Some(value) => value,
                None => self.minimax(lane, &child, depth - 1)?,
            };
            best = best.max(Ranked::new(view.turn(value), index));
        }
        self.note_line(frame, depth, best);
        Ok(best.score())
    }

    /// Leaves a trace from which the principal variation is read. The last two plies are left out: they are most of
    /// the tree.
    #[inline]
    fn note_line(&self, frame: &Frame<'_, G>, depth: u32, best: Ranked) {
        if depth >= 3 {
            let entry = Entry { score: best.score(), bound: Bound::Exact, depth, best: best.place() };
            self.table.store(frame.key, entry);
        }
    }
}

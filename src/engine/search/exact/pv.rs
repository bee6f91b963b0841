//! The principal variation, read from tables after a depth is finished. Nodes on it leave exact
//! entries in a small table; where the transposition table has ended a node, its entry is used.
//! Only an entry with the expected depth and score continues the line. The last plies are searched
//! again by minimax.
//!
//! An overwritten entry ends the line early: it is legal but perhaps not best. Where values depend
//! on the path (repetitions), an entry may come from another path: a line that does not lead to the
//! root's score keeps only its first move.

use crate::game::{Evaluator, Game, Score};
use crate::search::exact::path::Frame;
use crate::search::exact::search::ExactSearch;
use crate::search::sim_ids::TABLE;
use crate::search::table::Entry;
use crate::search::task::Task;
use crate::search::window::{Bound, Ranked, View};

/// Up to this depth a line is completed by minimax.
const PLAIN: u32 = 2;

impl<G: Game, E: Evaluator<G>> ExactSearch<'_, G, E> {
    #[inline]
    pub(super) fn note(&self, task: &Task<'_, '_>, frame: &Frame<'_, G>, entry: Entry) {
        task.at.writes(self.table.line(TABLE, frame.key));
        self.table.store(frame.key, entry);
        if entry.bound == Bound::Exact {
            self.note_line(frame, entry);
        }
    }

    /// Not inlined, because it is rare.
    #[inline(never)]
    pub(super) fn note_line(&self, frame: &Frame<'_, G>, entry: Entry) {
        if entry.depth > PLAIN {
            self.tasks.memories.lines().store(frame.key, entry);
        }
    }

    /// Appends the best line after `m`, worth `score` in `frame`. False if the line found has
    /// another value.
    pub(super) fn continue_line(
        &self,
        frame: &Frame<'_, G>,
        m: G::Move,
        depth: u32,
        score: Score,
        line: &mut Vec<G::Move>,
    ) -> bool {
        let (child, view) = self.after(frame, m);
        let (depth, score) = (depth - 1, view.turn(score));
        if let Some(value) = self.leaf_value(&child, depth) {
            return value == score;
        }
        let known = if depth > PLAIN { self.noted(child.key, depth, score) } else { None };
        let best = if known.is_none() && depth <= PLAIN + 1 {
            let best = self.plain(&child, depth);
            if best.score() != score {
                return false;
            }
            Some(best.place())
        } else {
            known
        };
        let moves = self.game.legal_moves(&child.position);
        match best.and_then(|best| moves.get(best)) {
            Some(&m) => {
                line.push(m);
                self.continue_line(&child, m, depth, score, line)
            }
            None => true,
        }
    }

    /// The best move of a position, if it has an exact entry of this depth and score.
    fn noted(&self, key: u64, depth: u32, score: Score) -> Option<usize> {
        let fits = |known: &Entry| (known.bound, known.depth, known.score) == (Bound::Exact, depth, score);
        let tables = [self.tasks.memories.lines(), self.table];
        tables.iter().find_map(|table| table.probe(key).filter(fits)).map(|known| known.best)
    }

    fn after<'p>(&self, parent: &'p Frame<'p, G>, m: G::Move) -> (Frame<'p, G>, View) {
        let position = self.game.play(&parent.position, m);
        Frame::child(self.game, parent, position)
    }

    fn plain(&self, frame: &Frame<'_, G>, depth: u32) -> Ranked {
        let moves = self.game.legal_moves(&frame.position);
        let value = |index: usize| {
            let (child, view) = self.after(frame, moves[index]);
            let value = self.leaf_value(&child, depth - 1);
            view.turn(value.unwrap_or_else(|| self.plain(&child, depth - 1).score()))
        };
        (0..moves.len()).map(|index| Ranked::new(value(index), index)).max().unwrap_or(Ranked::NONE)
    }
}

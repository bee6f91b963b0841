//! The principal variation, read from a table after a depth is finished.
//!
//! The search itself carries no lines. Nodes on the principal variation leave exact entries of
//! their depth in a small table of their own, and only such an entry with the expected score
//! continues the line. Where the transposition table has ended the node instead, its entry does; if
//! that was overwritten since, the line ends early. The last two plies are not stored but searched
//! again by minimax, and so is the third last if its entry was overwritten.
//!
//! Where the value of a position depends on the path to it (repetitions), an entry may come from
//! another path. A line that does not lead to the root's score keeps only its first move. A line
//! that ends early cannot be checked: it is legal but perhaps not best.

use crate::game::{Evaluator, Game, Score};
use crate::search::exact::path::Frame;
use crate::search::exact::search::ExactSearch;
use crate::search::sim_ids::TABLE;
use crate::search::table::Entry;
use crate::search::task::Task;
use crate::search::window::{Bound, Ranked, View};

/// Up to this depth a line is completed by minimax. One more ply would take a millisecond of chess
/// at each depth of a search.
const PLAIN: u32 = 2;

impl<G: Game, E: Evaluator<G>> ExactSearch<'_, G, E> {
    /// Stores the result of a node.
    #[inline]
    pub(super) fn note(&self, task: &Task<'_, '_>, frame: &Frame<'_, G>, entry: Entry) {
        task.at.writes(self.table.line(TABLE, frame.key));
        self.table.store(frame.key, entry);
        if entry.bound == Bound::Exact {
            self.note_line(frame, entry);
        }
    }

    /// Stores an exact entry for the principal variation. Not inlined, because most nodes have
    /// none.
    #[inline(never)]
    pub(super) fn note_line(&self, frame: &Frame<'_, G>, entry: Entry) {
        if entry.depth > PLAIN {
            self.tasks.memories.lines().store(frame.key, entry);
        }
    }

    /// Appends the best line after `m`, which is worth `score` in `frame`, searched `depth` plies
    /// deep. False if the line found has another value.
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

    /// The best move of a position, if its exact entry of this depth and score is known.
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

//! A table entry of a playing search: score and static value share the score field of an [`Entry`],
//! and the move is a code.

use super::score::{UNKNOWN, from_table, to_table};
use crate::game::Score;
use crate::search::table::{Entry, Table};
use crate::search::window::Bound;

#[derive(Clone, Copy, Debug)]
pub(super) struct TtEntry {
    pub score: Score,
    /// The static value before correction; [`UNKNOWN`] in check.
    pub value: Score,
    pub depth: i32,
    pub bound: Bound,
    /// The code of the best move, or 0.
    pub code: u16,
}

impl TtEntry {
    #[inline]
    pub fn probe(table: &Table, key: u64, ply: u32) -> Option<TtEntry> {
        let Entry { score, bound, depth, best } = table.probe(key)?;
        Some(TtEntry {
            score: from_table(score >> 16, ply),
            value: Score::from(score as i16),
            depth: depth as i32,
            bound,
            code: best as u16,
        })
    }

    /// Stores the result of a node. Without a move it keeps that of `before`. A far shallower bound
    /// does not replace `before`. Returns true if it was stored.
    #[inline]
    pub fn store(self, table: &Table, key: u64, ply: u32, before: Option<&TtEntry>) -> bool {
        let code = if self.code == 0 { before.map_or(0, |before| before.code) } else { self.code };
        if self.bound != Bound::Exact && before.is_some_and(|before| before.depth > self.depth + 4) {
            return false;
        }
        let score = (to_table(self.score, ply) << 16) | Score::from(self.value as u16);
        let depth = self.depth.max(0) as u32;
        table.store(key, Entry { score, bound: self.bound, depth, best: usize::from(code) });
        true
    }

    /// True if the score decides the window.
    #[inline]
    pub fn settles(&self, alpha: Score, beta: Score) -> bool {
        match self.bound {
            Bound::Exact => true,
            Bound::Lower => self.score >= beta,
            Bound::Upper => self.score <= alpha,
        }
    }

    /// The static value, or the score if that is a better estimate.
    #[inline]
    pub fn refine(&self, value: Score) -> Score {
        let says_more = match self.bound {
            Bound::Exact => true,
            Bound::Lower => self.score > value,
            Bound::Upper => self.score < value,
        };
        if says_more && value != UNKNOWN { self.score } else { value }
    }
}

use super::pv::{Pv, PvMoves};
use super::score::{INFINITE, outside};
use crate::game::Score;
use crate::search::answer;
use crate::search::window::{Bound, Window};

#[derive(Clone, Debug)]
pub(super) struct RootMove<M> {
    pub m: M,
    /// The value at the present depth; `-INFINITE` if another move is at least as good.
    pub score: Score,
    /// The value when last searched with an open window.
    pub last: Score,
    pub bound: Bound,
    /// The depth of `last`; 0 if there is none.
    pub depth: i32,
    pub pv: Vec<M>,
}

impl<M: Copy> RootMove<M> {
    pub fn new(m: M) -> RootMove<M> {
        RootMove { m, score: -INFINITE, last: -INFINITE, bound: Bound::Upper, depth: 0, pv: vec![m] }
    }

    pub fn line(&self) -> answer::ScoredLine<M> {
        answer::ScoredLine { score: outside(self.last), pv: self.pv.clone() }
    }
}

impl<M: Copy + Send + Sync> RootMove<M> {
    /// Records that the move has raised the alpha of `window`, or is the first.
    pub fn found(&mut self, score: Score, rest: &PvMoves<M>, window: Window, depth: i32) {
        let mut pv = PvMoves::default();
        pv.lead(self.m, rest);
        (self.score, self.last, self.bound, self.depth) = (score, score, Bound::of(score, window), depth);
        self.pv = pv.0.to_vec();
    }
}

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
    /// True if the present pass over the moves found another one at least as good.
    pub refuted: bool,
    pub pv: Vec<M>,
}

impl<M: Copy> RootMove<M> {
    pub fn new(m: M) -> RootMove<M> {
        let (score, last, bound) = (-INFINITE, -INFINITE, Bound::Upper);
        RootMove { m, score, last, bound, depth: 0, refuted: false, pv: vec![m] }
    }

    pub fn line(&self) -> answer::ScoredLine<M> {
        answer::ScoredLine { score: outside(self.last), pv: self.pv.clone() }
    }
}

/// The best move of an unfinished depth, if it has found any. Until the present pass over the
/// moves comes to a move, it has the value of the pass before: a move that failed high and was
/// refuted then leads no longer.
pub(super) fn leader<M>(moves: &[RootMove<M>], depth: i32) -> Option<&RootMove<M>> {
    let found = moves.iter().filter(|tried| tried.depth == depth && !tried.refuted);
    found.rev().max_by_key(|tried| tried.last)
}

impl<M: Copy + Send + Sync> RootMove<M> {
    /// Begins another pass over the moves.
    pub fn begin(&mut self) {
        (self.score, self.refuted) = (-INFINITE, false);
    }

    /// Records that the move has raised the alpha of `window`, or is the first.
    pub fn found(&mut self, score: Score, rest: &PvMoves<M>, window: Window, depth: i32) {
        let mut pv = PvMoves::default();
        pv.lead(self.m, rest);
        (self.score, self.last, self.bound, self.depth) = (score, score, Bound::of(score, window), depth);
        self.refuted = false;
        self.pv = pv.0.to_vec();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(tried: &mut RootMove<u8>, score: Score, window: (Score, Score)) {
        tried.found(score, &PvMoves::default(), Window::new(window.0, window.1), 7);
    }

    #[test]
    fn a_move_that_failed_high_and_fell_leads_no_longer() {
        let mut moves = ['a', 'b', 'c'].map(|m| RootMove::new(m as u8));
        let leads = |moves: &[RootMove<u8>]| leader(moves, 7).map(|best| char::from(best.m));
        moves.iter_mut().for_each(RootMove::begin);
        assert_eq!(leads(&moves), None);
        found(&mut moves[0], 20, (0, 40));
        assert_eq!(leads(&moves), Some('a'));
        found(&mut moves[1], 45, (20, 40));
        assert_eq!((leads(&moves), moves[1].bound), (Some('b'), Bound::Lower));
        // The next pass over the moves, with a wider window.
        moves.swap(0, 1);
        moves.iter_mut().for_each(RootMove::begin);
        assert_eq!(leads(&moves), Some('b'));
        found(&mut moves[0], -50, (0, 90));
        assert_eq!(leads(&moves), Some('a'));
        // If that one has fallen too, the first is the better.
        moves[1].refuted = true;
        assert_eq!(leads(&moves), Some('b'));
        found(&mut moves[2], 10, (-50, 90));
        assert_eq!(leads(&moves), Some('c'));
        // At another depth nothing is known.
        assert_eq!(leader(&moves, 8).map(|best| best.m), None);
    }
}

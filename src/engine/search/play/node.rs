use arrayvec::ArrayVec;

use super::context::Context;
use super::score::FORCED;
use super::search::{FrameOf, PlaySearch, State};
use super::tt_entry::TtEntry;
use crate::game::{IncrementalEvaluator, Score, Tactical};
use crate::search::task::Task;
use crate::search::window::{Bound, Window};

pub(super) struct PlayNode<'n, 's, G: Tactical, E: IncrementalEvaluator<G>> {
    pub search: &'n PlaySearch<'s, G, E>,
    pub frame: &'n FrameOf<'n, G, E>,
    /// 1 or more.
    pub depth: i32,
    /// True if it is a null-window node that is expected to fail high.
    pub cut: bool,
    pub improving: bool,
    /// True if its window is open.
    pub open: bool,
    pub tt_entry: Option<TtEntry>,
    pub table_move: Option<G::Move>,
    /// The move left out in a singular search.
    pub excluded: Option<G::Move>,
}

pub(super) type Tried<M> = ArrayVec<M, 64>;

impl<G: Tactical, E: IncrementalEvaluator<G>> PlayNode<'_, '_, G, E> {
    /// Stores the result, unless a move was excluded, and learns the error of the static value.
    pub fn conclude(
        &self,
        task: &Task<'_, '_>,
        with: &Context<'_, G, State<G, E>>,
        best: Score,
        best_move: Option<G::Move>,
        (alpha, beta): (Score, Score),
    ) {
        let &PlayNode { search, frame, depth, .. } = self;
        if self.excluded.is_some() {
            return;
        }
        let bound = Bound::of(best, Window::new(alpha, beta));
        let code = best_move.map_or(0, |m| search.game.code(m));
        search.remember(task, frame, (best, bound, code), depth, self.tt_entry.as_ref());
        let quiet = best_move.is_none_or(|m| !search.game.is_noisy(m));
        let contradicted = match bound {
            Bound::Exact => true,
            Bound::Lower => best > frame.value,
            Bound::Upper => best < frame.value,
        };
        if search.tuning.correction != 0 && quiet && !frame.in_check && contradicted && best.abs() < FORCED {
            let side = search.game.side_to_move(frame.position) as usize;
            let error = (best - frame.value, depth);
            with.histories.learn_correction(side, &frame.structures, search.last_two(frame), error);
        }
    }

    fn bonus(&self) -> i32 {
        (16 * self.depth * self.depth + 128 * self.depth).min(1600)
    }

    /// Raises the history of a quiet move that has cut, and lowers that of quiet ones tried before.
    pub fn learn_cut(&self, with: &Context<'_, G, State<G, E>>, m: G::Move, tried: &[G::Move]) {
        let bonus = self.bonus();
        with.learn_quiet(m, bonus);
        let others = tried.iter().filter(|&&other| !with.game.is_noisy(other));
        others.for_each(|&other| with.learn_quiet(other, -bonus));
    }

    /// Raises the history of the quiet move that led to a node without a good move, twice if the
    /// null move is verified.
    pub fn learn_refuting(&self, with: &Context<'_, G, State<G, E>>) {
        let quiet = self.frame.m.filter(|&m| !with.game.is_noisy(m));
        if let (Some(m), Some(parent)) = (quiet, self.frame.parent) {
            self.search.context(parent, with.histories).learn_quiet(m, self.bonus());
        }
    }
}

pub(super) enum Extension {
    /// A change in plies, negative for shallower.
    By(i32),
    /// The node's score: another move is good enough too.
    Cut(Score),
}

//! Quiescence: below the horizon only moves that change the material are tried. The side to move
//! may also stop (*stand pat*), so its static value is a lower bound. In check it may not: evasions
//! are tried until one does not lose by force, then only noisy ones.

use super::picker::Picker;
use super::pv::Pv;
use super::score::{DRAW, FORCED, INFINITE, MATE};
use super::search::{DEEPEST, FrameOf, PlaySearch, StepOf};
use crate::game::{IncrementalEvaluator, Score, Tactical};
use crate::search::task::Task;
use crate::search::window::{Bound, Window};
use sparring_sched::Cancelled;

impl<G: Tactical, E: IncrementalEvaluator<G>> PlaySearch<'_, G, E> {
    pub(super) fn quiesce<P: Pv<G::Move>>(
        &self,
        task: &mut Task<'_, '_>,
        step: &StepOf<'_, G, E>,
        (mut alpha, beta): (Score, Score),
        pv: &mut P,
    ) -> Result<Score, Cancelled> {
        self.count_node(task)?;
        pv.clear();
        if self.is_drawn(step) {
            return Ok(DRAW);
        }
        let (ply, histories) = (step.ply(), self.histories(task));
        let before = self.probe(task, step);
        if !P::OPEN
            && let Some(tt_entry) = before
            && tt_entry.settles(alpha, beta)
            && self.trusts_table(step)
        {
            return Ok(tt_entry.score);
        }
        // Stand pat.
        let frame = self.frame(histories, step, before.as_ref());
        if P::OPEN {
            histories.reached(ply);
        }
        if ply >= DEEPEST || self.tuning.quiescence == 0 {
            return Ok(if frame.in_check { DRAW } else { frame.value });
        }
        let (first_alpha, mut best, mut best_code, mut reachable) = (alpha, -INFINITE, 0, -INFINITE);
        if !frame.in_check {
            // The table's mates have no line, so with an open window deeper searches find them.
            let known = before.filter(|tt_entry| !P::OPEN || tt_entry.score.abs() < FORCED);
            best = known.map_or(frame.value, |tt_entry| tt_entry.refine(frame.value));
            if best >= beta {
                return Ok(best);
            }
            alpha = alpha.max(best);
            reachable = best + self.tuning.delta;
        }
        let first = before.and_then(|tt_entry| self.game.decode(&step.position, tt_entry.code));
        let first = first.filter(|&m| frame.in_check || self.game.is_noisy(m));
        let mut picker = Picker::quiescence(first, frame.in_check);
        let with = self.context(&frame, histories);
        while let Some(m) = picker.next(&with) {
            if let Some(bound) = self.unneeded(&frame, m, first, best, (alpha, reachable)) {
                best = best.max(bound);
                continue;
            }
            let next = self.step(task, &frame, m);
            let mut rest = P::default();
            let score = -self.quiesce(task, &next, (-beta, -alpha), &mut rest)?;
            if score > best {
                best = score;
                if score > alpha {
                    (alpha, best_code) = (score, self.game.code(m));
                    pv.lead(m, &rest);
                    if score >= beta {
                        break;
                    }
                }
            }
        }
        // In check without a move: mate.
        if best == -INFINITE {
            return Ok(ply as Score - MATE);
        }
        let bound = Bound::of(best, Window::new(first_alpha, beta));
        self.remember(task, &frame, (best, bound, best_code), 0, before.as_ref());
        Ok(best)
    }

    /// A bound of what a move can reach, if it need not be tried. Of moves other than `first`, the
    /// table's, the picker has left out those that lose material.
    #[inline]
    fn unneeded(
        &self,
        frame: &FrameOf<'_, G, E>,
        m: G::Move,
        first: Option<G::Move>,
        best: Score,
        (alpha, reachable): (Score, Score),
    ) -> Option<Score> {
        if best <= -FORCED {
            return None;
        }
        if frame.in_check {
            return (!self.game.is_noisy(m)).then_some(best);
        }
        // Delta pruning: even with what it takes, the move does not reach alpha.
        let most = reachable + self.game.gain(m);
        if most <= alpha {
            return Some(most);
        }
        (first == Some(m) && !self.game.exchange_at_least(frame.position, m, 0)).then_some(best)
    }
}

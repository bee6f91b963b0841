//! Quiescence: below the horizon only moves that change the material are tried, until the static
//! value can be trusted.
//!
//! The side to move may also stop (*stand pat*), so its static value is a lower bound. In check it
//! may not: evasions are tried until one does not lose by force, then only those that take or
//! promote.

use super::line::Line;
use super::picker::Picker;
use super::score::{DRAW, FORCED, INFINITE, MATE};
use super::search::{DEEPEST, FrameOf, Search, StepOf};
use crate::game::{IncrementalEvaluator, Score, Tactical};
use crate::search::task::Task;
use crate::search::window::{Bound, Window};
use sparring_sched::Cancelled;

impl<G: Tactical, E: IncrementalEvaluator<G>> Search<'_, G, E> {
    /// The value of a position at the horizon, in the fail-soft sense.
    pub(super) fn quiesce<L: Line<G::Move>>(
        &self,
        task: &mut Task<'_, '_>,
        step: &StepOf<'_, G, E>,
        (mut alpha, beta): (Score, Score),
        line: &mut L,
    ) -> Result<Score, Cancelled> {
        // 1. Ends, and what the table knows.
        self.count_node(task)?;
        line.clear();
        if self.is_drawn(step) {
            return Ok(DRAW);
        }
        let (ply, memory) = (step.ply(), self.moves(task));
        let before = self.known(task, step);
        if !L::OPEN
            && let Some(known) = before
            && known.settles(alpha, beta)
            && self.trusts_table(step)
        {
            return Ok(known.score);
        }
        // 2. Stand pat.
        let frame = self.frame(memory, step, before.as_ref());
        if L::OPEN {
            memory.reached(ply);
        }
        if ply >= DEEPEST || self.tuning.quiescence == 0 {
            return Ok(if frame.in_check { DRAW } else { frame.value });
        }
        let (first_alpha, mut best, mut best_code) = (alpha, -INFINITE, 0);
        let mut reachable = -INFINITE;
        if !frame.in_check {
            best = before.map_or(frame.value, |known| known.refine(frame.value));
            if best >= beta {
                return Ok(best);
            }
            alpha = alpha.max(best);
            reachable = best + self.tuning.delta;
        }
        // 3. Moves.
        let first = before.and_then(|known| self.game.decode(&step.position, known.code));
        let first = first.filter(|&m| frame.in_check || self.game.is_noisy(m));
        let mut picker = Picker::quiescence(first, frame.in_check);
        let with = self.context(&frame, memory);
        while let Some(m) = picker.next(&with) {
            if let Some(bound) = self.unneeded(&frame, m, first, best, (alpha, reachable)) {
                best = best.max(bound);
                continue;
            }
            let next = self.step(task, &frame, m);
            let mut rest = L::default();
            let score = -self.quiesce(task, &next, (-beta, -alpha), &mut rest)?;
            if score > best {
                best = score;
                if score > alpha {
                    (alpha, best_code) = (score, self.game.code(m));
                    line.lead(m, &rest);
                    if score >= beta {
                        break;
                    }
                }
            }
        }
        // 4. In check without a move: mate.
        if best == -INFINITE {
            return Ok(ply as Score - MATE);
        }
        let bound = Bound::of(best, Window::new(first_alpha, beta));
        self.remember(task, &frame, (best, bound, best_code), 0, before.as_ref());
        Ok(best)
    }

    /// If a move need not be tried, a bound of what it can reach. `best` is the best so far,
    /// `first` the table's move: of the others the picker has left out those that lose material.
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
            // Some evasion does not lose by force: quiet ones are left out.
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

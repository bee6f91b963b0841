use super::context::Context;
use super::node::{Extension, PlayNode};
use super::pv::Pv;
use super::score::FORCED;
use super::search::{State, StepOf};
use crate::game::{IncrementalEvaluator, Score, Tactical};
use crate::search::task::Task;
use crate::search::window::Bound;
use sparring_sched::Cancelled;

const PLY: i32 = 1024;

impl<G: Tactical, E: IncrementalEvaluator<G>> PlayNode<'_, '_, G, E> {
    /// The reduction by depth and place alone, in 1/1024 of a ply.
    fn late(&self, place: i32) -> i32 {
        let (tuning, log) = (self.search.tuning, &self.search.logarithms);
        tuning.lmr_base + log.of(self.depth) * log.of(place) / PLY
    }

    /// The approximate depth of the first search of a quiet move.
    fn reduced(&self, place: i32) -> i32 {
        (self.depth - self.late(place) / PLY).max(1)
    }

    /// True if of the quiet moves from `place` on only checks are worth searching.
    pub(super) fn only_checks(&self, place: i32, alpha: Score) -> bool {
        let &PlayNode { search, frame, depth, improving, .. } = self;
        let tuning = search.tuning;
        let enough = (tuning.lmp_base + depth * depth) >> i32::from(!improving);
        if depth <= tuning.lmp_depth && place > enough.max(1) {
            return true;
        }
        let reduced = self.reduced(place);
        let reach = frame.value + tuning.futility_base + tuning.futility_margin * reduced;
        !frame.in_check && reduced <= tuning.futility_depth && reach <= alpha && alpha.abs() < FORCED
    }

    /// True if a move is not worth searching, given that another does not lose by force.
    pub(super) fn prunes(
        &self,
        with: &Context<'_, G, State<G, E>>,
        m: G::Move,
        place: i32,
        alpha: Score,
    ) -> bool {
        let &PlayNode { search, frame, depth, .. } = self;
        let tuning = search.tuning;
        if !search.game.allows_null_move(frame.position) {
            return false;
        }
        if search.game.is_noisy(m) {
            return depth <= tuning.see_depth
                && !search.game.exchange_at_least(frame.position, m, -tuning.see_noisy * depth);
        }
        // 1. Quiet moves too late or too far below alpha; except for checks.
        if self.only_checks(place, alpha) && !search.game.gives_check(frame.position, m) {
            return true;
        }
        // 2. Moves with a bad history.
        let reduced = self.reduced(place);
        let history = tuning.history_prune * reduced;
        if history != 0 && reduced <= 4 && with.quiet_history(m) < -history {
            return true;
        }
        // 3. Moves that lose material.
        reduced <= tuning.see_depth
            && !search.game.exchange_at_least(frame.position, m, -tuning.see_quiet * reduced * reduced)
    }

    /// The extension of the table's move, if no other comes near it (*singular*).
    pub(super) fn extension(
        &self,
        task: &mut Task<'_, '_>,
        m: G::Move,
        beta: Score,
    ) -> Result<Extension, Cancelled> {
        let &PlayNode { search, frame, depth, .. } = self;
        let tuning = search.tuning;
        let Some(tt_entry) = self.tt_entry.filter(|_| Some(m) == self.table_move && self.excluded.is_none())
        else {
            return Ok(Extension::By(0));
        };
        let candidate = tuning.singular_depth != 0
            && depth >= tuning.singular_depth
            && tt_entry.depth >= depth - 3
            && tt_entry.bound != Bound::Upper
            && tt_entry.score.abs() < FORCED
            && (frame.ply as i32) < 2 * search.root_depth;
        if !candidate {
            return Ok(Extension::By(0));
        }
        let bar = tt_entry.score - tuning.singular_margin * depth / 16;
        let others = PlayNode { depth: (depth - 1) / 2, excluded: Some(m), ..*self };
        let score = others.moves(task, (bar - 1, bar), &mut ())?;
        Ok(if score < bar {
            let far = tuning.singular_double != 0 && score < bar - tuning.singular_double;
            Extension::By(if far { 2 } else { 1 })
        } else if score >= beta {
            Extension::Cut(score)
        } else if tt_entry.score >= beta {
            Extension::By(-1)
        } else {
            Extension::By(0)
        })
    }

    /// The first reduction of a scout search in plies. `place` counts from 1.
    fn reduction(&self, with: &Context<'_, G, State<G, E>>, m: G::Move, place: i32, checks: bool) -> i32 {
        let tuning = self.search.tuning;
        if self.depth < 3 || place <= 1 + i32::from(self.open) {
            return 0;
        }
        let late = self.late(place);
        if with.game.is_noisy(m) {
            return if tuning.lmr_noisy != 0 { (late / 2 / PLY).max(0) } else { 0 };
        }
        let mut plies = late;
        plies += if self.cut { tuning.lmr_cut } else { 0 };
        plies -= if self.open { tuning.lmr_pv } else { 0 };
        plies += if self.improving { 0 } else { tuning.lmr_worse };
        plies -= if checks { PLY } else { 0 };
        plies -= with.quiet_history(m) * PLY / tuning.lmr_history.max(1);
        (plies / PLY).max(0)
    }

    #[inline]
    fn after(&self, task: &Task<'_, '_>, m: G::Move, extension: i32) -> (StepOf<'_, G, E>, bool, i32) {
        let search = self.search;
        let step = search.step(task, self.frame, m);
        let checks = search.game.in_check(&step.position);
        let by_check = search.tuning.check != 0
            && checks
            && extension == 0
            && (self.frame.ply as i32) < 2 * search.root_depth
            && search.game.exchange_at_least(self.frame.position, m, 0);
        (step, checks, self.depth - 1 + extension + i32::from(by_check))
    }

    /// Scouts a move reduced at first, and if that does not refute it, to about the full depth.
    fn scout_step(
        &self,
        task: &mut Task<'_, '_>,
        (m, place): (G::Move, i32),
        (step, checks, mut depth): (&StepOf<'_, G, E>, bool, i32),
        alpha: Score,
    ) -> Result<Score, Cancelled> {
        let search = self.search;
        let window = (-alpha - 1, -alpha);
        let with = search.context(self.frame, search.histories(task));
        let reduced = (depth - self.reduction(&with, m, place, checks)).max(1);
        if reduced < depth {
            let score = -search.visit(task, step, window, reduced, true, &mut ())?;
            if score <= alpha {
                return Ok(score);
            }
            depth += self.adjustment(score - alpha, depth - reduced);
            if depth <= reduced {
                return Ok(score);
            }
        }
        Ok(-search.visit(task, step, window, depth, !self.cut, &mut ())?)
    }

    /// The change of depth for repeating a scout search that was reduced by `plies` and exceeded
    /// alpha by `margin`.
    fn adjustment(&self, margin: Score, plies: i32) -> i32 {
        let tuning = self.search.tuning;
        let far = tuning.deeper != 0 && plies > 1 && margin > tuning.deeper;
        i32::from(far) - i32::from(margin < tuning.shallower)
    }

    pub(super) fn scout(
        &self,
        task: &mut Task<'_, '_>,
        m: G::Move,
        place: i32,
        alpha: Score,
    ) -> Result<Score, Cancelled> {
        let (step, checks, depth) = self.after(task, m, 0);
        self.scout_step(task, (m, place), (&step, checks, depth), alpha)
    }

    pub(super) fn re_search<P: Pv<G::Move>>(
        &self,
        task: &mut Task<'_, '_>,
        m: G::Move,
        (alpha, beta): (Score, Score),
        rest: &mut P,
    ) -> Result<Score, Cancelled> {
        let (step, _, depth) = self.after(task, m, 0);
        Ok(-self.search.visit(task, &step, (-beta, -alpha), depth, false, rest)?)
    }

    /// Scouts a move and, if that exceeds alpha in a PV node, re-searches it.
    pub(super) fn search_move<P: Pv<G::Move>>(
        &self,
        task: &mut Task<'_, '_>,
        (m, place, extension): (G::Move, i32, i32),
        (alpha, beta): (Score, Score),
        rest: &mut P,
    ) -> Result<Score, Cancelled> {
        let (step, checks, depth) = self.after(task, m, extension);
        if place > 1 || !P::OPEN {
            let score = self.scout_step(task, (m, place), (&step, checks, depth), alpha)?;
            if !P::OPEN || score <= alpha || score >= beta {
                return Ok(score);
            }
        }
        Ok(-self.search.visit(task, &step, (-beta, -alpha), depth, false, rest)?)
    }
}

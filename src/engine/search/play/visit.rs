use super::frame::Step;
use super::histories::Histories;
use super::node::PlayNode;
use super::picker::Picker;
use super::pv::Pv;
use super::score::{DRAW, FORCED, MATE, UNKNOWN};
use super::search::{DEEPEST, FrameOf, PlaySearch, StepOf};
use crate::game::{IncrementalEvaluator, Score, Tactical};
use crate::search::task::Task;
use crate::search::window::Bound;
use sparring_sched::Cancelled;

/// The largest change of a quiet move's history by the static value after it.
const STATIC_MOST: i32 = 750;

impl<G: Tactical, E: IncrementalEvaluator<G>> PlaySearch<'_, G, E> {
    /// The fail-soft value of a position just reached, `depth` plies deep. `cut`: true for a
    /// null-window node that is expected to fail high.
    pub(super) fn visit<P: Pv<G::Move>>(
        &self,
        task: &mut Task<'_, '_>,
        step: &StepOf<'_, G, E>,
        (alpha, beta): (Score, Score),
        depth: i32,
        cut: bool,
        pv: &mut P,
    ) -> Result<Score, Cancelled> {
        debug_assert!(alpha < beta && (P::OPEN || alpha + 1 == beta));
        if depth <= 0 {
            return self.quiesce(task, step, (alpha, beta), pv);
        }
        // No line from here is better than mate on the next move, or worse than mate now.
        self.count_node(task)?;
        pv.clear();
        if self.is_drawn(step) {
            return Ok(DRAW);
        }
        let (ply, histories) = (step.ply(), self.histories(task));
        let alpha = alpha.max(ply as Score - MATE);
        let beta = beta.min(MATE - ply as Score - 1);
        if alpha >= beta {
            return Ok(alpha);
        }
        let tt_entry = self.probe(task, step);
        if !P::OPEN
            && let Some(tt_entry) = tt_entry
            && tt_entry.depth >= depth
            && tt_entry.settles(alpha, beta)
            && self.trusts_table(step)
        {
            return Ok(tt_entry.score);
        }
        let mut frame = self.frame(histories, step, tt_entry.as_ref());
        if P::OPEN {
            histories.reached(ply);
        }
        if ply >= DEEPEST {
            return Ok(if frame.in_check { DRAW } else { frame.value });
        }
        frame.attacked = self.attacked(frame.position);
        self.learn_static(histories, &frame);
        let table_move = tt_entry.and_then(|tt_entry| self.game.decode(frame.position, tt_entry.code));
        let improving = !frame.in_check && frame.improving();
        let mut node = PlayNode {
            search: self,
            frame: &frame,
            depth,
            cut,
            improving,
            open: P::OPEN,
            tt_entry,
            table_move,
            excluded: None,
        };
        if !P::OPEN
            && !frame.in_check
            && let Some(score) = node.decide(task, beta)?
        {
            return Ok(score);
        }
        // Internal iterative reduction: without a table move the search is shallower; the next
        // visit will have one.
        let internal = self.tuning.internal_depth;
        if internal != 0 && depth >= internal && table_move.is_none() && (P::OPEN || cut) {
            node.depth -= 1;
        }
        node.moves(task, (alpha, beta), pv)
    }

    fn learn_static(&self, histories: &Histories, frame: &FrameOf<'_, G, E>) {
        let Some((parent, m)) = frame.parent.zip(frame.m) else { return };
        if self.tuning.static_history == 0 || frame.in_check || parent.in_check || self.game.is_noisy(m) {
            return;
        }
        let bonus = -(frame.value + parent.value) * self.tuning.static_history;
        let squares = self.game.squares(parent.position, m, parent.attacked);
        histories.learn_quiet(squares, bonus.clamp(-STATIC_MOST, STATIC_MOST));
    }
}

const PROBCUT_DEPTH: i32 = 5;
const PROBCUT_PLIES: i32 = 4;
const PROBCUT_IMPROVING: Score = 50;

impl<G: Tactical, E: IncrementalEvaluator<G>> PlayNode<'_, '_, G, E> {
    /// The score of a null-window node, not in check, if its moves need not be searched.
    fn decide(&self, task: &mut Task<'_, '_>, beta: Score) -> Result<Option<Score>, Cancelled> {
        let &PlayNode { search, frame, depth, improving, .. } = self;
        let tuning = search.tuning;
        let value = self.tt_entry.map_or(frame.value, |tt_entry| tt_entry.refine(frame.value));
        // 1. Reverse futility: so far above beta that the opponent will not catch up.
        let margin = tuning.reverse_margin * (depth - i32::from(improving));
        if depth <= tuning.reverse_depth && value - margin >= beta && value < FORCED && beta > -FORCED {
            return Ok(Some((value + beta) / 2));
        }
        // 2. Null move: if even passing is good enough, some move is.
        let allows_null_move = tuning.null_depth != 0
            && depth >= tuning.null_depth
            && value >= beta
            && frame.value >= beta
            && frame.last.is_some()
            && beta > -FORCED
            && search.game.allows_null_move(frame.position);
        if allows_null_move && let Some(score) = self.null_move(task, value, beta)? {
            return Ok(Some(score));
        }
        // 3. ProbCut, unless the static value reaches beta: there the null move has just found a
        //    threat, which a shallower search may hide.
        if tuning.probcut != 0 && value < beta && depth >= PROBCUT_DEPTH && beta.abs() < FORCED {
            return self.probe_cut(task, value, beta);
        }
        Ok(None)
    }

    /// Decides the node if a shallower search finds a noisy move far above beta (*ProbCut*).
    fn probe_cut(
        &self,
        task: &mut Task<'_, '_>,
        value: Score,
        beta: Score,
    ) -> Result<Option<Score>, Cancelled> {
        let &PlayNode { search, frame, improving, .. } = self;
        let bar = beta + search.tuning.probcut - if improving { PROBCUT_IMPROVING } else { 0 };
        let depth = self.depth - PROBCUT_PLIES;
        // A deeper search has not found such a move; a lower bound is only a hint.
        if self.tt_entry.is_some_and(|tt_entry| tt_entry.depth > depth && tt_entry.score < bar) {
            return Ok(None);
        }
        let first = self.table_move.filter(|&m| search.game.is_noisy(m));
        let mut picker = Picker::quiescence(first, false);
        let (with, window) = (search.context(frame, search.histories(task)), (-bar, 1 - bar));
        while let Some(m) = picker.next(&with) {
            if !search.game.exchange_at_least(frame.position, m, bar - value) {
                continue;
            }
            let step = search.step(task, frame, m);
            let mut score = -search.quiesce(task, &step, window, &mut ())?;
            if score >= bar {
                score = -search.visit(task, &step, window, depth, !self.cut, &mut ())?;
            }
            if score >= bar {
                let found = (score, Bound::Lower, search.game.code(m));
                search.remember(task, frame, found, depth + 1, self.tt_entry.as_ref());
                return Ok(Some(if score < FORCED { score - (bar - beta) } else { score }));
            }
        }
        Ok(None)
    }

    /// Passes and searches with less depth. At great depth a search of the moves has to confirm a
    /// fail-high, because of *zugzwang*.
    fn null_move(
        &self,
        task: &mut Task<'_, '_>,
        value: Score,
        beta: Score,
    ) -> Result<Option<Score>, Cancelled> {
        let &PlayNode { search, frame, depth, .. } = self;
        let tuning = search.tuning;
        let reduction = tuning.null_reduction
            + depth / tuning.null_per_depth.max(1)
            + ((value - beta) / tuning.null_per_value.max(1)).min(3);
        let step = Step::null_move(search.game, frame);
        let score = -search.visit(task, &step, (-beta, 1 - beta), depth - reduction, !self.cut, &mut ())?;
        if score < beta {
            return Ok(None);
        }
        // A mate after passing is not proved.
        let score = if score >= FORCED { beta } else { score };
        if depth < tuning.null_verify {
            return Ok(Some(score));
        }
        let verify = PlayNode { depth: depth - reduction, cut: false, ..*self };
        let verified = verify.moves(task, (beta - 1, beta), &mut ())?;
        Ok((verified >= beta).then_some(score))
    }
}

const _: () = assert!(UNKNOWN < -MATE);

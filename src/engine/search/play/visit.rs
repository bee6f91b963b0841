//! How a node begins: ends of the game, what the table knows, the static value, and the techniques
//! that decide a whole null-window node before its moves are tried.

use super::frame::Step;
use super::line::Line;
use super::node::Node;
use super::score::{DRAW, FORCED, MATE, UNKNOWN};
use super::search::{DEEPEST, Search, StepOf};
use crate::game::{IncrementalEvaluator, Score, Tactical};
use crate::search::task::Task;
use sparring_sched::Cancelled;

impl<G: Tactical, E: IncrementalEvaluator<G>> Search<'_, G, E> {
    /// The value of a position just reached, `depth` plies deep, in the fail-soft sense. `cut`: a
    /// null-window node that is expected to fail high.
    pub(super) fn visit<L: Line<G::Move>>(
        &self,
        task: &mut Task<'_, '_>,
        step: &StepOf<'_, G, E>,
        (alpha, beta): (Score, Score),
        depth: i32,
        cut: bool,
        line: &mut L,
    ) -> Result<Score, Cancelled> {
        debug_assert!(alpha < beta && (L::OPEN || alpha + 1 == beta));
        if depth <= 0 {
            return self.quiesce(task, step, (alpha, beta), line);
        }
        // 1. Ends. No line from here is better than mate on the next move, or worse than mate now.
        self.count_node(task)?;
        line.clear();
        if self.is_drawn(step) {
            return Ok(DRAW);
        }
        let (ply, memory) = (step.ply(), self.moves(task));
        let alpha = alpha.max(ply as Score - MATE);
        let beta = beta.min(MATE - ply as Score - 1);
        if alpha >= beta {
            return Ok(alpha);
        }
        // 2. What the table knows.
        let known = self.known(task, step);
        if !L::OPEN
            && let Some(known) = known
            && known.depth >= depth
            && known.settles(alpha, beta)
            && self.trusts_table(step)
        {
            return Ok(known.score);
        }
        // 3. The static value.
        let frame = self.frame(memory, step, known.as_ref());
        if L::OPEN {
            memory.reached(ply);
        }
        if ply >= DEEPEST {
            return Ok(if frame.in_check { DRAW } else { frame.value });
        }
        let table_move = known.and_then(|known| self.game.decode(frame.position, known.code));
        let improving = !frame.in_check && frame.improving();
        let mut node = Node {
            search: self,
            frame: &frame,
            depth,
            cut,
            improving,
            open: L::OPEN,
            known,
            table_move,
            excluded: None,
        };
        // 4. Null-window nodes that need no moves.
        if !L::OPEN
            && !frame.in_check
            && let Some(score) = node.decide(task, beta)?
        {
            return Ok(score);
        }
        // 5. Without a move from the table the node is searched shallower. The next visit will
        //    have a move (internal iterative reduction).
        let internal = self.tuning.internal_depth;
        if internal != 0 && depth >= internal && table_move.is_none() && (L::OPEN || cut) {
            node.depth -= 1;
        }
        node.moves(task, (alpha, beta), line)
    }
}

impl<G: Tactical, E: IncrementalEvaluator<G>> Node<'_, '_, G, E> {
    /// The score of a null-window node, not in check, if it can be told without trying its moves.
    fn decide(&self, task: &mut Task<'_, '_>, beta: Score) -> Result<Option<Score>, Cancelled> {
        let &Node { search, frame, depth, improving, .. } = self;
        let tuning = search.tuning;
        let value = self.known.map_or(frame.value, |known| known.refine(frame.value));
        // 1. Reverse futility: so far above beta that the opponent will not catch up.
        let margin = tuning.reverse_margin * (depth - i32::from(improving));
        if depth <= tuning.reverse_depth && value - margin >= beta && value < FORCED && beta > -FORCED {
            return Ok(Some((value + beta) / 2));
        }
        // 2. Null move: if even passing is good enough, some move is.
        let may_pass = tuning.null_depth != 0
            && depth >= tuning.null_depth
            && value >= beta
            && frame.value >= beta
            && frame.last.is_some()
            && beta > -FORCED
            && search.game.may_pass(frame.position);
        if may_pass && let Some(score) = self.pass(task, value, beta)? {
            return Ok(Some(score));
        }
        Ok(None)
    }

    /// Passes and searches the rest with less depth. At great depth a search of the moves has to
    /// confirm a fail-high: where every move loses, passing would not (*zugzwang*).
    fn pass(&self, task: &mut Task<'_, '_>, value: Score, beta: Score) -> Result<Option<Score>, Cancelled> {
        let &Node { search, frame, depth, .. } = self;
        let tuning = search.tuning;
        let reduction = tuning.null_reduction
            + depth / tuning.null_per_depth.max(1)
            + ((value - beta) / tuning.null_per_value.max(1)).min(3);
        let step = Step::pass(search.game, frame);
        let score = -search.visit(task, &step, (-beta, 1 - beta), depth - reduction, !self.cut, &mut ())?;
        if score < beta {
            return Ok(None);
        }
        // A mate after passing is not proved.
        let score = if score >= FORCED { beta } else { score };
        if depth < tuning.null_verify {
            return Ok(Some(score));
        }
        let verify = Node { depth: depth - reduction, cut: false, ..*self };
        let verified = verify.moves(task, (beta - 1, beta), &mut ())?;
        Ok((verified >= beta).then_some(score))
    }
}

const _: () = assert!(UNKNOWN < -MATE);

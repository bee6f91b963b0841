use super::event::{RootEvents, Watch};
use super::node::PlayNode;
use super::pv::PvMoves;
use super::root_move::RootMove;
use super::root_split;
use super::score::INFINITE;
use super::search::{FrameOf, PlaySearch};
use crate::game::{IncrementalEvaluator, Score, Tactical};
use crate::search::task::Task;
use crate::search::window::Window;
use sparring_sched::Cancelled;

/// The largest growth of an aspiration window; beyond it the bound is given up.
const WIDEST: Score = 1000;

impl<G: Tactical, E: IncrementalEvaluator<G>> PlaySearch<'_, G, E> {
    pub(super) fn lines(
        &self,
        task: &mut Task<'_, '_>,
        root: &FrameOf<'_, G, E>,
        moves: &mut [RootMove<G::Move>],
        (lines, depth): (usize, i32),
        watch: Watch<'_, G::Move>,
    ) -> Result<(), Cancelled> {
        (0..lines).try_for_each(|line| {
            let (before, alone) = (line, lines == 1);
            let events = RootEvents { watch, depth: self.root_depth, before, alone };
            self.aspire(task, root, &mut moves[line..], depth, &events)
        })
    }

    /// Searches `moves` to a depth and puts the best first. The window is widened step by step
    /// around the last value (*aspiration*).
    fn aspire(
        &self,
        task: &mut Task<'_, '_>,
        root: &FrameOf<'_, G, E>,
        moves: &mut [RootMove<G::Move>],
        depth: i32,
        events: &RootEvents<'_, G::Move>,
    ) -> Result<(), Cancelled> {
        let expected = moves[0].last;
        let mut width = self.tuning.aspiration;
        let narrow = width != 0 && depth >= 5 && expected != -INFINITE;
        let (mut alpha, mut beta) =
            if narrow { (expected - width, expected + width) } else { (-INFINITE, INFINITE) };
        let mut reduced = 0;
        loop {
            let (from, to) = (alpha.max(-INFINITE), beta.min(INFINITE));
            let score = self.root(task, root, moves, (depth - reduced).max(1), (from, to), events)?;
            // Stable: moves that were only refuted keep their order.
            moves.sort_by_key(|tried| -tried.score);
            width += width / 2 + 5;
            if score <= from && from > -INFINITE {
                beta = (from + to) / 2 + 1;
                alpha = if width > WIDEST { -INFINITE } else { score - width };
                reduced = 0;
            } else if score >= to && to < INFINITE {
                beta = if width > WIDEST { INFINITE } else { score + width };
                reduced = (reduced + 1).min(2);
            } else {
                return Ok(());
            }
            events.failed(&moves[0]);
        }
    }

    fn root(
        &self,
        task: &mut Task<'_, '_>,
        root: &FrameOf<'_, G, E>,
        moves: &mut [RootMove<G::Move>],
        depth: i32,
        (first_alpha, beta): (Score, Score),
        events: &RootEvents<'_, G::Move>,
    ) -> Result<Score, Cancelled> {
        task.counts.nodes += 1;
        let node = PlayNode {
            search: self,
            frame: root,
            depth,
            cut: false,
            improving: true,
            open: true,
            tt_entry: None,
            table_move: None,
            excluded: None,
        };
        moves.iter_mut().for_each(RootMove::begin);
        let splits = depth >= self.split_depth && !task.fills;
        let (mut alpha, mut best) = (first_alpha, -INFINITE);
        for place in 0..moves.len() {
            if place == 1 && splits {
                best = root_split::offer(&node, task, moves, best, (alpha, beta), events)?;
                break;
            }
            let mut rest = PvMoves::default();
            let what = (moves[place].m, place as i32 + 1, 0);
            events.begun(moves[place].m, place);
            let score = node.search_move(task, what, (alpha, beta), &mut rest)?;
            if place == 0 || score > alpha {
                self.raised(root.position, (moves, place), (score, &rest, Window::new(alpha, beta)), events);
            } else {
                self.refuted(moves, place, events);
            }
            best = best.max(score);
            alpha = alpha.max(score);
            if score >= beta {
                break;
            }
        }
        // The best of some moves is not the value of the position, so it is not stored.
        if moves.len() == self.root_moves {
            let best_move = moves.iter().max_by_key(|tried| tried.score).filter(|_| best > first_alpha);
            let with = self.context(root, self.histories(task));
            node.conclude(task, &with, best, best_move.map(|tried| tried.m), (first_alpha, beta));
        }
        Ok(best)
    }

    /// Records a move that is the first or has raised alpha, and tells what leads.
    pub(super) fn raised(
        &self,
        position: &G::Position,
        (moves, place): (&mut [RootMove<G::Move>], usize),
        (score, rest, window): (Score, &PvMoves<G::Move>, Window),
        events: &RootEvents<'_, G::Move>,
    ) {
        moves[place].found(score, rest, window, self.root_depth);
        self.complete(position, &mut moves[place]);
        events.leading(moves);
    }

    /// Records a move that has not raised alpha. If it led by an earlier pass, another leads now.
    pub(super) fn refuted(
        &self,
        moves: &mut [RootMove<G::Move>],
        place: usize,
        events: &RootEvents<'_, G::Move>,
    ) {
        moves[place].refuted = true;
        if moves[place].depth == self.root_depth {
            events.leading(moves);
        }
    }
}

//! A game of perfect information as a tree to deepen: the strategies, and the order of the root's
//! moves.

use std::time::Instant;

use crate::game::{Evaluator, Game, MAX_PLY, Score};
use crate::sched::{Cancelled, Scoped};
use crate::search::answer::{Answer, AnswerOf, Listener};
use crate::search::deepen::{Found, Plan, Resources, Tree, deepen};
use crate::search::exact::minimax::Subtree;
use crate::search::exact::node::{AlphaBeta, Pvs, Ybw};
use crate::search::exact::order::Order;
use crate::search::exact::path::Frame;
use crate::search::exact::search::Search;
use crate::search::exact::window::Ranked;
use crate::search::request::{Question, Request, Settings};
use crate::search::strategy::Strategy;
use crate::search::task::{SharedBelow, Task, Tasks};

/// Nodes of at least this depth use the table.
const TABLE_DEPTH: u32 = 2;

impl<G: Game, E: Evaluator<G>> Question<G, E> for Request<'_, G::Position> {
    type Strategy = Strategy;
    type Move = G::Move;
    type Value = Score;
    type Outcome = G::Outcome;

    fn memory(_game: &G) -> (usize, usize) {
        (G::HISTORY, 0)
    }

    fn search(
        &self,
        game: &G,
        evaluator: &E,
        with: &Resources<'_>,
        listener: &mut Listener<'_, G::Move>,
    ) -> AnswerOf<G> {
        let start = Instant::now();
        if let Some(outcome) = game.outcome(&self.position) {
            let score = evaluator.outcome_value(game, &self.position, outcome, 0);
            return Answer::over(outcome, score, start.elapsed());
        }
        with.table.next_generation();
        let settings = self.settings;
        let search = Search {
            game,
            evaluator,
            earlier: self.earlier,
            repetition: game.repetition(),
            table: with.table,
            tasks: with.tasks(start),
            split_depth: settings.split_depth.max(2),
            table_depth: TABLE_DEPTH,
        };
        let root = Frame::root(game, self.position.clone());
        let moves = game.legal_moves(&root.position);
        let mut order = Order::unknown();
        order.score(game, &root, &with.memories[0], &moves, None);
        order.sort_from(0);
        let order = (0..moves.len()).map(|place| order.at(place)).collect();
        deepen(ExactTree { search, settings, root, moves, order }, plan(settings), with, start, listener)
    }
}

/// Depth 1, then the depths that help the last one.
fn plan(settings: Settings<Strategy>) -> Plan {
    let Settings { limits, strategy, .. } = settings;
    let depth = settings.depth.clamp(1, MAX_PLY);
    let depths = if limits.may_stop_early() {
        (1..=depth).collect()
    } else if strategy.deepens() {
        // A move that is good with an odd number of plies to go is often bad with an even one:
        // depths of one parity order each other's moves better, and there are half as many.
        let second = if depth.is_multiple_of(2) { 2 } else { 3 };
        std::iter::once(1).chain((second..=depth).step_by(2)).collect()
    } else {
        vec![depth]
    };
    Plan { certain: 1, depths, limits }
}

/// The search of one position.
struct ExactTree<'s, G: Game, E> {
    search: Search<'s, G, E>,
    settings: Settings<Strategy>,
    root: Frame<'s, G>,
    moves: G::Moves,
    /// Indices of `moves`, in the order of search: the best move of the last depth comes first.
    order: Vec<usize>,
}

impl<G: Game, E: Evaluator<G>> ExactTree<'_, G, E> {
    fn best(&self, task: &mut Task<'_, '_>, depth: u32) -> Result<Ranked, Cancelled> {
        let (search, root, moves, order) = (&self.search, &self.root, &*self.moves, &*self.order);
        let levels = self.settings.par_depth.clamp(1, depth);
        match self.settings.strategy {
            Strategy::Minimax => search.every_move(task, root, moves, depth, 0, Subtree::Minimax),
            Strategy::Par => search.every_move(task, root, moves, depth, levels, Subtree::Minimax),
            Strategy::ParAb => search.every_move(task, root, moves, depth, levels, Subtree::AlphaBeta),
            Strategy::AlphaBeta => search.root::<AlphaBeta>(task, root, moves, order, depth),
            Strategy::Pvs => search.root::<Pvs>(task, root, moves, order, depth),
            Strategy::Ybw => search.root::<Ybw>(task, root, moves, order, depth),
        }
    }
}

impl<'s, G: Game, E: Evaluator<G>> Tree<'s> for ExactTree<'s, G, E> {
    type Move = G::Move;
    type Value = Score;

    fn tasks(&mut self) -> &mut Tasks<'s> {
        &mut self.search.tasks
    }

    fn search(&mut self, at: Scoped<'_>, depth: u32) -> Result<Found<G::Move, Score>, Cancelled> {
        let ranked = self.search.tasks.run(at, &SharedBelow::default(), |task| self.best(task, depth))?;
        let (index, score) = (ranked.place(), ranked.score());
        let place = self.order.iter().position(|&i| i == index).expect("the best move is a move");
        self.order[..=place].rotate_right(1);
        let mut pv = vec![self.moves[index]];
        if !self.search.continue_line(&self.root, pv[0], depth, score, &mut pv) {
            pv.truncate(1);
        }
        Ok(Found { pv, score })
    }
}

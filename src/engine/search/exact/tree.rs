use crate::game::{Evaluator, Game, MAX_PLY, Score};
use crate::search::answer::{Answer, AnswerOf, Listener, ScoredLine};
use crate::search::deepen::{Assignment, DeepeningPlan, Tree, deepen, to_front};
use crate::search::exact::abdada_tables::AbdadaTables;
use crate::search::exact::minimax::Subtree;
use crate::search::exact::node::{Abdada, AlphaBeta, Pvs, Ybw};
use crate::search::exact::order::Order;
use crate::search::exact::path::Frame;
use crate::search::exact::root::Root;
use crate::search::exact::search::ExactSearch;
use crate::search::exact::sharing::Sharing;
use crate::search::memory::{Entries, Room};
use crate::search::ranking::{Ranking, SharedBest, SharedTop};
use crate::search::repeated::repeated;
use crate::search::request::{Question, Request, Settings};
use crate::search::strategy::Strategy;
use crate::search::task::{SharedBelow, Task, Tasks};
use crate::search::window::Ranked;
use sparring_sched::{Cancelled, Scoped, Worker};

const TABLE_DEPTH: u32 = 2;

impl<G: Game, E: Evaluator<G>> Question<G, E> for Request<'_, G::Position> {
    type Strategy = Strategy;
    type Move = G::Move;
    type Value = Score;
    type Outcome = G::Outcome;

    fn memory(&self, _game: &G) -> Room {
        Room { quiet: G::HISTORY, entries: Some(Entries::Exact), ..Room::default() }
    }

    fn search(
        &self,
        assignment: Assignment<'_, G, E>,
        worker: Worker<'_>,
        listener: &mut Listener<'_, G::Move>,
    ) -> AnswerOf<G> {
        let Assignment { game, evaluator, with } = assignment;
        if let Some(outcome) = game.outcome(&self.position) {
            let score = evaluator.outcome_value(game, &self.position, outcome, 0);
            return Answer::over(outcome, score, with.stopwatch.elapsed());
        }
        with.table.next_generation();
        with.memories.lines().next_generation();
        let (settings, repeated) = (self.settings, repeated(self.earlier));
        let sharing = Sharing::of(settings.strategy);
        let search = ExactSearch {
            game,
            evaluator,
            repeated: &repeated,
            repetition: game.repetition(),
            table: with.table,
            tasks: with.tasks(),
            sharing,
            split_depth: if sharing == Sharing::Root { u32::MAX } else { settings.split_depth.max(1) },
            abdada_tables: (settings.strategy == Strategy::Abdada).then(|| Box::new(AbdadaTables::new())),
            table_depth: TABLE_DEPTH,
        };
        let root = Frame::root(game, self.position.clone());
        let moves = game.legal_moves(&root.position);
        let mut order = Order::unknown();
        order.score(game, &root, with.memories.refutations(worker.index()), &moves, None);
        order.sort_from(0);
        let order = (0..moves.len()).map(|place| order.at(place)).collect();
        deepen(ExactTree { search, settings, root, moves, order }, plan(settings), with, worker, listener)
    }
}

/// Returns the depths to search: 1, then those that help the last one.
fn plan(settings: Settings<Strategy>) -> DeepeningPlan<'static> {
    let Settings { limits, every_depth, strategy, .. } = settings;
    let depth = settings.depth.clamp(1, MAX_PLY);
    let depths = if every_depth || limits.may_stop_early() {
        (1..=depth).collect()
    } else if strategy.deepens() {
        // Good moves with an odd number of plies to go are often bad with an even one, so depths of
        // one parity order each other's moves better.
        let second = if depth.is_multiple_of(2) { 2 } else { 3 };
        std::iter::once(1).chain((second..=depth).step_by(2)).collect()
    } else {
        vec![depth]
    };
    DeepeningPlan { certain: 1, patient: false, depths, limits, begins: None }
}

struct ExactTree<'s, G: Game, E> {
    search: ExactSearch<'s, G, E>,
    settings: Settings<Strategy>,
    root: Frame<'s, G>,
    moves: G::Moves,
    /// Indices of `moves`, in the order of search: the best of the last depth first.
    order: Vec<usize>,
}

impl<G: Game, E: Evaluator<G>> ExactTree<'_, G, E> {
    fn best(&self, task: &mut Task<'_, '_>, depth: u32) -> Result<Vec<Ranked>, Cancelled> {
        if self.settings.lines > 1 {
            let top = SharedTop::new(self.settings.lines);
            self.rank(task, depth, &top)?;
            return Ok(top.into_ranked());
        }
        let best = SharedBest::new(Ranked::NONE);
        self.rank(task, depth, &best)?;
        Ok(vec![best.best()])
    }

    fn rank<R: Ranking>(&self, task: &mut Task<'_, '_>, depth: u32, best: &R) -> Result<(), Cancelled> {
        let search = &self.search;
        let root = &Root { frame: &self.root, moves: &self.moves, order: &self.order, depth };
        let deep_enough = (depth + 1).saturating_sub(self.settings.split_depth);
        let levels = self.settings.par_depth.min(deep_enough).clamp(1, depth);
        let every = |task: &mut Task<'_, '_>, levels, subtree| {
            search.every_move(task, root.frame, root.moves, depth, (levels, subtree), best)
        };
        match self.settings.strategy {
            Strategy::Minimax => every(task, 0, Subtree::Minimax),
            Strategy::Par => every(task, levels, Subtree::Minimax),
            Strategy::ParAb => every(task, levels, Subtree::AlphaBeta),
            Strategy::AlphaBeta => search.root::<AlphaBeta, R>(task, root, best),
            Strategy::Pvs => search.root::<Pvs, R>(task, root, best),
            Strategy::Abdada => search.root_together::<Abdada, R>(task, root, best),
            Strategy::Chunks => search.root_in_chunks(task, root, self.settings.chunks, best),
            Strategy::Ybw
            | Strategy::YbwWeak
            | Strategy::Jamboree
            | Strategy::RootSplit
            | Strategy::PvSplit => search.root::<Ybw, R>(task, root, best),
        }
    }

    fn line(&self, best: Ranked, depth: u32) -> ScoredLine<G::Move> {
        let (m, score) = (self.moves[best.place()], best.score());
        let mut pv = vec![m];
        if !self.search.continue_line(&self.root, m, depth, score, &mut pv) {
            pv.truncate(1);
        }
        ScoredLine { score, pv }
    }
}

impl<'s, G: Game, E: Evaluator<G>> Tree<'s> for ExactTree<'s, G, E> {
    type Move = G::Move;
    type Value = Score;

    fn tasks(&mut self) -> &mut Tasks<'s> {
        &mut self.search.tasks
    }

    fn search(&mut self, at: Scoped<'_>, depth: u32) -> Result<Vec<ScoredLine<G::Move>>, Cancelled> {
        let best = self.search.tasks.run(at, &SharedBelow::default(), |task| self.best(task, depth))?;
        for ranked in best.iter().rev() {
            to_front(&mut self.order, |&index| index == ranked.place());
        }
        Ok(best.into_iter().map(|ranked| self.line(ranked, depth)).collect())
    }
}

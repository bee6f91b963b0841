use std::sync::OnceLock;
use std::time::{Duration, Instant};

use super::event::Watch;
use super::histories::HistorySizes;
use super::lazy_smp::lazy_smp;
use super::root_move::{RootMove, leader};
use super::score::{DRAW, MATE, outside};
use super::search::{FrameOf, Logarithms, PlaySearch};
use super::time::{Budget, Pace};
use super::tuning::Tuning;
use crate::game::{IncrementalEvaluator, MAX_PLY, Score, Tactical};
use crate::search::answer::{Answer, AnswerOf, Listener, ScoredLine};
use crate::search::deepen::{Assignment, DeepeningPlan, Lines, Partial, Tree, deepen};
use crate::search::limits::Limits;
use crate::search::memory::{Entries, Room};
use crate::search::repeated::repeated;
use crate::search::request::{Question, Settings};
use crate::search::strategy::PlayStrategy;
use crate::search::task::{SharedBelow, Tasks};
use crate::search::window::Bound;
use sparring_sched::{Cancelled, Scoped, Worker};

/// A position in which to find a move to play. The answer depends on time and schedule, except
/// with one worker and no limit of time.
#[derive(Clone, Debug)]
pub struct PlayRequest<'a, P, M> {
    /// The root of the search.
    pub position: P,
    /// Keys of the game's earlier positions, the oldest first: a third occurrence is a draw.
    pub earlier: &'a [u64],
    /// The moves to choose among; empty for all.
    pub moves: &'a [M],
    /// The settings of the search.
    pub settings: Settings<PlayStrategy>,
    /// The time for a move, if there is a clock.
    pub budget: Option<Budget>,
    /// The moment at which the clock begins, if not at once. Until then the opponent is thinking
    /// (*pondering*), and no limit of time is met.
    pub begins: Option<&'a OnceLock<Instant>>,
    /// The callback for events.
    pub watch: Watch<'a, M>,
    /// The parameters of the search.
    pub tuning: &'a Tuning,
}

impl<'a, P, M> PlayRequest<'a, P, M> {
    /// Requests a search without history.
    pub fn new(position: P, settings: Settings<PlayStrategy>) -> PlayRequest<'a, P, M> {
        PlayRequest {
            position,
            earlier: &[],
            moves: &[],
            settings,
            budget: None,
            begins: None,
            watch: Watch::default(),
            tuning: &Tuning::DEFAULT,
        }
    }
}

impl<P, M> PlayRequest<'_, P, M> {
    fn limits(&self) -> Limits {
        let Limits { movetime, nodes } = self.settings.limits;
        let hard = self.budget.map(|budget| budget.hard);
        Limits { movetime: movetime.into_iter().chain(hard).min(), nodes }
    }

    /// True if one worker searches alone, because it would not offer any node.
    fn is_alone(&self) -> bool {
        self.settings.strategy == PlayStrategy::Play && self.settings.split_depth >= MAX_PLY
    }

    fn split_depth(&self) -> i32 {
        let splits = self.settings.strategy == PlayStrategy::Play;
        if splits { self.settings.split_depth.clamp(2, i32::MAX as u32) as i32 } else { i32::MAX }
    }
}

impl<G: Tactical, E: IncrementalEvaluator<G>> Question<G, E> for PlayRequest<'_, G::Position, G::Move> {
    type Strategy = PlayStrategy;
    type Move = G::Move;
    type Value = Score;
    type Outcome = G::Outcome;

    fn memory(&self, _game: &G) -> Room {
        let histories = HistorySizes { piece_to: G::PIECE_TO, squares: G::SQUARES };
        Room { histories, entries: Some(Entries::Play), ..Room::default() }
    }

    fn search(
        &self,
        assignment: Assignment<'_, G, E>,
        worker: Worker<'_>,
        listener: &mut Listener<'_, G::Move>,
    ) -> AnswerOf<G> {
        let Assignment { game, evaluator, with } = assignment;
        if let Some(outcome) = game.outcome(&self.position) {
            let mated = game.in_check(&self.position) && game.legal_moves(&self.position).is_empty();
            let score = outside(if mated { -MATE } else { DRAW });
            return Answer::over(outcome, score, with.stopwatch.elapsed());
        }
        with.table.next_generation();
        with.memories.begin();
        let (legal, repeated) = (game.legal_moves(&self.position), repeated(self.earlier));
        let search = PlaySearch {
            game,
            evaluator,
            repeated: &repeated,
            table: with.table,
            tasks: with.tasks(),
            tuning: self.tuning,
            root_moves: legal.len(),
            root_depth: 1,
            split_depth: self.split_depth(),
            logarithms: Logarithms::new(self.tuning.lmr_divisor),
        };
        let root = search.root_frame(with.memories.histories(worker.index()), &self.position);
        let wanted = |m: &&G::Move| self.moves.is_empty() || self.moves.contains(m);
        let mut moves: Vec<_> = legal.iter().filter(wanted).map(|&m| RootMove::new(m)).collect();
        if moves.is_empty() {
            moves = legal.iter().map(|&m| RootMove::new(m)).collect();
        }
        let depth = self.settings.depth.clamp(1, MAX_PLY);
        let (depths, begins) = ((1..=depth).collect(), self.begins);
        let plan = DeepeningPlan { certain: 1, patient: true, depths, limits: self.limits(), begins };
        let lines = self.settings.lines.clamp(1, moves.len());
        let helpers = if self.is_alone() { 0 } else { with.memories.workers() - 1 };
        let pace = self.budget.map(|budget| Pace::new(budget, moves.len()));
        let watch = self.watch;
        let tree = PlayTree { search, root, moves, lines, helpers, watch, pace, unfinished: false };
        deepen(tree, plan, with, worker, listener)
    }
}

struct PlayTree<'s, 'r, G: Tactical, E: IncrementalEvaluator<G>> {
    search: PlaySearch<'s, G, E>,
    root: FrameOf<'r, G, E>,
    moves: Vec<RootMove<G::Move>>,
    lines: usize,
    /// Workers beside the first one.
    helpers: usize,
    watch: Watch<'r, G::Move>,
    pace: Option<Pace<G::Move>>,
    unfinished: bool,
}

impl<G: Tactical, E: IncrementalEvaluator<G>> PlayTree<'_, '_, G, E> {
    /// The move that gains most at once, for a search that ends before it has searched one. Its
    /// score is the root's own, which bounds nothing.
    fn guess(&self) -> ScoredLine<G::Move> {
        let PlayTree { search: PlaySearch { game, .. }, root, moves, .. } = self;
        let safe = |m: G::Move| game.exchange_at_least(root.position, m, 0);
        let gain = |tried: &&RootMove<G::Move>| (safe(tried.m), game.ordering_score(root.position, tried.m));
        let best = moves.iter().max_by_key(gain).expect("a game that goes on has a move");
        ScoredLine { score: if root.in_check { DRAW } else { root.value }, pv: vec![best.m] }
    }
}

impl<'s, G: Tactical, E: IncrementalEvaluator<G>> Tree<'s> for PlayTree<'s, '_, G, E> {
    type Move = G::Move;
    type Value = Score;

    fn tasks(&mut self) -> &mut Tasks<'s> {
        &mut self.search.tasks
    }

    fn search(&mut self, at: Scoped<'_>, depth: u32) -> Result<Lines<G::Move, Score>, Cancelled> {
        self.search.root_depth = depth as i32;
        self.unfinished = true;
        let &mut PlayTree { ref search, ref root, ref mut moves, lines: wanted, helpers, watch, .. } = self;
        search.tasks.run(at, &SharedBelow::default(), |task| match helpers {
            0 => search.lines(task, root, moves, (wanted, depth as i32), watch),
            _ => lazy_smp(search, task, root, moves, (wanted, depth as i32), (helpers, watch)),
        })?;
        self.unfinished = false;
        self.moves[..wanted].sort_by_key(|tried| -tried.last);
        Ok(self.moves[..wanted].iter().map(RootMove::line).collect())
    }

    fn is_enough(&mut self, time: Duration) -> bool {
        let best = &self.moves[0];
        self.pace.as_mut().is_some_and(|pace| pace.is_enough(best.m, best.last, time))
    }

    /// The best move of the unfinished depth, if any. Of several lines only the first depth's:
    /// some of a depth are no ranking.
    fn unfinished(&mut self) -> Option<Partial<G::Move, Score>> {
        let depth = self.search.root_depth;
        if !self.unfinished || self.lines > 1 && depth > 1 {
            return None;
        }
        let found = leader(&self.moves, depth).map(|best| (vec![best.line()], best.bound));
        found.or_else(|| (depth == 1).then(|| (vec![self.guess()], Bound::Exact)))
    }

    fn selective_depth(&mut self) -> u32 {
        self.search.tasks.memories.deepest()
    }
}

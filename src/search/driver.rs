//! One search from start to answer: the strategies by name, deepening, the limits, the principal variation.

use std::str::FromStr;
use std::time::Duration;

use crate::game::{Evaluator, Game, Score};
use crate::sched::{CancelScope, Cancelled, Pool, Scoped};
use crate::search::context::Search;
use crate::search::crew::Crew;
use crate::search::limits::{Clock, Guard, Limits, StopCause};
use crate::search::memory::{Counts, Lane, Memory, SharedBelow};
use crate::search::minimax::Subtree;
use crate::search::node::{AlphaBeta, Pvs, Ybw};
use crate::search::order::Order;
use crate::search::path::Frame;
use crate::search::table::Table;
use crate::search::window::Ranked;

/// The exact strategies. All give the same value and the same best move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strategy {
    /// Minimax on one worker.
    Minimax,
    /// Alpha-beta on one worker.
    AlphaBeta,
    /// Principal variation search on one worker.
    Pvs,
    /// Minimax; all moves of the top levels are tasks.
    Par,
    /// The same above alpha-beta with a full window.
    ParAb,
    /// Principal variation search; young brothers wait for the eldest, then are tasks.
    Ybw,
}

impl Strategy {
    /// All strategies, in the order of this page.
    pub const ALL: [Strategy; 6] = [
        Strategy::Minimax,
        Strategy::AlphaBeta,
        Strategy::Pvs,
        Strategy::Par,
        Strategy::ParAb,
        Strategy::Ybw,
    ];

    /// The name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Strategy::Minimax => "minimax",
            Strategy::AlphaBeta => "alphabeta",
            Strategy::Pvs => "pvs",
            Strategy::Par => "par",
            Strategy::ParAb => "par-ab",
            Strategy::Ybw => "ybw",
        }
    }

    /// The strategy that does the same work on one worker. `par-ab` is its own: `alphabeta` has windows where `par-ab` has none.
    pub const fn twin(self) -> Strategy {
        match self {
            Strategy::Ybw => Strategy::Pvs,
            Strategy::Par => Strategy::Minimax,
            alone => alone,
        }
    }

    /// Whether shallow searches come first even without a limit, because they pay by ordering moves.
    const fn deepens(self) -> bool {
        matches!(self, Strategy::AlphaBeta | Strategy::Pvs | Strategy::Ybw)
    }
}

impl FromStr for Strategy {
    type Err = String;

    fn from_str(name: &str) -> Result<Strategy, String> {
        Strategy::ALL.into_iter().find(|strategy| strategy.name() == name).ok_or_else(|| {
            let names = Strategy::ALL.map(Strategy::name).join(", ");
            format!("no strategy is called '{name}'; there are {names}")
        })
    }
}

/// What to search, and how.
#[derive(Clone, Debug)]
pub struct Request<'a, P> {
    /// The position.
    pub position: P,
    /// Keys of the positions of the game before it, the oldest first: a repetition of one of them is a draw.
    pub earlier: &'a [u64],
    /// When to end.
    pub limits: Limits,
    /// By which strategy.
    pub strategy: Strategy,
    /// How many levels `par` and `par-ab` offer as tasks.
    pub par_depth: u32,
    /// The depth from which `ybw` offers the young brothers of a node to all workers.
    pub split_depth: u32,
}

impl<'a, P> Request<'a, P> {
    /// The default strategy to a depth, without a game before.
    pub fn new(position: P, depth: u32) -> Request<'a, P> {
        Request {
            position,
            earlier: &[],
            limits: Limits::depth(depth),
            strategy: Strategy::Ybw,
            par_depth: 1,
            split_depth: SPLIT_DEPTH,
        }
    }
}

/// A finished depth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Iteration<M> {
    /// Its depth in plies.
    pub depth: u32,
    /// The best move.
    pub best: M,
    /// Its value, from the view of the side to move.
    pub score: Score,
    /// A best line. It begins with `best`, is legal, and may end early.
    pub pv: Vec<M>,
    /// What was counted so far, shallower depths included.
    pub counts: Counts,
    /// Time since the search began.
    pub time: Duration,
}

/// The end of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer<M, O> {
    /// The last finished depth; `None` only if the game is over.
    pub last: Option<Iteration<M>>,
    /// How the game is over, if it is.
    pub outcome: Option<O>,
    /// The value: that of the last finished depth, or of the outcome.
    pub score: Score,
    /// Why the search ended before its depth, if it did.
    pub stopped: Option<StopCause>,
    /// What was counted, the unfinished depth included.
    pub counts: Counts,
    /// Wall time.
    pub time: Duration,
}

impl<M: Copy, O> Answer<M, O> {
    /// The best move; `None` only if the game is over.
    pub fn best(&self) -> Option<M> {
        self.last.as_ref().map(|last| last.best)
    }
}

/// The answer of a search of `G`.
pub type AnswerOf<G> = Answer<<G as Game>::Move, <G as Game>::Outcome>;

/// Hears of every finished depth, on a worker of the pool.
pub type Listener<'a, M> = dyn FnMut(&Iteration<M>) + Send + 'a;

/// What outlives a single search.
pub(crate) struct Resources<'s> {
    pub pool: &'s Pool,
    pub table: &'s Table,
    /// One for each worker.
    pub memories: &'s [Memory],
}

/// Depth from which the young brothers of a node are offered to all workers.
const SPLIT_DEPTH: u32 = 3;
/// Depth from which a node uses the table.
const TABLE_DEPTH: u32 = 2;

/// Searches; `scope` is a root scope of the pool and ends the search when it is cancelled.
pub(crate) fn search<G: Game, E: Evaluator<G>>(
    with: &Resources<'_>,
    game: &G,
    evaluator: &E,
    request: &Request<'_, G::Position>,
    scope: &CancelScope,
    listener: &mut Listener<'_, G::Move>,
) -> AnswerOf<G> {
    let clock = Clock::start();
    if let Some(outcome) = game.outcome(&request.position) {
        let score = evaluator.outcome_value(game, &request.position, outcome, 0);
        let (counts, time) = (Counts::default(), clock.elapsed());
        return Answer { last: None, outcome: Some(outcome), score, stopped: None, counts, time };
    }
    with.table.next_generation();
    with.memories.iter().for_each(Memory::reset_counts);
    let mut driver = Driver::new(with, game, evaluator, request, clock, listener);
    let limits = request.limits;
    let guard = Guard::new(scope, clock, limits, with.memories.len());
    let result = if request.strategy.deepens() || limits.may_stop_early() {
        driver.first_depth();
        // A move that is good with an odd number of plies to go is often bad with an even one: depths of one parity order
        // each other's moves better, and there are half as many.
        let step = if limits.may_stop_early() { 1 } else { 2 };
        let second = if step == 1 || limits.depth.is_multiple_of(2) { 2 } else { 3 };
        driver.depths(guard, (second..=limits.depth).step_by(step))
    } else {
        driver.depths(guard, limits.depth..=limits.depth)
    };
    if driver.last.is_none() {
        driver.first_depth();
    }
    let last = driver.last.expect("the first depth is never cancelled");
    let (score, counts, time) = (last.score, driver.with.counts(), clock.elapsed());
    Answer { last: Some(last), outcome: None, score, stopped: result.err(), counts, time }
}

impl Resources<'_> {
    fn counts(&self) -> Counts {
        let mut sum = Counts::default();
        self.memories.iter().for_each(|memory| sum.add(memory.counts()));
        sum
    }
}

/// The state of one search between depths.
struct Driver<'s, 'l, G: Game, E> {
    with: &'s Resources<'s>,
    game: &'s G,
    evaluator: &'s E,
    request: &'s Request<'s, G::Position>,
    clock: Clock,
    listener: &'s mut Listener<'l, G::Move>,
    root: Frame<'s, G>,
    moves: G::Moves,
    /// Indices of `moves`, in the order of search.
    order: Vec<usize>,
    last: Option<Iteration<G::Move>>,
}

impl<'s, 'l, G: Game, E: Evaluator<G>> Driver<'s, 'l, G, E> {
    fn new(
        with: &'s Resources<'s>,
        game: &'s G,
        evaluator: &'s E,
        request: &'s Request<'s, G::Position>,
        clock: Clock,
        listener: &'s mut Listener<'l, G::Move>,
    ) -> Self {
        let root = Frame::root(game, request.position.clone());
        let moves = game.legal_moves(&root.position);
        let mut order = Order::unknown();
        order.score(game, &root, &with.memories[0], &moves, None);
        order.sort_from(0);
        let order = (0..moves.len()).map(|place| order.at(place)).collect();
        Driver { with, game, evaluator, request, clock, listener, root, moves, order, last: None }
    }

    /// Searches to depth 1, whatever the limits say and whoever has cancelled: there is always an answer.
    fn first_depth(&mut self) {
        let scope = self.with.pool.cancel_scope();
        let guard = Guard::idle(&scope, self.clock);
        let finished = self.depths(guard, 1..=1);
        debug_assert!(finished.is_ok());
    }

    /// Searches to one depth after the other, until one is cancelled.
    fn depths(
        &mut self,
        guard: Guard<'_>,
        mut depths: impl Iterator<Item = u32> + Send,
    ) -> Result<(), StopCause> {
        let search = Search {
            game: self.game,
            evaluator: self.evaluator,
            earlier: self.request.earlier,
            repetition: self.game.repetition(),
            table: self.with.table,
            crew: Crew { memories: self.with.memories, guard },
            split_depth: self.request.split_depth.max(2),
            table_depth: TABLE_DEPTH,
        };
        let pool = self.with.pool;
        let run = |mut at: Scoped<'_>| depths.try_for_each(|depth| self.depth(&search, at.lend(), depth));
        search.crew.guard.install(pool, run).map_err(|_: Cancelled| search.crew.guard.cause())
    }

    fn depth(&mut self, search: &Search<'_, G, E>, at: Scoped<'_>, depth: u32) -> Result<(), Cancelled> {
        let ranked =
            search.crew.task(at, &SharedBelow::default(), |lane| self.strategy(search, lane, depth))?;
        let (index, score) = (ranked.place(), ranked.score());
        let place = self.order.iter().position(|&i| i == index).expect("the best move is a move");
        self.order[..=place].rotate_right(1);
        let best = self.moves[index];
        let mut pv = vec![best];
        if !search.continue_line(&self.root, best, depth, score, &mut pv) {
            pv.truncate(1);
        }
        let (counts, time) = (self.with.counts(), self.clock.elapsed());
        let iteration = Iteration { depth, best, score, pv, counts, time };
        (self.listener)(&iteration);
        self.last = Some(iteration);
        Ok(())
    }

    fn strategy(
        &self,
        search: &Search<'_, G, E>,
        lane: &mut Lane<'_, '_>,
        depth: u32,
    ) -> Result<Ranked, Cancelled> {
        let (root, moves, order) = (&self.root, &*self.moves, &*self.order);
        let levels = self.request.par_depth.clamp(1, depth);
        match self.request.strategy {
            Strategy::Minimax => search.every_move(lane, root, moves, depth, 0, Subtree::Minimax),
            Strategy::Par => search.every_move(lane, root, moves, depth, levels, Subtree::Minimax),
            Strategy::ParAb => search.every_move(lane, root, moves, depth, levels, Subtree::AlphaBeta),
            Strategy::AlphaBeta => search.root::<AlphaBeta>(lane, root, moves, order, depth),
            Strategy::Pvs => search.root::<Pvs>(lane, root, moves, order, depth),
            Strategy::Ybw => search.root::<Ybw>(lane, root, moves, order, depth),
        }
    }
}

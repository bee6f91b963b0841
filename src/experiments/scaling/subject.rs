//! What is measured: searches of three games, and the solver of one.

use std::sync::Arc;
use std::time::Instant;

use crate::run::{
    BackgammonSearch, Bestmove, ChessRequest, ChessSearch, DotsSearch, Interrupt, ProgressView, Simulation,
    search, simulate,
};
use sparring_engine::games::backgammon::{self, Named, Roll};
use sparring_engine::games::dots::{self, Board, Dots, Rules, Size};
use sparring_engine::search::{AnyStrategy, DiceRequest, DiceStrategy, Limits, Settings, Strategy, Waste};
use sparring_engine::solve::bearoff::Informed;
use sparring_engine::solve::dots::{Answer, Request, Solver, Unfinished};
use sparring_report::{Measured, SimulationDocument, SimulationRow, Speedup, WasteShares};
use sparring_sched::{Costs, Pool, PoolError, Tally};

/// Size of the transposition table in MiB.
const HASH: usize = 64;

/// What is measured: some work that one worker can do and that many can share.
pub(super) trait Subject: Sync {
    /// Does it by the sequential strategy.
    fn alone(&self, pool: Arc<Pool>, interrupt: &Interrupt) -> Measured;

    /// Does it by the parallel one.
    fn shared(&self, pool: Arc<Pool>, interrupt: &Interrupt) -> Measured;

    /// Simulates both.
    fn simulate(
        &self,
        simulation: Simulation,
        interrupt: &Interrupt,
    ) -> Result<SimulationDocument, PoolError>;
}

/// A search to a depth, by a sequential strategy and a parallel one.
pub(super) struct Search<B> {
    pub alone: B,
    pub shared: B,
}

impl<B: Bestmove> Subject for Search<B> {
    fn alone(&self, pool: Arc<Pool>, interrupt: &Interrupt) -> Measured {
        search(&self.alone, pool, interrupt, ProgressView::Line).measured()
    }

    fn shared(&self, pool: Arc<Pool>, interrupt: &Interrupt) -> Measured {
        search(&self.shared, pool, interrupt, ProgressView::Line).measured()
    }

    fn simulate(
        &self,
        simulation: Simulation,
        interrupt: &Interrupt,
    ) -> Result<SimulationDocument, PoolError> {
        let costs = Costs { poll_ns: B::NODE_NS, ..simulation.costs };
        Ok(simulate(&self.shared, &Simulation { costs, ..simulation }, interrupt)?.document)
    }
}

/// The value of an empty board.
pub(super) struct Solve {
    game: Dots,
    pub board: String,
}

impl Solve {
    /// Virtual nanoseconds of a node: `dots solve --size 3x4 --threads 1`.
    const NODE_NS: u64 = 1200;

    pub fn new(boxes: [usize; 2]) -> Solve {
        Solve { game: grid(boxes), board: boxes.map(|side| side.to_string()).join("x") }
    }

    /// Whether this number of nodes is enough.
    pub fn is_solved_within(&self, nodes: u64, pool: &Pool, interrupt: &Interrupt) -> bool {
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        value(&Solver::new(&self.game, HASH), limits, pool, interrupt).is_ok()
    }

    /// Solves it on a pool: what it took by that pool's clock, and what the workers counted.
    fn on(&self, pool: &Pool, interrupt: &Interrupt) -> (Measured, Tally) {
        let solver = Solver::new(&self.game, HASH);
        pool.reset();
        let stopwatch = pool.stopwatch();
        let solved = value(&solver, Limits::default(), pool, interrupt);
        let time_ns = stopwatch.elapsed().as_nanos() as u64;
        let nodes = solved.map_or_else(|unfinished| unfinished.nodes, |answer| answer.nodes);
        let total = pool.snapshot().total();
        total.check().unwrap_or_else(|terms| panic!("{terms}"));
        (Measured { time_ns, nodes, busy_ns: total.busy_ns }, total)
    }
}

/// The value of the empty board. Ctrl-C ends it.
fn value(solver: &Solver, limits: Limits, pool: &Pool, interrupt: &Interrupt) -> Result<Answer, Unfinished> {
    let scope = Arc::new(pool.cancel_scope());
    let switch = scope.clone();
    interrupt.guard(move || switch.cancel());
    solver.solve(Request::value(0).within(limits), pool, &scope, &mut |_| {})
}

impl Subject for Solve {
    /// The same search: it proves one bound after the other with a null window.
    fn alone(&self, pool: Arc<Pool>, interrupt: &Interrupt) -> Measured {
        self.on(&pool, interrupt).0
    }

    fn shared(&self, pool: Arc<Pool>, interrupt: &Interrupt) -> Measured {
        self.on(&pool, interrupt).0
    }

    fn simulate(
        &self,
        simulation: Simulation,
        interrupt: &Interrupt,
    ) -> Result<SimulationDocument, PoolError> {
        let costs = Costs { poll_ns: Solve::NODE_NS, ..simulation.costs };
        let simulation = Simulation { costs, ..simulation };
        let (one, _) = self.on(&simulation.pool(1, false)?, interrupt);
        let mut rows = Vec::new();
        for &workers in &simulation.workers {
            let (pool, wall) = (simulation.pool(workers, false)?, Instant::now());
            let (run, total) = self.on(&pool, interrupt);
            if interrupt.requested() {
                break;
            }
            let compared = Speedup::new("solve", one, workers, run, 0);
            let wasted = WasteShares::new([0; Waste::ALL.len()], 0, one.nodes);
            let wall_ns = wall.elapsed().as_nanos() as u64;
            rows.push(SimulationRow::new(&compared, run, wasted, &total, wall_ns));
        }
        Ok(SimulationDocument {
            game: "dots",
            position: self.board.clone(),
            strategy: "solve",
            depth: self.game.board().edges() as u32,
            seed: simulation.seed,
            node_ns: Solve::NODE_NS,
            machine: None,
            twin: "solve".to_owned(),
            twin_time_ns: one.time_ns,
            twin_nodes: one.nodes,
            rows,
        })
    }
}

pub(super) fn chess_search(fen: &str) -> ChessSearch<'static> {
    let position = fen.parse().expect("a position");
    let settings = Settings::depth(1).by(AnyStrategy::Exact(Strategy::Ybw));
    ChessSearch { request: ChessRequest { position, earlier: &[], settings }, hash: HASH }
}

fn grid([rows, columns]: [usize; 2]) -> Dots {
    Dots::new(Board::grid(Size::new(rows, columns).expect("a board")), Rules::default())
}

pub(super) fn dots_search(boxes: [usize; 2]) -> DotsSearch {
    let (game, name) = (grid(boxes), boxes.map(|side| side.to_string()).join("x"));
    DotsSearch::new(game, name, dots::Position::new(0), Settings::depth(u32::MAX), HASH)
}

pub(super) fn backgammon_search(roll: &str) -> BackgammonSearch {
    let roll: Roll = roll.parse().expect("a roll");
    let position = backgammon::Position::START;
    let request = DiceRequest::new(position, roll, Settings::depth(1).by(DiceStrategy::ParStar2));
    let named: Named = "balanced".parse().expect("an evaluator");
    let informed = Informed::from(named).deciding(position.side());
    BackgammonSearch::new(informed, Some(roll), request)
}

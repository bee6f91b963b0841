//! The scaling experiment: speed-ups of three games' searches and of the dots solver, simulated, on
//! threads, and as published for two chess programs.

mod bratko_kopec;
mod subject;

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::thread;

use crate::documents::{ScaledGame, ScalingDocument, ScalingRow, SimulationDocument, TimeSource};
use crate::simulate::{FreshSolve, Repeatable, Simulation, simulate};
use bratko_kopec::POSITIONS;
use sparring_engine::game::MAX_PLY;
use sparring_engine::search::{Limits, Settings};
use sparring_run::{Bestmove, Interrupt, Run, search};
use sparring_sched::{Costs, Pool, PoolError, SIMULATED_STACK};
use subject::{backgammon_search, chess_search, dots_search, solve};

const ABOUT: [&str; 5] = [
    "How the searches scale. Each position is searched to the first depth that one worker does not finish within --nodes",
    "nodes, and the solver goes to the end: by each number of simulated workers (virtual time: what a node, a steal, a",
    "wake-up, a cache line cost is assumed) and by the threads of this machine (the median of 3 runs). Speed-up is over",
    "the sequential strategy on one worker. Means are geometric; of shares of nodes wasted and of time idle, averages. The",
    "two other programs were measured by their authors on their machines, with their positions.",
];

const RUNS: usize = 3;

struct Elsewhere {
    program: &'static str,
    method: &'static str,
    points: &'static [(usize, f64)],
}

/// Sources: R. Hyatt, *The Dynamic Tree-Splitting Parallel Search Algorithm*, ICCA Journal 20
/// (1997): 24 positions of one game on a Cray C916. R. Feldmann, P. Mysliwietz and B. Monien,
/// *Studying Overheads in Massively Parallel Min/Max-Tree Evaluation*, SPAA 1994: transputers.
const PUBLISHED: [Elsewhere; 2] = [
    Elsewhere {
        program: "Cray Blitz",
        method: "DTS",
        points: &[(1, 1.0), (2, 2.0), (4, 3.7), (8, 6.6), (16, 11.1)],
    },
    Elsewhere { program: "ZUGZWANG", method: "ybw", points: &[(1, 1.0), (256, 142.0), (1024, 344.0)] },
];

impl Elsewhere {
    fn rows(&self) -> impl Iterator<Item = ScalingRow> {
        self.points.iter().map(|&(workers, speedup)| ScalingRow {
            name: self.program.to_owned(),
            strategy: self.method.to_owned(),
            clock: TimeSource::Published,
            workers,
            speedup,
            speedup_range: [speedup; 2],
            parts: None,
        })
    }
}

/// The plan of the experiment.
pub struct Scaling<'p> {
    /// Numbers of simulated workers.
    pub workers: Vec<usize>,
    /// Each search goes to the first depth that one worker does not finish within these nodes.
    pub nodes: u64,
    pub seed: u64,
    /// Pools of threads in ascending order, the first of one thread.
    pub pools: Vec<Arc<Pool>>,
    pub interrupt: &'p Interrupt,
    /// Called [`Scaling::STEPS`] times.
    pub progress: &'p (dyn Fn() + Sync),
}

const ROLLS: [&str; 3] = ["31", "42", "65"];

const BOARDS: [[usize; 2]; 3] = [[3, 3], [4, 4], [5, 5]];

/// Boards in ascending order of nodes. The last [`SOLVED`] that one worker solves within the plan's
/// nodes are measured.
const SOLVABLE: [[usize; 2]; 6] = [[2, 2], [2, 3], [2, 4], [3, 3], [3, 4], [2, 6]];
const SOLVED: usize = 2;

/// Measures everything, until interrupted.
///
/// # Errors
/// If there is no memory for the simulated workers.
pub fn scaling(plan: &Scaling<'_>) -> Result<ScalingDocument, PoolError> {
    let mut document = ScalingDocument {
        game: "all",
        experiment: "scaling",
        about: ABOUT.map(str::to_owned).to_vec(),
        seed: plan.seed,
        games: Vec::new(),
        rows: Vec::new(),
    };
    let chess = "the 24 positions of Bratko and Kopec, full width, no quiescence";
    plan.add(&mut document, chess, plan.searches(POSITIONS.map(chess_search)))?;
    let dots = "the empty boards of 3x3, 4x4 and 5x5 boxes";
    plan.add(&mut document, dots, plan.searches(BOARDS.map(dots_search)))?;
    let boards = plan.boards();
    let names = boards.iter().map(|solve| solve.solve.board.as_str()).collect::<Vec<_>>().join(" and ");
    plan.add(&mut document, &format!("the empty boards of {names} boxes, to the end"), boards)?;
    let backgammon = "the first play with 31, 42 and 65";
    plan.add(&mut document, backgammon, plan.searches(ROLLS.map(backgammon_search)))?;
    document.rows.extend(PUBLISHED.iter().flat_map(Elsewhere::rows));
    Ok(document)
}

impl Scaling<'_> {
    pub const STEPS: u64 = 2 * (POSITIONS.len() + BOARDS.len() + SOLVED + ROLLS.len()) as u64;

    /// Most simulations at a time: the searches of the largest game.
    pub const MOST_AT_A_TIME: usize = POSITIONS.len();

    fn one(&self) -> Arc<Pool> {
        self.pools[0].clone()
    }

    /// Sets the depth of each search, until interrupted.
    fn searches<B: Bestmove>(&self, searches: impl IntoIterator<Item = B>) -> Vec<B> {
        let limits = Limits { nodes: Some(self.nodes), ..Limits::default() };
        let search = |what: B| {
            let baseline = what.settings().baseline();
            let within = what.with(Settings { depth: MAX_PLY, ..baseline }.within(limits));
            let depth = 1 + search(&within, &Run::new(self.one(), self.interrupt)).depth();
            let settings = Settings { depth, ..*what.settings() };
            (!self.interrupt.requested()).then(|| what.with(settings))
        };
        searches.into_iter().map_while(search).collect()
    }

    /// The boards to be solved: two, however few the nodes.
    fn boards(&self) -> Vec<FreshSolve> {
        let within = |&&boxes: &&[usize; 2]| {
            let limited = solve(boxes, Some(self.nodes)).run(true, self.one(), self.interrupt);
            limited.finished.document.value.is_some()
        };
        let solved = SOLVABLE.iter().take_while(within).count().max(SOLVED);
        SOLVABLE[solved - SOLVED..solved].iter().map(|&boxes| solve(boxes, None)).collect()
    }

    fn add<R: Repeatable>(
        &self,
        document: &mut ScalingDocument,
        about: &str,
        subjects: Vec<R>,
    ) -> Result<(), PoolError> {
        let timed: Vec<Vec<f64>> = subjects.iter().map_while(|subject| self.timed(subject)).collect();
        if self.interrupt.requested() {
            return Ok(());
        }
        let simulated = self.simulated(&subjects)?;
        if self.interrupt.requested() {
            return Ok(());
        }
        let game = ScaledGame::new(about.to_owned(), &simulated);
        document.rows.extend(game.simulated(&simulated));
        document.rows.extend(self.pools.iter().enumerate().map(|(nth, pool)| {
            let speedups: Vec<f64> = timed.iter().map(|speedups| speedups[nth]).collect();
            game.row(TimeSource::Real, pool.threads(), &speedups)
        }));
        document.games.push(game);
        Ok(())
    }

    /// The speed-up on each pool, in turns with the single worker; `None` if interrupted.
    fn timed(&self, subject: &impl Repeatable) -> Option<Vec<f64>> {
        let mut times = vec![Vec::new(); self.pools.len() + 1];
        for _ in 0..RUNS {
            times[0].push(subject.run(true, self.one(), self.interrupt).measured.time_ns);
            for (times, pool) in times[1..].iter_mut().zip(&self.pools) {
                times.push(subject.run(false, pool.clone(), self.interrupt).measured.time_ns);
            }
            if self.interrupt.requested() {
                return None;
            }
        }
        let medians: Vec<f64> = times.into_iter().map(median).collect();
        (self.progress)();
        Some(medians[1..].iter().map(|time| medians[0] / time).collect())
    }

    /// Simulates all, as many at a time as the largest pool has workers.
    fn simulated<R: Repeatable>(&self, subjects: &[R]) -> Result<Vec<SimulationDocument>, PoolError> {
        let next = AtomicUsize::new(0);
        let one_after_another = |interrupt: &Interrupt| {
            let mut done = Vec::new();
            loop {
                let nth = next.fetch_add(1, Relaxed);
                let Some(subject) = subjects.get(nth) else { return Ok(done) };
                let simulation = Simulation {
                    workers: self.workers.clone(),
                    seed: self.seed,
                    costs: Costs::default().with(|costs| costs.poll_ns = R::NODE_NS),
                    machine: None,
                    stack: SIMULATED_STACK,
                    events: 0,
                };
                let simulated = simulate(subject, &simulation, interrupt)
                    .inspect_err(|_| next.store(subjects.len(), Relaxed))?;
                done.push((nth, simulated.document));
                (self.progress)();
            }
        };
        let threads = self.pools.iter().map(|pool| pool.threads()).max().unwrap_or(1);
        let interrupts = self.interrupt.for_threads(threads);
        thread::scope(|scope| {
            let spawn = |interrupt| scope.spawn(move || one_after_another(interrupt));
            let threads: Vec<_> = interrupts.iter().map(spawn).collect();
            let join = |thread: thread::ScopedJoinHandle<'_, _>| thread.join().expect("a simulation");
            let done: Result<Vec<Vec<_>>, _> = threads.into_iter().map(join).collect();
            let mut done: Vec<_> = done?.into_iter().flatten().collect();
            done.sort_by_key(|(nth, _)| *nth);
            Ok(done.into_iter().map(|(_, document)| document).collect())
        })
    }
}

fn median(mut times: Vec<u64>) -> f64 {
    times.sort_unstable();
    times[times.len() / 2] as f64
}

//! Searching in virtual time, by numbers of workers, whatever the game.

mod program;
mod solve;

pub use program::{ProgramRun, simulate as simulate_program};
pub use solve::FreshSolve;

use std::sync::Arc;
use std::time::Instant;

use crate::documents::{MachineDescription, SimulatedRun, SimulationDocument, SimulationRow, WasteShares};
use sparring_engine::search::{SearchStrategy, Waste};
use sparring_report::{Document, Measured, SearchDocument, Speedup};
use sparring_run::{Bestmove, Detail, Finished, Interrupt, Run, search};
use sparring_sched::{Costs, Pin, Pool, PoolBuilder, PoolError, Tally, Topology, Victims};

/// A machine on which some workers are nearer to each other than others.
#[derive(Clone, Debug)]
pub struct SimulatedMachine {
    /// What the user calls it: a shape, or the file that describes it.
    pub name: String,
    /// Which processors share what.
    pub topology: Topology,
    /// Which of them the workers are on.
    pub pin: Pin,
    /// Where idle workers look first.
    pub victims: Victims,
    /// What a cache line from another package takes longer, in nanoseconds.
    pub far_ns: u64,
}

impl SimulatedMachine {
    /// As documents tell it.
    pub fn described(&self) -> MachineDescription {
        let (topology, pin, victims) = (self.name.clone(), self.pin.to_string(), self.victims.to_string());
        MachineDescription { topology, pin, victims, far_ns: self.far_ns }
    }
}

/// How a search is simulated.
#[derive(Clone, Debug)]
pub struct Simulation {
    /// Numbers of workers, a run for each.
    pub workers: Vec<usize>,
    /// The seed of the order in which idle workers look for work.
    pub seed: u64,
    /// What everything costs.
    pub costs: Costs,
    /// What the workers run on; `None` if all are equally near.
    pub machine: Option<SimulatedMachine>,
    /// Stack of a worker in bytes.
    pub stack: usize,
    /// Events for which the last run has room.
    pub events: usize,
}

impl Simulation {
    /// Builds the pool of a run, which is recorded if it is the last.
    ///
    /// # Errors
    /// If there is no memory for the workers.
    pub fn pool(&self, workers: usize, last: bool) -> Result<Pool, PoolError> {
        let events = if last { self.events } else { 0 };
        let builder = PoolBuilder::new().threads(workers);
        // SAFETY: only tasks of this crate run on it. They use thread-local variables within
        // calls of the libraries below, none of which forks, polls or waits for tasks.
        #[allow(unsafe_code)]
        let builder = unsafe { builder.simulate(self.costs) }.stack(self.stack);
        let builder = builder.seed(self.seed).record(events);
        match &self.machine {
            None => builder.build(),
            Some(SimulatedMachine { topology, pin, victims, .. }) => {
                builder.topology(topology.clone()).pin(pin.clone()).victims(*victims).build()
            }
        }
    }
}

/// A search that is run again and again, each time from the beginning.
pub trait Repeatable: Sync {
    /// What is told of a run.
    type Document: Document;

    /// The game's name in documents.
    const GAME: &'static str;

    /// Virtual nanoseconds of a node, unless told otherwise: processor time over nodes on one real
    /// worker, rounded down, since waiting for lines from memory (2 to 5 % of it) comes on top.
    const NODE_NS: u64;

    /// The command that simulates it.
    fn command(&self) -> String;

    /// The name of its strategy.
    fn strategy(&self) -> &'static str;

    /// The name of the strategy that it is compared with, on one worker.
    fn baseline(&self) -> &'static str;

    /// Runs it, or what it is compared with, until it is done or Ctrl-C is pressed.
    fn run(&self, baseline: bool, pool: Arc<Pool>, interrupt: &Interrupt) -> Repetition<Self::Document>;
}

/// A run of a [`Repeatable`].
pub struct Repetition<D> {
    /// The position in the game's notation.
    pub position: String,
    /// The depth that was finished, in the strategy's unit.
    pub depth: u32,
    /// What it took.
    pub measured: Measured,
    /// Nodes in tasks that were cancelled.
    pub wasted_nodes: u64,
    /// The same for each reason, in the order of [`Waste::ALL`].
    pub wasted: [u64; Waste::ALL.len()],
    /// What it has found.
    pub finished: Finished<D>,
}

impl<D> Repetition<D> {
    /// What all workers have counted.
    fn total(&self) -> Tally {
        self.finished.observed.snapshot.total()
    }
}

impl<B: Bestmove> Repeatable for B {
    type Document = SearchDocument;

    const GAME: &'static str = B::NAME;
    const NODE_NS: u64 = <B as Bestmove>::NODE_NS;

    fn command(&self) -> String {
        format!("simulate {}", B::NAME)
    }

    fn strategy(&self) -> &'static str {
        self.settings().strategy.name()
    }

    fn baseline(&self) -> &'static str {
        self.settings().baseline().strategy.name()
    }

    fn run(&self, baseline: bool, pool: Arc<Pool>, interrupt: &Interrupt) -> Repetition<SearchDocument> {
        let settings = if baseline { self.settings().baseline() } else { *self.settings() };
        let what = self.with(settings);
        let searched = search(&what, &Run::new(pool, interrupt));
        let (measured, depth) = (searched.measured(), searched.depth());
        let (wasted_nodes, wasted) = (searched.wasted_nodes(), searched.wasted());
        let finished = searched.finish(&what, None, Detail::default());
        let position = finished.document.findings.header.position.clone();
        Repetition { position, depth, measured, wasted_nodes, wasted, finished }
    }
}

/// What a simulation has found: a table, and its last run.
pub struct Simulated<D> {
    /// A row for each run.
    pub document: SimulationDocument,
    /// The last run.
    pub last: Finished<SimulatedRun<D>>,
}

/// Searches on one simulated worker, and then on each number of them until Ctrl-C is pressed.
///
/// # Errors
/// If there is no memory for the workers.
///
/// # Panics
/// If the plan has no numbers of workers, or if the ledger of a run does not add up.
pub fn simulate<R: Repeatable>(
    what: &R,
    plan: &Simulation,
    interrupt: &Interrupt,
) -> Result<Simulated<R::Document>, PoolError> {
    let one = what.run(true, Arc::new(plan.pool(1, false)?), interrupt).measured;
    let (mut rows, mut depth, mut last) = (Vec::new(), None, None);
    for (nth, &workers) in plan.workers.iter().enumerate() {
        let (pool, wall) = (plan.pool(workers, nth + 1 == plan.workers.len())?, Instant::now());
        let run = what.run(false, Arc::new(pool), interrupt);
        let total = run.total();
        total.check().unwrap_or_else(|error| panic!("the ledger does not add up: {error}; in all {total:?}"));
        let compared = Speedup::new(what.baseline(), one, workers, run.measured, run.wasted_nodes);
        let wall_ns = wall.elapsed().as_nanos() as u64;
        if !interrupt.requested() {
            let wasted = WasteShares::new(run.wasted, run.wasted_nodes, one.nodes);
            rows.push(SimulationRow::new(&compared, run.measured, wasted, &total, wall_ns));
            depth = Some(run.depth);
        }
        last = Some(run);
        if interrupt.requested() {
            break;
        }
    }
    let last = last.expect("a number of workers");
    let document = SimulationDocument {
        game: R::GAME,
        position: last.position,
        strategy: what.strategy(),
        // The last run may have been interrupted: then it is no row and finished less.
        depth: depth.unwrap_or(last.depth),
        seed: plan.seed,
        node_ns: plan.costs.poll_ns,
        miss_ns: plan.costs.miss_ns,
        line_ns: plan.costs.line_ns,
        machine: plan.machine.as_ref().map(SimulatedMachine::described),
        twin: what.baseline().to_owned(),
        twin_time_ns: one.time_ns,
        twin_nodes: one.nodes,
        rows,
    };
    let time = (!interrupt.requested()).then(|| document.rows.last().map(|row| row.time.clone())).flatten();
    let Finished { document: found, observed } = last.finished;
    let last = Finished { document: SimulatedRun { title: what.command(), found, time }, observed };
    Ok(Simulated { document, last })
}

//! Searching in virtual time, by numbers of workers, whatever the game.

use std::time::Instant;

use super::bestmove::{Bestmove, search};
use super::interrupt::Interrupt;
use super::live::ProgressView;
use super::observed::{Detail, Finished};
use sparring_engine::search::SearchStrategy;
use sparring_report::{
    MachineDescription, SimulatedRun, SimulationDocument, SimulationRow, Speedup, WasteShares,
};
use sparring_sched::{Costs, Pin, Pool, PoolBuilder, PoolError, Topology, Victims};

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
        let victims = match self.victims {
            Victims::Near => "near",
            Victims::Uniform => "uniform",
        };
        let (topology, pin) = (self.name.clone(), self.pin.to_string());
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
    pub(crate) fn pool(&self, workers: usize, last: bool) -> Result<Pool, PoolError> {
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

/// What a simulation has found: a table, and its last run.
pub struct Simulated {
    /// A row for each run.
    pub document: SimulationDocument,
    /// The last run.
    pub last: Finished<SimulatedRun>,
}

/// Searches on one simulated worker, and then on each number of them until Ctrl-C is pressed.
///
/// # Errors
/// If there is no memory for the workers.
///
/// # Panics
/// If the plan has no numbers of workers, or if the ledger of a run does not add up.
pub(crate) fn simulate<B: Bestmove>(
    what: &B,
    plan: &Simulation,
    interrupt: &Interrupt,
) -> Result<Simulated, PoolError> {
    let (settings, baseline) = (what.settings(), what.settings().baseline());
    let one = search(&what.with(baseline), plan.pool(1, false)?, interrupt, ProgressView::Line).measured();
    let (mut rows, mut last) = (Vec::new(), None);
    for (nth, &workers) in plan.workers.iter().enumerate() {
        let (pool, wall) = (plan.pool(workers, nth + 1 == plan.workers.len())?, Instant::now());
        let searched = search(what, pool, interrupt, ProgressView::Line);
        let (run, total) = (searched.measured(), searched.total());
        total.check().unwrap_or_else(|terms| panic!("{terms}"));
        let name = baseline.strategy.name();
        let compared = Speedup::new(name, one, workers, run, searched.wasted_nodes());
        let wall_ns = wall.elapsed().as_nanos() as u64;
        if !interrupt.requested() {
            let wasted = WasteShares::new(searched.wasted(), searched.wasted_nodes(), one.nodes);
            rows.push(SimulationRow::new(&compared, run, wasted, &total, wall_ns));
        }
        last = Some(searched);
        if interrupt.requested() {
            break;
        }
    }
    let last = last.expect("a number of workers").finish(what, None, Detail::default());
    let header = &last.document.findings.header;
    let document = SimulationDocument {
        game: B::NAME,
        position: header.position.clone(),
        strategy: settings.strategy.name(),
        depth: header.depth,
        seed: plan.seed,
        node_ns: plan.costs.poll_ns,
        machine: plan.machine.as_ref().map(SimulatedMachine::described),
        twin: baseline.strategy.name().to_owned(),
        twin_time_ns: one.time_ns,
        twin_nodes: one.nodes,
        rows,
    };
    let time = (!interrupt.requested()).then(|| document.rows.last().map(|row| row.time.clone())).flatten();
    let last = Finished { document: SimulatedRun { found: last.document, time }, observed: last.observed };
    Ok(Simulated { document, last })
}

//! Simulated workers, and the machine that they run on.

use crate::documents::MachineDescription;
use sparring_sched::{Costs, Pin, Pool, PoolBuilder, PoolError, Topology, Victims};

/// A machine on which some workers are nearer to each other than others.
#[derive(Clone, Debug)]
pub struct SimulatedMachine {
    /// The name by which the user calls it: a shape, or the file that describes it.
    pub name: String,
    /// Which processors share what.
    pub topology: Topology,
    /// Which of them the workers are on.
    pub pin: Pin,
    /// Where idle workers look first.
    pub victims: Victims,
    /// Additional nanoseconds that a cache line takes from another package.
    pub far_ns: u64,
}

impl SimulatedMachine {
    /// Its description in documents.
    pub fn described(&self) -> MachineDescription {
        let (topology, pin, victims) = (self.name.clone(), self.pin.to_string(), self.victims.to_string());
        MachineDescription { topology, pin, victims, far_ns: self.far_ns }
    }
}

/// The settings of a simulated search.
#[derive(Clone, Debug)]
pub struct Simulation {
    /// Numbers of workers, a run for each.
    pub workers: Vec<usize>,
    /// The seed of the order in which idle workers look for work.
    pub seed: u64,
    /// The costs in virtual time.
    pub costs: Costs,
    /// The machine that the workers run on; `None` if all are equally near.
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

use crate::documents::MachineDescription;
use sparring_sched::{Costs, Pin, Pool, PoolBuilder, PoolError, Topology, Victims};

/// A machine on which some workers are nearer to each other than others.
#[derive(Clone, Debug)]
pub struct SimulatedMachine {
    /// The user's name for it: a shape, or a file.
    pub name: String,
    pub topology: Topology,
    pub pin: Pin,
    pub victims: Victims,
    /// Extra nanoseconds for a cache line from another package.
    pub far_ns: u64,
}

impl SimulatedMachine {
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
    pub seed: u64,
    pub costs: Costs,
    /// `None` if all workers are equally near.
    pub machine: Option<SimulatedMachine>,
    pub stack: usize,
    /// Events that the last run can record.
    pub events: usize,
}

impl Simulation {
    /// Builds the pool of a run; only the last is recorded.
    ///
    /// # Errors
    /// If there is no memory for the workers.
    pub fn pool(&self, workers: usize, last: bool) -> Result<Pool, PoolError> {
        let events = if last { self.events } else { 0 };
        let builder = PoolBuilder::new().threads(workers);
        // SAFETY: only tasks of this crate run on the pool. They use thread-local variables only
        // within calls of the libraries below, none of which forks, polls or waits for tasks.
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

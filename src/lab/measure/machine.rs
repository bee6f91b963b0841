//! The workers of an experiment (threads, and simulated workers beyond this machine's processors),
//! and the measurement of a row on either.
//!
//! Simulated workers are calibrated by their row's baseline, which one thread searches in the same
//! run: its time divided by its nodes is the virtual cost of a poll. Then one simulated worker
//! searches the baseline. The row's speed-up is that worker's virtual time divided by the row's;
//! its displayed time is the thread's time divided by the speed-up.

use std::sync::Arc;
use std::time::Instant;

use super::memory::peak_memory_of;
use super::row::{LONG_ENOUGH, RUNS, Run, median, row};
use crate::documents::{ReproduceRow, TimeSource, Times};
use crate::simulate::Simulation;
use sparring_engine::Stop;
use sparring_run::Interrupt;
use sparring_sched::{Costs, Pool, PoolError, SIMULATED_STACK};

#[derive(Debug)]
pub enum Halt {
    Interrupted,
    /// There is no memory for simulated workers.
    Simulation(PoolError),
}

impl From<PoolError> for Halt {
    fn from(error: PoolError) -> Halt {
        Halt::Simulation(error)
    }
}

pub struct Machine<'m> {
    /// Pools of threads in ascending order, the first of one thread.
    pub pools: Vec<Arc<Pool>>,
    pub simulated: Vec<usize>,
    pub seed: u64,
    pub interrupt: &'m Interrupt,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Workers {
    pub count: usize,
    pub clock: TimeSource,
}

#[derive(Clone, Copy, Debug)]
pub struct Baseline {
    times: Times,
    /// The virtual cost of a poll.
    node_ns: u64,
    /// Time on one simulated worker; 0 without simulation.
    virtual_ns: u64,
}

pub type Once<'o> = dyn FnMut(&Arc<Pool>) -> Result<Run, Halt> + 'o;

impl Machine<'_> {
    pub fn one(&self) -> &Arc<Pool> {
        &self.pools[0]
    }

    pub fn most(&self) -> &Arc<Pool> {
        self.pools.last().expect("a pool of one thread")
    }

    /// Makes Ctrl-C stop this search from now on.
    pub fn watched(&self, stop: Stop) -> Stop {
        let switch = stop.clone();
        self.interrupt.guard(move || switch.stop());
        stop
    }

    pub fn threads(&self) -> impl Iterator<Item = Workers> {
        self.pools.iter().map(|pool| Workers { count: pool.threads(), clock: TimeSource::Real })
    }

    pub fn all(&self) -> Vec<Workers> {
        let simulated = self.simulated.iter().map(|&count| Workers { count, clock: TimeSource::Virtual });
        self.threads().chain(simulated).collect()
    }

    /// Removes the single thread, unless no other workers are left.
    pub fn beyond_one(workers: Vec<Workers>) -> Vec<Workers> {
        let more = usize::from(workers.len() > 1);
        workers.into_iter().skip(more).collect()
    }

    /// Measures a baseline on one thread and, if needed, on one simulated worker.
    pub fn alone(&self, once: &mut Once<'_>) -> Result<(ReproduceRow, Baseline), Halt> {
        let row = self.timed(self.one(), once)?;
        let node_ns = row.ns_per_decision * row.decisions;
        let node_ns = ((node_ns as f64 / row.nodes.max(1) as f64).round() as u64).max(1);
        let virtual_ns = match self.simulated.is_empty() {
            true => 0,
            false => once(&self.simulate(1, node_ns)?)?.ns_per_decision,
        };
        let times = row.times();
        Ok((row, Baseline { times, node_ns, virtual_ns }))
    }

    pub fn shared(
        &self,
        workers: Workers,
        baseline: &Baseline,
        once: &mut Once<'_>,
    ) -> Result<ReproduceRow, Halt> {
        if workers.clock == TimeSource::Real {
            let pool = self.pools.iter().find(|pool| pool.threads() == workers.count);
            let row = self.timed(pool.expect("the pool of these workers"), once)?;
            return Ok(row.over(baseline.times));
        }
        let run = once(&self.simulate(workers.count, baseline.node_ns)?)?;
        let median_ns = baseline.times.median_ns;
        let scale = median_ns as f64 / baseline.virtual_ns.max(1) as f64;
        let ns_per_decision = (run.ns_per_decision as f64 * scale) as u64;
        let [fastest_ns, slowest_ns] = [ns_per_decision; 2];
        let row = row(workers.count, run);
        let row = ReproduceRow { ns_per_decision, fastest_ns, slowest_ns, ..row };
        let one = Times { median_ns, fastest_ns: median_ns, slowest_ns: median_ns };
        Ok(ReproduceRow { clock: TimeSource::Virtual, node_ns: Some(baseline.node_ns), ..row.over(one) })
    }

    /// Measures a search on one thread, as the baseline, and on all other workers.
    pub fn on_all(&self, once: &mut Once<'_>) -> Result<Vec<ReproduceRow>, Halt> {
        let (one, baseline) = self.alone(once)?;
        let mut rows = vec![one];
        for workers in self.all().into_iter().filter(|workers| workers.count > 1) {
            rows.push(self.shared(workers, &baseline, once)?);
        }
        Ok(rows)
    }

    /// Measures a row on threads, at least `RUNS` times and for `LONG_ENOUGH`; returns the median
    /// run.
    pub fn timed(&self, pool: &Arc<Pool>, once: &mut Once<'_>) -> Result<ReproduceRow, Halt> {
        let start = Instant::now();
        let (first, memory_mib) = peak_memory_of(|| once(pool));
        let mut runs = vec![row(pool.threads(), first?)];
        while runs.len() < RUNS || start.elapsed() < LONG_ENOUGH {
            runs.push(row(pool.threads(), once(pool)?));
        }
        Ok(ReproduceRow { memory_mib, ..median(runs) })
    }

    fn simulate(&self, workers: usize, node_ns: u64) -> Result<Arc<Pool>, PoolError> {
        let simulation = Simulation {
            workers: vec![workers],
            seed: self.seed,
            costs: Costs::default().with(|costs| costs.poll_ns = node_ns),
            machine: None,
            stack: SIMULATED_STACK,
            events: 0,
        };
        Ok(Arc::new(simulation.pool(workers, false)?))
    }
}

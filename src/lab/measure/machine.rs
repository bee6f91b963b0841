//! The workers of an experiment: threads of this machine as far as it has processors, beyond that
//! simulated ones, and how a row is measured on either.
//!
//! A simulated worker is calibrated by the baseline of its row, which one thread has searched in
//! the same run: its time over its nodes is what a poll costs in virtual time. Then one simulated
//! worker searches the baseline. How many times as fast the row's workers are in virtual time is
//! their speed-up, and the thread's time divided by that is shown as theirs.

use std::sync::Arc;
use std::time::Instant;

use super::memory::peak_memory_of;
use super::row::{LONG_ENOUGH, RUNS, Run, median, row};
use crate::documents::{ReproduceRow, TimeSource, Times};
use crate::simulate::Simulation;
use sparring_engine::Stop;
use sparring_run::Interrupt;
use sparring_sched::{Costs, Pool, PoolError, SIMULATED_STACK};

/// Why an experiment ends before its last row.
#[derive(Debug)]
pub enum Halt {
    /// Ctrl-C.
    Interrupted,
    /// There is no memory for simulated workers.
    Simulation(PoolError),
}

impl From<PoolError> for Halt {
    fn from(error: PoolError) -> Halt {
        Halt::Simulation(error)
    }
}

/// The workers on which the rows of an experiment are measured.
pub struct Machine<'m> {
    /// Pools of this machine in ascending order of their threads, the first of one.
    pub pools: Vec<Arc<Pool>>,
    /// Numbers of simulated workers.
    pub simulated: Vec<usize>,
    /// The seed of the order in which idle simulated workers look for work.
    pub seed: u64,
    /// Ends the experiment.
    pub interrupt: &'m Interrupt,
}

/// Some workers that share a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Workers {
    pub count: usize,
    /// Real or virtual.
    pub clock: TimeSource,
}

/// A row on one thread, with which others are compared.
#[derive(Clone, Copy, Debug)]
pub struct Baseline {
    times: Times,
    /// What a poll costs in virtual time.
    node_ns: u64,
    /// Its time on one simulated worker; 0 if nothing is simulated.
    virtual_ns: u64,
}

/// Searches a row's decisions once on the workers of a pool.
pub type Once<'o> = dyn FnMut(&Arc<Pool>) -> Result<Run, Halt> + 'o;

impl Machine<'_> {
    /// One thread.
    pub fn one(&self) -> &Arc<Pool> {
        &self.pools[0]
    }

    /// The pool of this machine with the most threads.
    pub fn most(&self) -> &Arc<Pool> {
        self.pools.last().expect("a pool of one thread")
    }

    /// The switch of a search, which Ctrl-C now uses.
    pub fn watched(&self, stop: Stop) -> Stop {
        let switch = stop.clone();
        self.interrupt.guard(move || switch.stop());
        stop
    }

    /// The threads of each pool.
    pub fn threads(&self) -> impl Iterator<Item = Workers> {
        self.pools.iter().map(|pool| Workers { count: pool.threads(), clock: TimeSource::Real })
    }

    /// All workers in ascending order, the real ones first.
    pub fn all(&self) -> Vec<Workers> {
        let simulated = self.simulated.iter().map(|&count| Workers { count, clock: TimeSource::Virtual });
        self.threads().chain(simulated).collect()
    }

    /// All workers but the one thread, if there are more.
    pub fn beyond_one(workers: Vec<Workers>) -> Vec<Workers> {
        let more = usize::from(workers.len() > 1);
        workers.into_iter().skip(more).collect()
    }

    /// Measures a baseline on one thread, and on one simulated worker if others follow.
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

    /// Measures a row that is compared with a baseline.
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

    /// Measures a search on one thread, and on all other workers of the machine beside it. It is
    /// its own baseline: speed-ups are over the same on one thread.
    pub fn on_all(&self, once: &mut Once<'_>) -> Result<Vec<ReproduceRow>, Halt> {
        let (one, baseline) = self.alone(once)?;
        let mut rows = vec![one];
        for workers in self.all().into_iter().filter(|workers| workers.count > 1) {
            rows.push(self.shared(workers, &baseline, once)?);
        }
        Ok(rows)
    }

    /// Measures a row on threads three times, and more often while that takes little time: the
    /// run of median time.
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

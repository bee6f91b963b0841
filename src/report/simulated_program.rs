//! What `sparring simulate sched` shows: a fork-join program in virtual time, by numbers of
//! workers.

use schemars::JsonSchema;
use serde::Serialize;

use super::simulation::{TimeLine, said, time_table};
use super::{Document, Extras, IdleShares, Ledger, Summary, Traffic, counted, grouped, ns_per, span};
use crate::sched::{Snapshot, Tally};

/// A microbenchmark on simulated workers.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct ProgramSimulation {
    /// Its name.
    pub bench: &'static str,
    /// Its size.
    pub n: u64,
    /// The seed of the order in which idle workers look for work.
    pub seed: u64,
    /// Virtual nanoseconds of a fork and its join, with the work around them.
    pub fork_ns: u64,
    /// Virtual time of the same program on one simulated worker.
    pub twin_time_ns: u64,
    /// A run for each number of workers, in the order asked for.
    pub rows: Vec<ProgramRow>,
    #[serde(skip)]
    last: Ledger,
    #[serde(skip)]
    none: Extras,
}

/// A run beside the one on one worker, taken apart: S = P * B * R.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct ProgramRow {
    /// P: simulated workers.
    pub workers: usize,
    /// Virtual time.
    pub time_ns: u64,
    /// S: the virtual time of one worker divided by that of the run.
    pub speedup: f64,
    /// B: the share of the workers' time that was work.
    pub busy: f64,
    /// R: forks per nanosecond of work, relative to one worker. What promotions and signals take
    /// is missing here.
    pub rate: f64,
    /// What the rest of the workers' time was. With `busy` it is 1.
    pub idle: IdleShares,
    /// What the scheduler did.
    #[serde(flatten)]
    pub traffic: Traffic,
    /// Real time of the simulation in nanoseconds, another one each time.
    pub wall_ns: u64,
}

impl ProgramRow {
    /// Of a run that took `time_ns` and counted `total`, where one worker takes `one_ns`.
    pub fn new(workers: usize, time_ns: u64, one_ns: u64, total: &Tally, wall_ns: u64) -> ProgramRow {
        let all_ns = time_ns.max(1) as f64 * workers as f64;
        let busy = total.busy_ns as f64 / all_ns;
        ProgramRow {
            workers,
            time_ns,
            speedup: one_ns.max(1) as f64 / time_ns.max(1) as f64,
            busy,
            rate: one_ns as f64 / total.busy_ns.max(1) as f64,
            idle: IdleShares::new(workers, time_ns, busy, total),
            traffic: total.into(),
            wall_ns,
        }
    }
}

impl ProgramSimulation {
    /// Of program `bench` of size `n`; `last` is what the pool of the last row has counted.
    pub fn new(
        (bench, n): (&'static str, u64),
        (seed, fork_ns): (u64, u64),
        twin_time_ns: u64,
        rows: Vec<ProgramRow>,
        last: &Snapshot,
    ) -> ProgramSimulation {
        let (last, none) = (Ledger::of(last), Extras::default());
        ProgramSimulation { bench, n, seed, fork_ns, twin_time_ns, rows, last, none }
    }

    fn one_worker(&self) -> String {
        let forks = self.last.total.asked();
        let each = ns_per(self.twin_time_ns as f64, forks);
        format!("{}, {} forks of {each:.1} ns", span(self.twin_time_ns), grouped(forks))
    }
}

impl Document for ProgramSimulation {
    fn text(&self) -> String {
        let line = |row: &ProgramRow| TimeLine {
            workers: row.workers,
            time_ns: row.time_ns,
            factors: [row.speedup, row.busy, row.rate],
            idle: row.idle,
            traffic: row.traffic,
        };
        let head =
            format!("program  {} {}\nbaseline one worker: {}\n\n", self.bench, self.n, self.one_worker());
        head + &said(self.seed) + &time_table(self.rows.iter().map(line))
    }

    fn summary(&self) -> Summary {
        let workers = self.rows.last().map_or(1, |row| row.workers);
        let speedup = self.rows.last().map_or(1.0, |row| row.speedup);
        Summary {
            title: format!("simulate sched {} --n {}", self.bench, self.n),
            facts: vec![
                ("Clock", "virtual time: a simulation, not this machine".to_owned()),
                ("One worker", self.one_worker()),
                ("Speed-up", format!("{speedup:.2} with {}", counted(workers, "worker"))),
            ],
            ..Summary::default()
        }
    }

    fn ledger(&self) -> &Ledger {
        &self.last
    }

    fn extras(&self) -> &Extras {
        &self.none
    }
}

use schemars::JsonSchema;
use serde::Serialize;

use super::simulation::{said, share_of_all, time_table};
use super::{IdleShares, MachineDescription, RunTime};
use sparring_report::{Document, Extras, Headline, Ledger, Summary, Width, grouped, ns_per, span};
use sparring_sched::{Snapshot, Tally};

/// A microbenchmark on simulated workers.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct ProgramSimulation {
    /// Name of the program.
    pub bench: &'static str,
    /// Size of the program.
    pub n: u64,
    /// Seed of the simulation.
    pub seed: u64,
    /// Virtual nanoseconds of a fork and its join, with the work around them.
    pub fork_ns: u64,
    /// Machine of the workers; `null` if all are equally near to each other.
    pub machine: Option<MachineDescription>,
    /// Virtual nanoseconds on one simulated worker.
    pub twin_time_ns: u64,
    /// A run for each number of workers.
    pub rows: Vec<RunTime>,
    #[serde(skip)]
    last: Ledger,
    #[serde(skip)]
    none: Extras,
}

impl RunTime {
    /// Describes a run of `time_ns` that counted `total`; one worker takes `one_ns`. S = P * B * R:
    /// the costs of promotions and signals lower R.
    pub fn of_program(workers: usize, time_ns: u64, one_ns: u64, total: &Tally, wall_ns: u64) -> RunTime {
        let share = |ns| share_of_all(ns, workers, time_ns);
        let busy = share(total.busy_ns);
        RunTime {
            workers,
            time_ns,
            speedup: one_ns.max(1) as f64 / time_ns.max(1) as f64,
            busy,
            filling: share(total.filling_ns),
            rate: one_ns as f64 / total.busy_ns.max(1) as f64,
            idle: IdleShares::new(workers, time_ns, busy, total),
            traffic: total.into(),
            wall_ns,
        }
    }
}

impl ProgramSimulation {
    pub fn new(
        (bench, n): (&'static str, u64),
        (seed, fork_ns): (u64, u64),
        twin_time_ns: u64,
        rows: Vec<RunTime>,
        last: &Snapshot,
    ) -> ProgramSimulation {
        let (last, none) = (Ledger::of(last), Extras::default());
        ProgramSimulation { bench, n, seed, fork_ns, machine: None, twin_time_ns, rows, last, none }
    }

    fn one_worker(&self) -> String {
        let forks = self.last.total.asked();
        let each = ns_per(self.twin_time_ns as f64, forks);
        format!("{}, {} forks of {each:.1} ns", span(self.twin_time_ns), grouped(forks))
    }
}

impl Document for ProgramSimulation {
    fn text(&self, width: Width) -> String {
        let head =
            format!("program  {} {}\nbaseline one worker: {}\n", self.bench, self.n, self.one_worker());
        head + &self.machine.as_ref().map_or(String::new(), MachineDescription::text)
            + "\n"
            + &said(self.seed)
            + &time_table(self.rows.iter(), self.machine.is_some(), width)
    }

    fn summary(&self) -> Summary {
        Summary {
            title: format!("simulate sched {} --n {}", self.bench, self.n),
            headline: self.rows.last().map_or(Headline::plain("interrupted"), RunTime::headline),
            facts: vec![
                ("Clock", "virtual time: a simulation, not this machine".to_owned()),
                ("One worker", self.one_worker()),
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

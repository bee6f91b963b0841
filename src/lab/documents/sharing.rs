//! Rows of the tables that compare strategies and task sizes.

use std::fmt;

use schemars::JsonSchema;
use serde::Serialize;

use super::TimeSource;
use super::reproduce::ReproduceRow;
use super::reproduce_text::rounded;
use super::scaling::geometric_mean;
use super::simulation::percent;
use sparring_report::{Tasks, Width, fitted, grouped, span, table};

/// Searches of some positions, shared in one way. Means are geometric.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct SharingRow {
    /// Positions in words.
    pub setting: String,
    /// Depth as this program counts it.
    pub depth: u32,
    /// Strategy.
    pub strategy: &'static str,
    /// Flag that sets the task size; null if it has its default.
    #[schemars(with = "Option<String>")]
    pub flag: Option<SizeFlag>,
    /// Workers.
    pub workers: usize,
    /// `real` for threads, `virtual` for simulated workers.
    pub clock: TimeSource,
    /// Number of positions.
    pub positions: usize,
    /// Mean nanoseconds for a position, scaled so that one simulated worker is as fast as one
    /// thread.
    pub time_ns: u64,
    /// Strategy of the baseline, on one thread.
    pub baseline: &'static str,
    /// Time of the baseline divided by this one, the mean.
    pub speedup: f64,
    /// Least and largest speed-up of a position.
    pub speedup_range: [f64; 2],
    /// Time of the same search on one thread divided by this one, the mean.
    pub scaling: f64,
    /// Extra time of the same search on one thread, as a share of the baseline's.
    pub overhead: f64,
    /// Nodes beyond the baseline's, as a share of those.
    pub extra_nodes: f64,
    /// Nodes of all positions.
    pub nodes: u64,
    /// Tasks of all positions.
    pub tasks: Tasks,
    /// Nodes for each task run; null if none was.
    pub task_nodes: Option<f64>,
    /// Nanoseconds of work for each task run; null if none was.
    pub task_ns: Option<f64>,
    /// Stolen tasks as a share of those asked for; null if none were.
    pub conversion: Option<f64>,
    /// Discarded tasks as a share of those asked for; null if none were.
    pub discarded: Option<f64>,
    /// Share of the workers' time at work.
    pub busy: f64,
}

/// A flag that sets the task size.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(into = "String")]
pub struct SizeFlag {
    pub name: &'static str,
    pub value: usize,
    pub with: &'static str,
}

impl fmt::Display for SizeFlag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let SizeFlag { name, value, with } = self;
        write!(f, "{name} {value}{with}")
    }
}

impl From<SizeFlag> for String {
    fn from(flag: SizeFlag) -> String {
        flag.to_string()
    }
}

/// One position, searched in three ways.
#[derive(Clone, Copy, Debug)]
pub struct SharedSearch<'r> {
    pub run: &'r ReproduceRow,
    /// Same strategy on one thread.
    pub alone: &'r ReproduceRow,
    /// Baseline on one thread.
    pub baseline: &'r ReproduceRow,
}

impl SharingRow {
    /// Summarises searches by the same workers.
    ///
    /// # Panics
    /// If `searches` is empty.
    pub fn new(setting: &str, flag: Option<SizeFlag>, searches: &[SharedSearch<'_>]) -> SharingRow {
        let SharedSearch { run, baseline, .. } = *searches.first().expect("a position");
        let ns = |row: &ReproduceRow| row.ns_per_decision.max(1) as f64;
        let mean = |of: &dyn Fn(&SharedSearch<'_>) -> f64| geometric_mean(searches.iter().map(of));
        let speedups = || searches.iter().map(|search| ns(search.baseline) / ns(search.run));
        let work = |row: &ReproduceRow| ns(row) * row.decisions as f64 * row.threads as f64 * row.busy;
        let nodes = searches.iter().map(|search| search.run.nodes).sum();
        let tasks = searches.iter().fold(Tasks::default(), |sum, search| sum + search.run.tasks);
        let asked = tasks.created + tasks.dud + tasks.overflowed;
        let each = |all: f64| (tasks.run > 0).then(|| all / tasks.run as f64);
        let share = |part: u64| (asked > 0).then(|| part as f64 / asked as f64);
        SharingRow {
            setting: setting.to_owned(),
            depth: run.depth,
            strategy: run.strategy,
            flag,
            workers: run.threads,
            clock: run.clock,
            positions: searches.len(),
            time_ns: mean(&|search| ns(search.run)).round() as u64,
            baseline: baseline.strategy,
            speedup: geometric_mean(speedups()),
            speedup_range: [speedups().fold(f64::INFINITY, f64::min), speedups().fold(0.0, f64::max)],
            scaling: mean(&|search| ns(search.alone) / ns(search.run)),
            overhead: mean(&|search| ns(search.alone) / ns(search.baseline)) - 1.0,
            extra_nodes: mean(&|search| search.run.nodes as f64 / search.baseline.nodes.max(1) as f64) - 1.0,
            nodes,
            tasks,
            task_nodes: each(nodes as f64),
            task_ns: each(searches.iter().map(|search| work(search.run)).sum()),
            conversion: share(tasks.stolen),
            discarded: share(tasks.discarded),
            busy: mean(&|search| search.run.busy.max(f64::MIN_POSITIVE)),
        }
    }

    pub(crate) fn search(&self) -> String {
        self.flag.as_ref().map_or(self.strategy.to_owned(), |flag| format!("{} {flag}", self.strategy))
    }

    pub(crate) fn cells(&self) -> [String; COLUMNS.len()] {
        let [least, most] = self.speedup_range;
        let range = if self.positions > 1 { format!("{least:.2} to {most:.2}") } else { String::new() };
        [
            format!("{}, {}, depth {}", self.search(), self.setting, self.depth),
            self.workers.to_string(),
            self.clock.word().to_owned(),
            span(self.time_ns),
            format!("{:.2}", self.speedup),
            range,
            format!("{:.2}", self.scaling),
            percent(self.overhead),
            percent(self.extra_nodes),
            grouped(self.tasks.created + self.tasks.dud + self.tasks.overflowed),
            rounded(self.task_nodes, 1),
            self.task_ns.map_or(String::new(), |ns| span(ns as u64)),
            self.conversion.map_or(String::new(), |share| format!("{:.2}%", 100.0 * share)),
            self.discarded.map_or(String::new(), percent),
            percent(self.busy),
        ]
    }
}

/// Columns; the first three identify a row.
pub(crate) const COLUMNS: [&str; 15] = [
    "search",
    "workers",
    "clock",
    "time",
    "speed-up",
    "least to most",
    "over itself",
    "overhead",
    "extra nodes",
    "tasks",
    "nodes a task",
    "a task",
    "stolen",
    "discarded",
    "busy",
];

pub(crate) const COLUMNS_MEAN: [&str; 4] = [
    "Speed-up is over the sequential strategy on one thread, `over itself` over the same strategy there; overhead is the time",
    "of the same strategy on one thread beyond the sequential one's. A task is what is left of it without the tasks below it.",
    "Stolen and discarded are shares of all tasks asked for; of simulated workers time and work are virtual. Means over positions",
    "are geometric.",
];

pub(crate) fn sharing_table(rows: &[SharingRow], width: Width) -> String {
    let mut table = table(&COLUMNS);
    for row in rows {
        table.add_row(row.cells());
    }
    fitted(&table, 3, width)
}

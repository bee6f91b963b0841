use schemars::JsonSchema;
use serde::Serialize;

use sparring_engine::search::Waste;
use sparring_report::{
    Document, Extras, Headline, Ledger, Measured, Speedup, Summary, Tasks, Width, counted, fitted, grouped,
    ratio, span, table,
};
use sparring_sched::Tally;

/// A search on simulated workers.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct SimulationDocument {
    /// Game: `chess`, `backgammon` or `dots`.
    pub game: &'static str,
    /// Position in the game's notation.
    pub position: String,
    /// Strategy, as the command line calls it.
    pub strategy: &'static str,
    /// Depth that all runs finished, in the strategy's unit.
    pub depth: u32,
    /// Seed of the simulation.
    pub seed: u64,
    /// Virtual nanoseconds of a node, without memory.
    pub node_ns: u64,
    /// Virtual nanoseconds to fetch a cache line from memory.
    pub miss_ns: u64,
    /// Virtual nanoseconds to fetch a cache line that another worker has written or fetched.
    pub line_ns: u64,
    /// Machine of the workers; `null` if all are equally near to each other.
    pub machine: Option<MachineDescription>,
    /// Strategy of the baseline, on one simulated worker.
    pub twin: String,
    /// Virtual nanoseconds of the baseline.
    pub twin_time_ns: u64,
    /// Nodes of the baseline.
    pub twin_nodes: u64,
    /// A run for each number of workers.
    pub rows: Vec<SimulationRow>,
}

/// The machine of simulated workers.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct MachineDescription {
    /// Its shape, packages x cores x threads, or the file that describes it.
    pub topology: String,
    /// Order in which workers take processors: `cores`, `compact` or `spread`.
    pub pin: String,
    /// Where idle workers look for work first: `near` or `uniform`.
    pub victims: String,
    /// Extra nanoseconds for a cache line from another package.
    pub far_ns: u64,
}

impl MachineDescription {
    pub(crate) fn text(&self) -> String {
        let MachineDescription { topology, pin, victims, far_ns } = self;
        format!("machine  {topology}, pinned {pin}, victims {victims}, {far_ns} ns for a far cache line\n")
    }
}

/// A run compared with its baseline: S = P * B * R / (1 + SO).
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct SimulationRow {
    #[serde(flatten)]
    pub time: RunTime,
    /// Nodes, including cancelled tasks.
    pub nodes: u64,
    /// SO: nodes beyond the baseline's, as a share of those.
    pub search_overhead: f64,
    /// Part of SO in cancelled tasks.
    pub wasted_overhead: f64,
    /// That part by what cancelled the tasks.
    pub wasted: WasteShares,
}

/// The use of time in a simulated run.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct RunTime {
    /// P: simulated workers.
    pub workers: usize,
    /// Virtual nanoseconds.
    pub time_ns: u64,
    /// S: the baseline's virtual time divided by the run's.
    pub speedup: f64,
    /// B: share of the workers' time at work.
    pub busy: f64,
    /// Share of the workers' time on filler work that nobody waits for, part of `busy`.
    pub filling: f64,
    /// R: nodes (or forks of a program) per nanosecond of work, relative to the baseline.
    pub rate: f64,
    /// Rest of the workers' time, by cause.
    pub idle: IdleShares,
    #[serde(flatten)]
    pub traffic: Traffic,
    /// Real nanoseconds of the simulation, which vary from run to run.
    pub wall_ns: u64,
}

/// The actions of the scheduler in a simulated run.
#[derive(Clone, Copy, Debug, JsonSchema, Serialize)]
pub struct Traffic {
    /// Jobs and tickets taken from others.
    pub steals: u64,
    /// Steals from workers in another package.
    pub far_steals: u64,
    /// Attempts to steal that found an empty deque or a stale ticket.
    pub failed_steals: u64,
    /// Jobs and splits offered to thieves.
    pub promoted: u64,
    /// Times a worker went to sleep.
    pub parks: u64,
    /// Times a worker woke another.
    pub wakes: u64,
    /// Outcomes of the tasks.
    pub tasks: Tasks,
}

impl From<&Tally> for Traffic {
    fn from(total: &Tally) -> Traffic {
        let &Tally { steals, far_steals, failed_steals, promoted, parks, wakes, .. } = total;
        Traffic { steals, far_steals, failed_steals, promoted, parks, wakes, tasks: total.into() }
    }
}

/// Shares of all workers' time.
#[derive(Clone, Copy, Debug, JsonSchema, Serialize)]
pub struct IdleShares {
    /// Looking for work, or asleep without any.
    pub starving: f64,
    /// Waiting for the second half of a join or the helpers of a split.
    pub joining: f64,
    /// From the decision to wake a starving worker until it ran.
    pub waking: f64,
}

impl IdleShares {
    /// Divides the idle time of `workers` workers in `time_ns`; the share `busy` was work.
    pub fn new(workers: usize, time_ns: u64, busy: f64, total: &Tally) -> IdleShares {
        let share = |ns| share_of_all(ns, workers, time_ns);
        let (joining, waking) = (share(total.joining_ns), share(total.waking_ns));
        IdleShares { starving: 1.0 - busy - joining - waking, joining, waking }
    }
}

/// Nodes of cancelled tasks, as shares of the baseline's nodes.
#[derive(Clone, Copy, Debug, JsonSchema, Serialize)]
pub struct WasteShares {
    /// Cancelled because a root move beat the best so far: all workers search it again.
    pub root_research: f64,
    /// Cancelled because a move at another node beat the best so far: it is searched again.
    pub research: f64,
    /// Cancelled by a cut at a node with an open window.
    pub pv_cut: f64,
    /// Cancelled by a cut where none was expected.
    pub all_cut: f64,
    /// Cancelled by a cut where one was expected.
    pub cut_cut: f64,
    /// Cancelled by a cut at a chance node, by a limit, or otherwise.
    pub other: f64,
}

impl WasteShares {
    /// Computes the shares from `wasted` nodes in the order of [`Waste::ALL`], the `total` for all
    /// reasons, and the baseline's `nodes`.
    pub fn new(wasted: [u64; Waste::ALL.len()], total: u64, nodes: u64) -> WasteShares {
        let share = |wasted: u64| wasted as f64 / nodes.max(1) as f64;
        let [root_research, research, pv_cut, all_cut, cut_cut] = wasted.map(share);
        let other = share(total - wasted.iter().sum::<u64>());
        WasteShares { root_research, research, pv_cut, all_cut, cut_cut, other }
    }
}

pub(crate) fn share_of_all(ns: u64, workers: usize, time_ns: u64) -> f64 {
    ns as f64 / (time_ns.max(1) as f64 * workers as f64)
}

impl SimulationRow {
    /// Combines the comparison of `run` with its baseline and its counters `total`.
    pub fn new(
        compared: &Speedup,
        run: Measured,
        wasted: WasteShares,
        total: &Tally,
        wall_ns: u64,
    ) -> SimulationRow {
        let Measured { time_ns, nodes, .. } = run;
        let &Speedup { workers, speedup, busy, rate, search_overhead, wasted_overhead, .. } = compared;
        let idle = IdleShares::new(workers, time_ns, busy, total);
        let filling = share_of_all(total.filling_ns, workers, time_ns);
        let traffic = total.into();
        let time = RunTime { workers, time_ns, speedup, busy, filling, rate, idle, traffic, wall_ns };
        SimulationRow { time, nodes, search_overhead, wasted_overhead, wasted }
    }
}

impl SimulationDocument {
    pub fn text(&self, width: Width) -> String {
        let head = format!(
            "position {}\ndepth    {} ({})\nbaseline {} on one worker: {}, {} nodes of {} ns\n",
            self.position,
            self.depth,
            self.strategy,
            self.twin,
            span(self.twin_time_ns),
            grouped(self.twin_nodes),
            self.node_ns
        );
        head + &self.memory()
            + &self.machine.as_ref().map_or(String::new(), MachineDescription::text)
            + "\n"
            + &said(self.seed)
            + &time_table(self.rows.iter().map(|row| &row.time), self.machine.is_some(), width)
            + "\nvirtual time: nodes beyond those of the baseline, in % of those\n"
            + &self.node_table(width)
    }

    fn memory(&self) -> String {
        match (self.miss_ns, self.line_ns) {
            (0, 0) => "memory   takes no time\n".to_owned(),
            (miss, line) => {
                format!("memory   a line of it takes {miss} ns, one of another worker's {line} ns\n")
            }
        }
    }

    fn node_table(&self, width: Width) -> String {
        let names = ["workers", "nodes", "extra", "wasted"];
        let causes = ["root again", "again", "PV cut", "all cut", "cut cut", "other"];
        let mut table = table(&[&names[..], &causes].concat());
        for row in &self.rows {
            let WasteShares { root_research, research, pv_cut, all_cut, cut_cut, other } = row.wasted;
            let shares = [root_research, research, pv_cut, all_cut, cut_cut, other];
            let head = [row.time.workers.to_string(), grouped(row.nodes)];
            let extra = [row.search_overhead, row.wasted_overhead];
            table.add_row(head.into_iter().chain(extra.into_iter().chain(shares).map(percent)));
        }
        fitted(&table, 1, width)
    }
}

/// A table of the use of time. `far` adds a column of thefts from other packages.
pub(crate) fn time_table<'r>(runs: impl Iterator<Item = &'r RunTime>, far: bool, width: Width) -> String {
    let names = ["workers", "time", "S", "busy", "fill", "rate", "starve", "join", "wake"];
    let counts = ["promoted", "wakes", "parks", "aborted"];
    let thefts: &[&str] = if far { &["steals", "far"] } else { &["steals"] };
    let mut table = table(&[&names[..], thefts, &counts].concat());
    for &RunTime { workers, time_ns, speedup, busy, filling, rate, idle, traffic, .. } in runs {
        let shares = [idle.starving, idle.joining, idle.waking].map(percent);
        let [busy, filling] = [busy, filling].map(percent);
        let time = [workers.to_string(), span(time_ns), format!("{speedup:.2}"), busy, filling];
        let far = far.then(|| traffic.far_steals.to_string());
        let counts = [traffic.promoted, traffic.wakes, traffic.parks, traffic.tasks.aborted];
        let row = time.into_iter().chain([format!("{rate:.3}")]).chain(shares);
        let row = row.chain([traffic.steals.to_string()]).chain(far);
        table.add_row(row.chain(counts.map(|count| count.to_string())));
    }
    fitted(&table, 1, width)
}

pub(crate) fn said(seed: u64) -> String {
    format!("virtual time: a simulation of workers, not the time of this machine (seed {seed})\n")
}

pub(crate) fn percent(share: f64) -> String {
    format!("{:.1}%", 100.0 * share)
}

impl RunTime {
    pub(crate) fn headline(&self) -> Headline {
        let workers = counted(self.workers, "simulated worker");
        Headline {
            answer: format!("speed-up {} on {workers}", ratio(self.speedup)),
            worth: format!("{:.0} % at work", 100.0 * self.busy),
            note: "virtual time, over the baseline on one worker".to_owned(),
        }
    }
}

/// A simulated run for a page: the search's document and the use of time.
#[derive(Clone, Debug, Serialize)]
#[serde(transparent)]
pub struct SimulatedRun<D> {
    #[serde(skip)]
    pub title: String,
    pub found: D,
    /// `None` if interrupted.
    #[serde(skip)]
    pub time: Option<RunTime>,
}

impl<D: Document> Document for SimulatedRun<D> {
    fn text(&self, width: Width) -> String {
        self.found.text(width)
    }

    fn summary(&self) -> Summary {
        let mut summary = self.found.summary();
        summary.title.clone_from(&self.title);
        if let Some(time) = &self.time {
            let found = std::mem::replace(&mut summary.headline, time.headline());
            summary.facts.insert(0, ("Found", found.text()));
        }
        summary.facts.push(("Clock", "virtual time: a simulation, not this machine".to_owned()));
        summary
    }

    fn ledger(&self) -> &Ledger {
        self.found.ledger()
    }

    fn extras(&self) -> &Extras {
        self.found.extras()
    }
}

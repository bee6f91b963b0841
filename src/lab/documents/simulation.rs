//! What `sparring simulate` shows of a search: virtual time, by numbers of workers.

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
    /// The game: `chess`, `backgammon` or `dots`.
    pub game: &'static str,
    /// The position in the game's notation.
    pub position: String,
    /// The strategy, by its name on the command line.
    pub strategy: &'static str,
    /// The depth that all runs have finished, in the strategy's unit.
    pub depth: u32,
    /// The seed of the order in which idle workers look for work.
    pub seed: u64,
    /// Virtual nanoseconds of a node.
    pub node_ns: u64,
    /// Beside that: virtual nanoseconds of a cache line from memory.
    pub miss_ns: u64,
    /// And of one that another worker has written or fetched.
    pub line_ns: u64,
    /// The machine that the workers run on; `null` if all are equally near to each other.
    pub machine: Option<MachineDescription>,
    /// The strategy of the baseline, on one simulated worker.
    pub twin: String,
    /// Its virtual time.
    pub twin_time_ns: u64,
    /// Its nodes.
    pub twin_nodes: u64,
    /// A run for each number of workers, in the order asked for.
    pub rows: Vec<SimulationRow>,
}

/// The machine that simulated workers run on.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct MachineDescription {
    /// Its shape, packages x cores x threads, or the file that describes it.
    pub topology: String,
    /// The order in which workers were placed on its processors: `cores`, `compact` or `spread`.
    pub pin: String,
    /// Where idle workers look for work first: `near` or `uniform`.
    pub victims: String,
    /// Nanoseconds that a cache line from another package takes longer.
    pub far_ns: u64,
}

impl MachineDescription {
    /// A line of the text form.
    pub(crate) fn text(&self) -> String {
        let MachineDescription { topology, pin, victims, far_ns } = self;
        format!("machine  {topology}, pinned {pin}, victims {victims}, {far_ns} ns for a far cache line\n")
    }
}

/// A run beside its baseline, taken apart: S = P * B * R / (1 + SO).
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct SimulationRow {
    /// Where the time went.
    #[serde(flatten)]
    pub time: RunTime,
    /// Nodes, those of cancelled tasks included.
    pub nodes: u64,
    /// SO: nodes beyond those of the baseline, as a share of those.
    pub search_overhead: f64,
    /// The part of SO that lies in cancelled tasks.
    pub wasted_overhead: f64,
    /// The same by what cancelled them.
    pub wasted: WasteShares,
}

/// Where the time of a simulated run went.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct RunTime {
    /// P: simulated workers.
    pub workers: usize,
    /// Virtual time.
    pub time_ns: u64,
    /// S: the virtual time of the baseline divided by that of the run.
    pub speedup: f64,
    /// B: the share of the workers' time that was work.
    pub busy: f64,
    /// Of that: filling idle time with work that nobody waits for, as a share of all time.
    pub filling: f64,
    /// R: nodes, or forks of a program, per nanosecond of work, relative to the baseline.
    pub rate: f64,
    /// What the rest of the workers' time was. With `busy` it is 1.
    pub idle: IdleShares,
    /// What the scheduler did.
    #[serde(flatten)]
    pub traffic: Traffic,
    /// Real time of the simulation in nanoseconds, another one each time.
    pub wall_ns: u64,
}

/// What the scheduler did in a simulated run.
#[derive(Clone, Copy, Debug, JsonSchema, Serialize)]
pub struct Traffic {
    /// Jobs and tickets taken from other workers.
    pub steals: u64,
    /// Of those: from workers in another package of the machine.
    pub far_steals: u64,
    /// Looks at another worker's deque that found nothing or a stale ticket.
    pub failed_steals: u64,
    /// Jobs and splits moved to where thieves find them.
    pub promoted: u64,
    /// Times a worker went to sleep.
    pub parks: u64,
    /// Times a worker woke another.
    pub wakes: u64,
    /// What became of the tasks.
    pub tasks: Tasks,
}

impl From<&Tally> for Traffic {
    fn from(total: &Tally) -> Traffic {
        let &Tally { steals, far_steals, failed_steals, promoted, parks, wakes, .. } = total;
        Traffic { steals, far_steals, failed_steals, promoted, parks, wakes, tasks: total.into() }
    }
}

/// Shares of the time of all workers together.
#[derive(Clone, Copy, Debug, JsonSchema, Serialize)]
pub struct IdleShares {
    /// Looking for work, and asleep because there was none.
    pub starving: f64,
    /// Waiting for the second half of a join or the helpers of a split.
    pub joining: f64,
    /// From the moment when somebody woke a starving worker until it ran.
    pub waking: f64,
}

impl IdleShares {
    /// Of the time `time_ns` of `workers` workers, of which the share `busy` was work.
    pub fn new(workers: usize, time_ns: u64, busy: f64, total: &Tally) -> IdleShares {
        let share = |ns| share_of_all(ns, workers, time_ns);
        let (joining, waking) = (share(total.joining_ns), share(total.waking_ns));
        IdleShares { starving: 1.0 - busy - joining - waking, joining, waking }
    }
}

/// Nodes of cancelled tasks, as shares of the nodes of the baseline.
#[derive(Clone, Copy, Debug, JsonSchema, Serialize)]
pub struct WasteShares {
    /// A move of the root was better than the best so far, and all workers search it again.
    pub root_research: f64,
    /// The same at another node.
    pub research: f64,
    /// A cut at a node with an open window.
    pub pv_cut: f64,
    /// A cut at a node that was expected to have none.
    pub all_cut: f64,
    /// A cut at a node that was expected to have one.
    pub cut_cut: f64,
    /// Any other reason: a cut at a chance node, a limit.
    pub other: f64,
}

impl WasteShares {
    /// Of `wasted` nodes in the order of [`Waste::ALL`], and of `total` for all reasons, where
    /// the baseline has `nodes`.
    pub fn new(wasted: [u64; Waste::ALL.len()], total: u64, nodes: u64) -> WasteShares {
        let share = |wasted: u64| wasted as f64 / nodes.max(1) as f64;
        let [root_research, research, pv_cut, all_cut, cut_cut] = wasted.map(share);
        let other = share(total - wasted.iter().sum::<u64>());
        WasteShares { root_research, research, pv_cut, all_cut, cut_cut, other }
    }
}

/// Time of any workers as a share of the time `time_ns` of all `workers`.
pub(crate) fn share_of_all(ns: u64, workers: usize, time_ns: u64) -> f64 {
    ns as f64 / (time_ns.max(1) as f64 * workers as f64)
}

impl SimulationRow {
    /// What `compared` has compared: `run`, whose counters are `total`.
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
    /// The text form for a terminal of this width.
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

    /// A line of the text form.
    fn memory(&self) -> String {
        match (self.miss_ns, self.line_ns) {
            (0, 0) => "memory   takes no time\n".to_owned(),
            (miss, line) => {
                format!("memory   a line of it takes {miss} ns, one of another worker's {line} ns\n")
            }
        }
    }

    /// Which nodes the baseline did not need.
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

/// Where the time of each run went. `fill` is part of `busy`. How many thefts were `far` is shown
/// where some can be.
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

/// What stands above every table of a simulation.
pub(crate) fn said(seed: u64) -> String {
    format!("virtual time: a simulation of workers, not the time of this machine (seed {seed})\n")
}

pub(crate) fn percent(share: f64) -> String {
    format!("{:.1}%", 100.0 * share)
}

impl RunTime {
    /// What a run shows in a few words.
    pub(crate) fn headline(&self) -> Headline {
        let workers = counted(self.workers, "simulated worker");
        Headline {
            answer: format!("speed-up {} on {workers}", ratio(self.speedup)),
            worth: format!("{:.0} % at work", 100.0 * self.busy),
            note: "virtual time, over the baseline on one worker".to_owned(),
        }
    }
}

/// One run of a simulation, for a page: what a search has found, and what clock it ran by.
#[derive(Clone, Debug, Serialize)]
#[serde(transparent)]
pub struct SimulatedRun<D> {
    /// The command.
    #[serde(skip)]
    pub title: String,
    /// What the search has found.
    pub found: D,
    /// Where its time went; `None` if it was interrupted.
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

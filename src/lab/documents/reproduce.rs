use schemars::JsonSchema;
use serde::Serialize;

use super::{Published, PublishedRow, SequentialShare, SharingRow, SparkCounts, StatedNumber, TimeSource};
use sparring_report::Tasks;

/// The ancestor's figures for a row.
#[derive(Clone, Debug, Default, PartialEq, JsonSchema, Serialize)]
pub struct Ancestor {
    /// Program of the ancestor, with its number of threads.
    pub program: String,
    /// Nanoseconds for one decision, rebuilt on a machine of two processors; null if not timed.
    pub ns_per_decision: Option<u64>,
    /// Time of the ancestor divided by ours; null if not timed.
    pub times_faster: Option<f64>,
    /// `SPARKS` line; null if none was printed.
    pub sparks: Option<String>,
    /// Sparks as numbers.
    pub counts: SparkCounts,
    /// Move of the ancestor in our notation; null if unknown.
    pub best: Option<String>,
}

/// One setting, searched by one strategy on some workers.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct ReproduceRow {
    /// Setting.
    pub setting: String,
    /// Depth as this program counts it.
    pub depth: u32,
    /// Plays kept of every roll; null for all.
    pub keep: Option<usize>,
    /// Strategy.
    pub strategy: &'static str,
    /// Workers.
    pub threads: usize,
    /// Decisions searched.
    pub decisions: u64,
    /// Nanoseconds for one decision, the median of all runs.
    pub ns_per_decision: u64,
    /// Nanoseconds for one decision in the fastest run.
    pub fastest_ns: u64,
    /// Nanoseconds for one decision in the slowest run.
    pub slowest_ns: u64,
    /// Number of runs.
    pub runs: u64,
    /// Time of the baseline on one worker divided by this one.
    pub speedup: f64,
    /// Least and largest speed-up that the fastest and slowest runs allow.
    pub speedup_range: [f64; 2],
    /// Nodes of all decisions.
    pub nodes: u64,
    /// Tasks of all decisions.
    pub tasks: Tasks,
    /// Tasks in GHC's words.
    pub sparks: String,
    /// Figures of the rebuilt ancestor; null if it has none for this row.
    pub ancestor: Option<Ancestor>,
    /// Published row with as many cores; null if none.
    pub published: Option<Published>,
    /// `real` for threads, `virtual` for simulated workers, whose times are scaled so that one is
    /// as fast as one thread.
    pub clock: TimeSource,
    /// Virtual nanoseconds between two polls; null for threads.
    pub node_ns: Option<u64>,
    /// Nanoseconds for a game; null if the decisions are not games.
    pub ns_per_game: Option<u64>,
    /// Stolen tasks as a share of those asked for; null if none were.
    pub conversion: Option<f64>,
    /// Peak resident MiB during the first run; null if simulated or unknown.
    pub memory_mib: Option<f64>,
    /// Share of the workers' time at work.
    pub busy: f64,
    /// Move found; null for several decisions.
    pub best: Option<String>,
}

/// Nanoseconds for one decision, over all runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Times {
    /// Median, or the shorter of the middle two.
    pub median_ns: u64,
    pub fastest_ns: u64,
    pub slowest_ns: u64,
}

impl ReproduceRow {
    pub fn times(&self) -> Times {
        let ReproduceRow { ns_per_decision: median_ns, fastest_ns, slowest_ns, .. } = *self;
        Times { median_ns, fastest_ns, slowest_ns }
    }

    /// The row with its speed-up over a baseline's times.
    pub fn over(self, one: Times) -> ReproduceRow {
        let ratio = |one: u64, this: u64| one as f64 / this.max(1) as f64;
        ReproduceRow {
            speedup: ratio(one.median_ns, self.ns_per_decision),
            speedup_range: [ratio(one.fastest_ns, self.slowest_ns), ratio(one.slowest_ns, self.fastest_ns)],
            ..self
        }
    }
}

/// The description of an experiment.
#[derive(Clone, Debug, Default, Serialize)]
#[serde(into = "Vec<String>")]
pub struct About {
    /// Procedure, in lines of prose.
    pub done: Vec<String>,
    /// A description of how the ancestor was rebuilt; empty if it was not.
    pub ancestor: &'static [&'static str],
}

impl About {
    pub(crate) fn lines(&self) -> Vec<String> {
        let before = |nth| if nth == 0 { "Ancestor: " } else { "" };
        let ancestor = self.ancestor.iter().enumerate().map(|(nth, line)| format!("{}{line}", before(nth)));
        self.done.iter().cloned().chain(ancestor).collect()
    }
}

impl From<About> for Vec<String> {
    fn from(about: About) -> Vec<String> {
        about.lines()
    }
}

/// An ancestor's experiment.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct ReproduceDocument {
    /// Game.
    pub game: &'static str,
    /// Letter of the experiment.
    pub experiment: &'static str,
    /// Procedure, then the way in which the ancestor was rebuilt.
    #[schemars(with = "Vec<String>")]
    pub about: About,
    /// Rows.
    pub rows: Vec<ReproduceRow>,
    /// All rows of the published tables.
    pub published: Vec<PublishedRow>,
    /// Numbers in the paper's sentences.
    pub stated: Vec<StatedNumber>,
    /// Average times in percent of the sequential time, for chess only.
    pub shares: Vec<SequentialShare>,
    /// Ways to share a search, for chess only.
    pub strategies: Vec<SharingRow>,
}

impl ReproduceDocument {
    /// Explains speed-ups above the number of workers, if any.
    pub(crate) fn more_than_workers(&self) -> Option<String> {
        let parallel = || self.rows.iter().filter(|row| row.threads > 1);
        let above = parallel().filter(|row| row.speedup > row.threads as f64).count();
        (above > 0).then(|| {
            format!(
                "{above} of {} speed-ups are above the number of workers. Either the parallel search happened to visit \
                 fewer nodes, or other programs kept this one waiting while it was timed: a search that takes less than \
                 a millisecond is then mostly the wait for a processor. They show no gain from more workers than there are.",
                parallel().count()
            )
        })
    }

    pub fn beside(&self, published: &PublishedRow) -> Option<&ReproduceRow> {
        self.rows.get(published.row?)
    }
}

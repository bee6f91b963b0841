//! The document of an ancestor's experiment: its figures beside this program's.

use schemars::JsonSchema;
use serde::Serialize;

use super::{Published, PublishedRow, SequentialShare, SharingRow, SparkCounts, StatedNumber, TimeSource};
use sparring_report::Tasks;

/// What is known of the ancestor for a row.
#[derive(Clone, Debug, Default, PartialEq, JsonSchema, Serialize)]
pub struct Ancestor {
    /// Its program, threads included.
    pub program: String,
    /// Its time for one decision in nanoseconds, rebuilt and timed on a machine of two processors;
    /// null if it was not timed.
    pub ns_per_decision: Option<u64>,
    /// Its time divided by this program's; null if it was not timed.
    pub times_faster: Option<f64>,
    /// Its `SPARKS` line; null if it printed none.
    pub sparks: Option<String>,
    /// The same as numbers.
    pub counts: SparkCounts,
    /// Its move, in this program's notation; null if that is not known.
    pub best: Option<String>,
}

/// One setting, searched by one strategy.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct ReproduceRow {
    /// What the experiment varies.
    pub setting: String,
    /// The depth as this program counts it.
    pub depth: u32,
    /// Plays kept of every roll; null for all.
    pub keep: Option<usize>,
    /// The strategy.
    pub strategy: &'static str,
    /// Workers.
    pub threads: usize,
    /// Decisions searched.
    pub decisions: u64,
    /// Nanoseconds for one decision: the median of all runs.
    pub ns_per_decision: u64,
    /// The same of the fastest run.
    pub fastest_ns: u64,
    /// The same of the slowest run.
    pub slowest_ns: u64,
    /// How often it was measured.
    pub runs: u64,
    /// The baseline's time on one worker divided by this one; 1 for the baseline itself.
    pub speedup: f64,
    /// The least and the largest speed-up that the fastest and slowest runs of both allow.
    pub speedup_range: [f64; 2],
    /// Nodes of all decisions.
    pub nodes: u64,
    /// Tasks of all decisions.
    pub tasks: Tasks,
    /// The tasks in GHC's wording.
    pub sparks: String,
    /// The ancestor's figures; null if it has none for this row.
    pub ancestor: Option<Ancestor>,
    /// What its authors reported of as many cores; null if they did not report this row.
    pub published: Option<Published>,
    /// Whether the workers are threads of this machine, `real`, or simulated, `virtual`. Times of
    /// simulated workers are virtual; one of them takes as long as one real one.
    pub clock: TimeSource,
    /// Virtual nanoseconds between two polls of a simulated worker; null for real ones.
    pub node_ns: Option<u64>,
    /// Nanoseconds for a game: all its decisions; null if the decisions are no games.
    pub ns_per_game: Option<u64>,
    /// Stolen tasks as a share of those asked for; null if there were none.
    pub conversion: Option<f64>,
    /// The most memory that the process kept resident during the first run, in MiB; null if the
    /// workers are simulated or the system does not tell.
    pub memory_mib: Option<f64>,
    /// The share of the workers' time that was work.
    pub busy: f64,
    /// The move found; null if there were several decisions.
    pub best: Option<String>,
}

/// Times for one decision in nanoseconds, of all runs of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Times {
    /// The median; of an even number of runs, the shorter one in the middle.
    pub median_ns: u64,
    /// The fastest.
    pub fastest_ns: u64,
    /// The slowest.
    pub slowest_ns: u64,
}

impl ReproduceRow {
    /// Its times.
    pub fn times(&self) -> Times {
        let ReproduceRow { ns_per_decision: median_ns, fastest_ns, slowest_ns, .. } = *self;
        Times { median_ns, fastest_ns, slowest_ns }
    }

    /// The same with the speed-up over these times of its baseline.
    pub fn over(self, one: Times) -> ReproduceRow {
        let ratio = |one: u64, this: u64| one as f64 / this.max(1) as f64;
        ReproduceRow {
            speedup: ratio(one.median_ns, self.ns_per_decision),
            speedup_range: [ratio(one.fastest_ns, self.slowest_ns), ratio(one.slowest_ns, self.fastest_ns)],
            ..self
        }
    }
}

/// The subject of an experiment, in lines of prose.
#[derive(Clone, Debug, Default, Serialize)]
#[serde(into = "Vec<String>")]
pub struct About {
    /// The procedure.
    pub done: Vec<String>,
    /// The way in which the ancestor was rebuilt; empty if it was not.
    pub ancestor: &'static [&'static str],
}

impl About {
    /// All lines.
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

/// All rows of an experiment.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct ReproduceDocument {
    /// The game.
    pub game: &'static str,
    /// Its letter.
    pub experiment: &'static str,
    /// What is done, and what the ancestor reported.
    #[schemars(with = "Vec<String>")]
    pub about: About,
    /// The rows.
    pub rows: Vec<ReproduceRow>,
    /// Every row of every table that the ancestor's authors published.
    pub published: Vec<PublishedRow>,
    /// The numbers in their sentences.
    pub stated: Vec<StatedNumber>,
    /// Average times in percent of the sequential time: of chess; otherwise none.
    pub shares: Vec<SequentialShare>,
    /// Ways to share a search side by side: of chess; otherwise none.
    pub strategies: Vec<SharingRow>,
}

impl ReproduceDocument {
    /// Explains speed-ups above the number of workers, if there are any.
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

    /// Our row beside a published one.
    pub fn beside(&self, published: &PublishedRow) -> Option<&ReproduceRow> {
        self.rows.get(published.row?)
    }
}

//! The document of an ancestor's experiment: its figures beside this program's.

use std::fmt;

use schemars::JsonSchema;
use serde::Serialize;

use super::tables::table;
use super::width::{Width, fitted, prose};
use super::{Tasks, counted, grouped, span};

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
}

/// What the ancestor's authors reported for a row, on their machine.
#[derive(Clone, Debug, Default, PartialEq, JsonSchema, Serialize)]
pub struct Published {
    /// Its program.
    pub program: String,
    /// Seconds; null if only its sparks were reported.
    pub seconds: Option<f64>,
    /// What took them: `game` or `move`.
    pub of: &'static str,
    /// Cores that it used.
    pub cores: u32,
    /// Its `SPARKS` line as far as it was reported; null if it was not.
    pub sparks: Option<String>,
}

impl fmt::Display for Published {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.program)?;
        if let Some(seconds) = self.seconds {
            write!(f, " {seconds} s a {}", self.of)?;
        }
        write!(f, ", {}", counted(self.cores as usize, "core"))
    }
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
    /// What its authors reported; null if they did not report this row.
    pub published: Option<Published>,
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

/// All rows of an experiment.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct ReproduceDocument {
    /// The game.
    pub game: &'static str,
    /// Its letter.
    pub experiment: &'static str,
    /// What is done, and what the ancestor reported.
    pub about: Vec<String>,
    /// The rows.
    pub rows: Vec<ReproduceRow>,
}

/// The columns of the text form. The first three tell its rows apart.
const COLUMNS: [&str; 13] = [
    "setting",
    "strategy",
    "threads",
    "decisions",
    "a decision",
    "runs",
    "speed-up",
    "tasks",
    "nodes",
    "ancestor",
    "its time",
    "times faster",
    "as published",
];

impl ReproduceDocument {
    /// The text form for a terminal of this width.
    pub fn text(&self, width: Width) -> String {
        let mut table = table(&COLUMNS);
        for row in &self.rows {
            table.add_row(row.cells());
        }
        let sparks: String = self.rows.iter().map(ReproduceRow::sparks_lines).collect();
        format!("{}\n{}\n{sparks}", prose(&self.about, width), fitted(&table, 3, width))
    }
}

impl ReproduceRow {
    fn cells(&self) -> [String; COLUMNS.len()] {
        let ancestor = self.ancestor.clone().unwrap_or_default();
        [
            self.setting.clone(),
            self.strategy.to_owned(),
            self.threads.to_string(),
            self.decisions.to_string(),
            span(self.ns_per_decision),
            self.runs.to_string(),
            self.speedup_cell(),
            grouped(self.tasks.created),
            grouped(self.nodes),
            ancestor.program,
            ancestor.ns_per_decision.map_or(String::new(), span),
            ancestor.times_faster.map_or(String::new(), |times| format!("{times:.0}")),
            self.published.as_ref().map_or(String::new(), Published::to_string),
        ]
    }

    /// The speed-up as tables show it, on one worker too: a parallel search there may be slower
    /// than its baseline.
    pub(super) fn speedup_cell(&self) -> String {
        format!("{:.2}", self.speedup)
    }

    /// What became of the tasks, and of the ancestor's; nothing if there was none.
    fn sparks_lines(&self) -> String {
        if self.tasks.created == 0 {
            return String::new();
        }
        let threads = counted(self.threads, "thread");
        let mut lines = format!("{}, {} on {threads}: {}\n", self.setting, self.strategy, self.sparks);
        let theirs = self.ancestor.as_ref().and_then(|ancestor| ancestor.sparks.as_ref());
        lines += &theirs.map_or(String::new(), |sparks| format!("  ancestor: {sparks}\n"));
        let published = self.published.as_ref().and_then(|published| published.sparks.as_ref());
        lines + &published.map_or(String::new(), |sparks| format!("  published: {sparks}\n"))
    }
}

//! The document of an ancestor's experiment: its figures beside this program's.

use std::fmt;

use schemars::JsonSchema;
use serde::Serialize;

use super::tables::{table, text};
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

impl fmt::Display for ReproduceDocument {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for line in &self.about {
            writeln!(f, "{line}")?;
        }
        let mut table = table(&[
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
        ]);
        for row in &self.rows {
            let ancestor = row.ancestor.clone().unwrap_or_default();
            table.add_row([
                row.setting.clone(),
                row.strategy.to_owned(),
                row.threads.to_string(),
                row.decisions.to_string(),
                span(row.ns_per_decision),
                row.runs.to_string(),
                format!("{:.2}", row.speedup),
                grouped(row.tasks.created),
                grouped(row.nodes),
                ancestor.program,
                ancestor.ns_per_decision.map_or(String::new(), span),
                ancestor.times_faster.map_or(String::new(), |times| format!("{times:.0}")),
                row.published.as_ref().map_or(String::new(), Published::to_string),
            ]);
        }
        writeln!(f, "\n{}", text(&table))?;
        for row in self.rows.iter().filter(|row| row.tasks.created > 0) {
            writeln!(
                f,
                "{}, {} on {}: {}",
                row.setting,
                row.strategy,
                counted(row.threads, "thread"),
                row.sparks
            )?;
            if let Some(sparks) = row.ancestor.as_ref().and_then(|ancestor| ancestor.sparks.as_ref()) {
                writeln!(f, "  ancestor: {sparks}")?;
            }
            if let Some(sparks) = row.published.as_ref().and_then(|published| published.sparks.as_ref()) {
                writeln!(f, "  published: {sparks}")?;
            }
        }
        Ok(())
    }
}

//! What an ancestor's authors published, and how this program's rows stand beside it.

use std::fmt;

use schemars::JsonSchema;
use serde::Serialize;

use super::TimeSource;
use sparring_report::counted;

/// Sparks by what became of them. Averages of several runs are no whole numbers; null is what was
/// not told.
#[derive(Clone, Copy, Debug, Default, PartialEq, JsonSchema, Serialize)]
pub struct SparkCounts {
    /// All of them.
    pub total: Option<f64>,
    /// Run by another processor: `stolen` here.
    pub converted: Option<f64>,
    /// Refused for want of room.
    pub overflowed: Option<f64>,
    /// Of values that were known already.
    pub dud: Option<f64>,
    /// Garbage-collected: `discarded` here.
    pub collected: Option<f64>,
    /// Of values that their creator found first: `inlined` here.
    pub fizzled: Option<f64>,
}

impl SparkCounts {
    /// Whether nothing is known.
    pub fn is_empty(&self) -> bool {
        *self == SparkCounts::default()
    }

    /// The line of GHC, as far as the counts are known.
    pub fn line(&self) -> String {
        format!("SPARKS: {}", self.said())
    }

    /// The same without its name.
    pub fn said(&self) -> String {
        let kinds = [
            (self.converted, "converted"),
            (self.overflowed, "overflowed"),
            (self.dud, "dud"),
            (self.collected, "GC'd"),
            (self.fizzled, "fizzled"),
        ];
        let known = || kinds.into_iter().filter_map(|(count, kind)| Some((count?, kind)));
        let parts: Vec<String> = known().map(|(count, kind)| format!("{count} {kind}")).collect();
        let total = self.total.unwrap_or_else(|| known().map(|(count, _)| count).sum());
        match parts.is_empty() {
            true => total.to_string(),
            false => format!("{total} ({})", parts.join(", ")),
        }
    }
}

/// A row of a table that was published.
#[derive(Clone, Debug, Default, PartialEq, JsonSchema, Serialize)]
pub struct Published {
    /// Its program.
    pub program: String,
    /// Seconds; null if only other figures were reported.
    pub seconds: Option<f64>,
    /// What took them: `game`, `move` or `two moves`.
    pub of: &'static str,
    /// Cores that it used.
    pub cores: u32,
    /// Its `SPARKS` line as far as it was reported; null if it was not.
    pub sparks: Option<String>,
    /// The table and section of the paper.
    pub source: String,
    /// What the experiment varies.
    pub setting: String,
    /// The seconds of its sequential program divided by these: computed here; null without both.
    pub speedup: Option<f64>,
    /// Its time in percent of the sequential time, as published; null if it was not.
    pub percent: Option<f64>,
    /// Its sparks as numbers.
    pub counts: SparkCounts,
    /// Converted sparks as a share of all, as published; null if it was not.
    pub conversion: Option<f64>,
    /// Memory in MiB, as published; null if it was not.
    pub memory_mib: Option<f64>,
}

impl fmt::Display for Published {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.program)?;
        if let Some(seconds) = self.seconds {
            let per = if self.of == "two moves" { "for" } else { "a" };
            write!(f, " {seconds} s {per} {}", self.of)?;
        }
        write!(f, ", {}", counted(self.cores as usize, "core"))
    }
}

/// A published row, and which row of this program answers the same question on as many workers.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct PublishedRow {
    /// The row.
    #[serde(flatten)]
    pub published: Published,
    /// The place of ours in `rows`, counted from 0; null if none was measured.
    pub row: Option<usize>,
    /// Our strategy that does the same; null if it has not been measured on any number of workers.
    pub strategy: Option<&'static str>,
}

/// A number of the paper that stands in a sentence.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct StatedNumber {
    /// The section.
    pub source: String,
    /// What it counts or measures.
    pub quantity: String,
    /// In which unit.
    pub unit: String,
    /// The number.
    pub value: f64,
    /// The same of this program; null if it was not measured.
    pub ours: Option<f64>,
}

/// The time of a search in percent of the sequential one: the average over all boards.
#[derive(Clone, Debug, PartialEq, JsonSchema, Serialize)]
pub struct SequentialShare {
    /// The ancestor's program; null if it has none like it.
    pub program: Option<String>,
    /// Our strategy, with its parallel depth if it has one.
    pub strategy: String,
    /// Workers.
    pub threads: usize,
    /// Whether their time is real.
    pub clock: TimeSource,
    /// Ours.
    pub percent: f64,
    /// The ancestor's on as many cores, as published; null if it was not.
    pub published: Option<f64>,
}

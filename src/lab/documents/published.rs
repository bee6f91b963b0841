use std::fmt;

use schemars::JsonSchema;
use serde::Serialize;

use super::TimeSource;
use sparring_report::counted;

/// Sparks by outcome. Averages of several runs may be fractions; null if not reported.
#[derive(Clone, Copy, Debug, Default, PartialEq, JsonSchema, Serialize)]
pub struct SparkCounts {
    /// Number of sparks.
    pub total: Option<f64>,
    /// Run by another processor: `stolen` here.
    pub converted: Option<f64>,
    /// Refused because the spark pool was full.
    pub overflowed: Option<f64>,
    /// Sparks of values that were already known.
    pub dud: Option<f64>,
    /// Garbage-collected: `discarded` here.
    pub collected: Option<f64>,
    /// Sparks of values that their creator computed first: `inlined` here.
    pub fizzled: Option<f64>,
}

impl SparkCounts {
    pub fn is_empty(&self) -> bool {
        *self == SparkCounts::default()
    }

    /// Returns GHC's `SPARKS` line with the known counts.
    pub fn line(&self) -> String {
        format!("SPARKS: {}", self.said())
    }

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

/// A row of a published table.
#[derive(Clone, Debug, Default, PartialEq, JsonSchema, Serialize)]
pub struct Published {
    /// Program of the ancestor.
    pub program: String,
    /// Seconds; null if only other figures were reported.
    pub seconds: Option<f64>,
    /// Work that took this time: `game`, `move` or `two moves`.
    pub of: &'static str,
    /// Number of cores.
    pub cores: u32,
    /// Reported part of its `SPARKS` line; null if none.
    pub sparks: Option<String>,
    /// Table and section of the paper.
    pub source: String,
    /// Setting.
    pub setting: String,
    /// Speed-up over its sequential program, computed here; null if a time is missing.
    pub speedup: Option<f64>,
    /// Time in percent of the sequential time, as published; null if not.
    pub percent: Option<f64>,
    /// Sparks as numbers.
    pub counts: SparkCounts,
    /// Converted sparks as a share of all, as published; null if not.
    pub conversion: Option<f64>,
    /// Memory in MiB, as published; null if not.
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

/// A published row and our row for the same question.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct PublishedRow {
    /// Published row.
    #[serde(flatten)]
    pub published: Published,
    /// Index of our row with as many workers in `rows`, from 0; null if none.
    pub row: Option<usize>,
    /// Our strategy that does the same; null if never measured.
    pub strategy: Option<&'static str>,
}

/// A number in a sentence of the paper.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct StatedNumber {
    /// Section of the paper.
    pub source: String,
    /// Quantity.
    pub quantity: String,
    /// Unit.
    pub unit: String,
    /// Published number.
    pub value: f64,
    /// Our number; null if not measured.
    pub ours: Option<f64>,
}

/// Time in percent of the sequential time, averaged over all boards.
#[derive(Clone, Debug, PartialEq, JsonSchema, Serialize)]
pub struct SequentialShare {
    /// Program of the ancestor; null if none is like ours.
    pub program: Option<String>,
    /// Our strategy, with any parallel depth.
    pub strategy: String,
    /// Workers.
    pub threads: usize,
    /// `real` or `virtual`.
    pub clock: TimeSource,
    /// Our percentage.
    pub percent: f64,
    /// Percentage of the ancestor on as many cores; null if not published.
    pub published: Option<f64>,
}

//! The documents of a batch: one for each line of its input.

use std::fmt;

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value as Json;

use super::document::Header;
use super::lines::RankedLine;
use super::value::Value;
use super::variant::Variant;
use crate::statistics::Ledger;
use crate::text::{counted, grouped, span};

/// The answer to one line: the document of `bestmove` without `stats` and `compare`, and with no
/// ledger. Positions of a batch share their workers, so what became of the tasks is known of the
/// whole batch only.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct AnalysisDocument {
    /// The line's own id; without one the number of the line, from 1.
    pub id: Json,
    /// What was asked, and the best move.
    #[serde(flatten)]
    pub header: Header,
    /// The value of the best move.
    #[serde(flatten)]
    pub value: Value,
    /// A best line. It begins with `best` and may end early; with --repeatable it is `best` alone.
    pub pv: Vec<String>,
    /// Nodes of this position, those of an unfinished depth included; null with --repeatable.
    pub nodes: Option<u64>,
    /// Wall time of this position in nanoseconds; null with --repeatable.
    pub time_ns: Option<u64>,
    /// Null: known of the whole batch only.
    pub tasks: (),
    /// Null: known of the whole batch only.
    pub workers: (),
    /// How the game is over; null if it goes on.
    pub outcome: Option<String>,
    /// The game's own keys.
    #[serde(flatten)]
    pub variant: Variant,
    /// The best moves, ranked; null unless more than one was asked for.
    pub lines: Option<Vec<RankedLine>>,
    /// The flags by which it was made where its line does not say otherwise, those by default
    /// included: answers of one file are all made by the same.
    pub flags: String,
}

/// The answer to a line that could not be read.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct AnalysisError {
    /// The line's own id; without one the number of the line, from 1.
    pub id: Json,
    /// What was got, what was expected, what to try.
    pub error: String,
}

/// What a batch did, for people.
#[derive(Clone, Debug)]
pub struct AnalysisSummary {
    /// Lines answered, those in error included.
    pub positions: u64,
    /// Lines that could not be read.
    pub errors: u64,
    /// Lines that an earlier run had answered.
    pub skipped: u64,
    /// Nodes searched.
    pub nodes: u64,
    /// Wall time in nanoseconds.
    pub time_ns: u64,
    /// Workers.
    pub threads: usize,
    /// What became of the tasks.
    pub ledger: Ledger,
}

impl fmt::Display for AnalysisSummary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let each = (self.positions as f64 / (self.time_ns as f64 / 1e9)).round() as u64;
        let lines = if self.positions == 1 { "line" } else { "lines" };
        write!(f, "{} {lines} answered in {}", grouped(self.positions), span(self.time_ns))?;
        write!(f, " on {}, {} a second", counted(self.threads, "thread"), grouped(each))?;
        write!(f, "; {} nodes", grouped(self.nodes))?;
        if self.skipped > 0 {
            write!(f, "; {} answered before", grouped(self.skipped))?;
        }
        if self.errors > 0 {
            write!(f, "; {} in error", grouped(self.errors))?;
        }
        write!(f, "\n{}", self.ledger.lines())
    }
}

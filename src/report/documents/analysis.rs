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

/// The answer to one line: the document of `bestmove` without `stats`, `compare` and ledger.
/// Positions of a batch share their workers, so tasks are counted for the batch only.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct AnalysisDocument {
    /// Id of the line, or its number from 1.
    pub id: Json,
    /// Question, and the best move.
    #[serde(flatten)]
    pub header: Header,
    /// Value of the best move.
    #[serde(flatten)]
    pub value: Value,
    /// A best line, which begins with `best` and may end early; with --repeatable only `best`.
    pub pv: Vec<String>,
    /// Nodes, including an unfinished depth; null with --repeatable.
    pub nodes: Option<u64>,
    /// Nanoseconds of wall time; null with --repeatable.
    pub time_ns: Option<u64>,
    /// Null: known of the whole batch only.
    pub tasks: (),
    /// Null: known of the whole batch only.
    pub workers: (),
    /// End of the game; null if it goes on.
    pub outcome: Option<String>,
    /// Keys of the game.
    #[serde(flatten)]
    pub variant: Variant,
    /// Best moves, ranked; null unless several were asked for.
    pub lines: Option<Vec<RankedLine>>,
    /// Flags of the batch, including defaults, which apply where the line does not say otherwise.
    pub flags: String,
}

/// The answer to a line that could not be read.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct AnalysisError {
    /// Id of the line, or its number from 1.
    pub id: Json,
    /// Message: the input, what was expected, and advice.
    pub error: String,
}

/// The summary of a batch, for people.
#[derive(Clone, Debug)]
pub struct AnalysisSummary {
    /// Lines answered, including errors.
    pub positions: u64,
    pub errors: u64,
    /// Lines answered by an earlier run.
    pub skipped: u64,
    pub nodes: u64,
    pub time_ns: u64,
    pub threads: usize,
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

use crate::statistics::Ledger;
use sparring_sched::Recording;
use std::time::Duration;

/// A moment shown as a line across all workers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    /// Nanoseconds since the recording began.
    pub at_ns: u64,
    /// The event in short: a depth, a move.
    pub name: String,
    /// More words; may be empty.
    pub details: String,
    pub nodes: u64,
    /// Used slots of the transposition table in per mille.
    pub table_permille: Option<u32>,
}

impl Mark {
    pub fn new(after: Duration, name: String, details: String, nodes: u64) -> Mark {
        Mark { at_ns: after.as_nanos() as u64, name, details, nodes, table_permille: None }
    }

    pub fn text(&self) -> String {
        if self.details.is_empty() { self.name.clone() } else { format!("{}  {}", self.name, self.details) }
    }

    pub fn with_table(self, permille: u32) -> Mark {
        Mark { table_permille: Some(permille), ..self }
    }
}

#[derive(Clone, Debug)]
pub struct RecordedRun {
    pub recording: Recording,
    pub ledger: Ledger,
    /// In order of time.
    pub marks: Vec<Mark>,
    pub args: Vec<String>,
    pub pid: u32,
}

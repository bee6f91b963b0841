//! A recorded run: the input of eventlogs and traces.

use crate::statistics::Ledger;
use sparring_sched::Recording;
use std::time::Duration;

/// A moment of the whole run, worth a line across all workers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    /// Nanoseconds since the recording began.
    pub at_ns: u64,
    /// The event, in short: a depth, a move.
    pub name: String,
    /// More of it; may be empty.
    pub details: String,
    /// Nodes searched until then.
    pub nodes: u64,
    /// Taken slots of the transposition table in per mille, if there is one.
    pub table_permille: Option<u32>,
}

impl Mark {
    /// A moment `after` the beginning.
    pub fn new(after: Duration, name: String, details: String, nodes: u64) -> Mark {
        Mark { at_ns: after.as_nanos() as u64, name, details, nodes, table_permille: None }
    }

    /// The name and the details.
    pub fn text(&self) -> String {
        if self.details.is_empty() { self.name.clone() } else { format!("{}  {}", self.name, self.details) }
    }

    /// The same with how full the table was.
    pub fn with_table(self, permille: u32) -> Mark {
        Mark { table_permille: Some(permille), ..self }
    }
}

/// A run: the recording of the scheduler, the ledger, and the marks of the search.
#[derive(Clone, Debug)]
pub struct RecordedRun {
    /// What the scheduler recorded.
    pub recording: Recording,
    /// The ledger of the same run.
    pub ledger: Ledger,
    /// In the order of time.
    pub marks: Vec<Mark>,
    /// The command line, the program's name first.
    pub args: Vec<String>,
    /// The process id.
    pub pid: u32,
}

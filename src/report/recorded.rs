//! A recorded run, for those who show what happened when.

use super::Ledger;
use crate::sched::Recording;
use std::time::Duration;

/// Something that happened in the whole run, worth a line across all workers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    /// When, in the recording's time.
    pub at_ns: u64,
    /// What.
    pub text: String,
    /// Nodes searched until then.
    pub nodes: u64,
    /// Slots of a thousand of the transposition table that were taken then, if there is one.
    pub table_permille: Option<u32>,
}

impl Mark {
    /// Something that happened so long after the beginning.
    pub fn new(after: Duration, text: &str, nodes: u64) -> Mark {
        Mark { at_ns: after.as_nanos() as u64, text: text.to_owned(), nodes, table_permille: None }
    }

    /// With how full the table was.
    pub fn with_table(self, permille: u32) -> Mark {
        Mark { table_permille: Some(permille), ..self }
    }
}

/// A run: what the scheduler recorded, what the ledger says of it, and what the search told meanwhile.
#[derive(Clone, Debug)]
pub struct Recorded {
    /// By the scheduler.
    pub recording: Recording,
    /// Of the same run.
    pub ledger: Ledger,
    /// In the order of time.
    pub marks: Vec<Mark>,
    /// The command line, the program's name first.
    pub args: Vec<String>,
    /// The process.
    pub pid: u32,
}

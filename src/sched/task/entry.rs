//! The entries of the deques of workers.

use crate::task::job::{Promoted, Stealable};
use crate::task::slot::Ticket;

/// An entry of a deque.
pub(crate) enum Entry {
    /// A promoted second half of a join.
    Job(Stealable),
    /// An invitation to a split.
    Ticket(Ticket),
}

impl Entry {
    /// Returns true if this entry is this job.
    pub(crate) fn is(&self, job: Promoted<'_>) -> bool {
        matches!(self, Entry::Job(entry) if entry.is(job))
    }
}

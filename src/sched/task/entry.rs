//! What lies in the deques of workers.

use crate::task::job::{Promoted, Stealable};
use crate::task::slot::Ticket;

/// What lies in a deque.
pub(crate) enum Entry {
    /// A promoted second half of a join.
    Job(Stealable),
    /// An invitation to a split.
    Ticket(Ticket),
}

impl Entry {
    /// Whether it is this job.
    pub(crate) fn is(&self, job: Promoted<'_>) -> bool {
        matches!(self, Entry::Job(entry) if entry.is(job))
    }
}

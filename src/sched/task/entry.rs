use crate::task::job::{Promoted, Stealable};
use crate::task::slot::Ticket;

pub(crate) enum Entry {
    Job(Stealable),
    Ticket(Ticket),
}

impl Entry {
    pub(crate) fn is(&self, job: Promoted<'_>) -> bool {
        matches!(self, Entry::Job(entry) if entry.is(job))
    }
}

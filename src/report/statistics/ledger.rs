use std::ops::Add;

use schemars::JsonSchema;
use serde::Serialize;

use sparring_sched::{Snapshot, Tally};

/// Outcomes of one or all workers' tasks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, JsonSchema, Serialize)]
pub struct Tasks {
    /// Created, to be run or discarded.
    pub created: u64,
    /// Requested in a scope already cancelled.
    pub dud: u64,
    /// Refused for lack of room, and run at once as ordinary code.
    pub overflowed: u64,
    /// Run by their creator.
    pub inlined: u64,
    /// Run by another worker.
    pub stolen: u64,
    /// `inlined + stolen`.
    pub run: u64,
    /// Never run.
    pub discarded: u64,
    /// Run, but ended without a value because their scope was cancelled.
    pub aborted: u64,
}

impl Tasks {
    /// Names of the counts, which are keys in documents.
    pub(crate) const NAMES: [&str; 8] =
        ["created", "dud", "overflowed", "inlined", "stolen", "run", "discarded", "aborted"];

    pub(crate) fn counts(&self) -> [u64; 8] {
        let Tasks { created, dud, overflowed, inlined, stolen, run, discarded, aborted } = *self;
        [created, dud, overflowed, inlined, stolen, run, discarded, aborted]
    }
}

impl Add for Tasks {
    type Output = Tasks;

    fn add(self, more: Tasks) -> Tasks {
        Tasks {
            created: self.created + more.created,
            dud: self.dud + more.dud,
            overflowed: self.overflowed + more.overflowed,
            inlined: self.inlined + more.inlined,
            stolen: self.stolen + more.stolen,
            run: self.run + more.run,
            discarded: self.discarded + more.discarded,
            aborted: self.aborted + more.aborted,
        }
    }
}

impl From<&Tally> for Tasks {
    fn from(tally: &Tally) -> Tasks {
        Tasks {
            created: tally.created,
            dud: tally.dud,
            overflowed: tally.overflowed,
            inlined: tally.inlined(),
            stolen: tally.stolen,
            run: tally.run(),
            discarded: tally.discarded,
            aborted: tally.aborted,
        }
    }
}

/// A worker's part in a run.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema, Serialize)]
pub struct WorkerLine {
    #[serde(flatten)]
    pub tasks: Tasks,
    /// Jobs and splits offered to thieves.
    pub promoted: u64,
    /// Jobs and tickets taken from others.
    pub steals: u64,
    /// Attempts to steal that found nothing.
    pub failed_steals: u64,
    /// Times it went to sleep.
    pub parks: u64,
    /// Times it woke another.
    pub wakes: u64,
    /// Polls and forks that found a signal.
    pub polls: u64,
    /// Game-tree nodes.
    pub nodes: u64,
    /// Nanoseconds at work.
    pub busy_ns: u64,
    /// Nanoseconds without work.
    pub idle_ns: u64,
    /// Times it began filler work that nobody waits for.
    pub fills: u64,
    /// Nanoseconds of filler work, part of `busy_ns`.
    pub filling_ns: u64,
    /// Processor it is pinned to; null if it may run on any.
    pub pinned_to: Option<usize>,
}

impl WorkerLine {
    /// Names of [`WorkerLine::counts`], which are keys in documents.
    pub(crate) const NAMES: [&str; 7] =
        ["promoted", "steals", "failed_steals", "parks", "wakes", "polls", "nodes"];

    /// The names as headings, the third replaced.
    pub(crate) const fn headings(failed_steals: &'static str) -> [&'static str; 7] {
        let mut names = Self::NAMES;
        names[2] = failed_steals;
        names
    }

    pub(crate) fn counts(&self) -> [u64; 7] {
        [self.promoted, self.steals, self.failed_steals, self.parks, self.wakes, self.polls, self.nodes]
    }

    pub(crate) fn new(tally: &Tally, pinned_to: Option<usize>) -> WorkerLine {
        WorkerLine {
            tasks: tally.into(),
            promoted: tally.promoted,
            steals: tally.steals,
            failed_steals: tally.failed_steals,
            parks: tally.parks,
            wakes: tally.wakes,
            polls: tally.polls,
            nodes: tally.nodes,
            busy_ns: tally.busy_ns,
            idle_ns: tally.idle_ns,
            fills: tally.fills,
            filling_ns: tally.filling_ns,
            pinned_to,
        }
    }
}

/// The ledger of one run.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct Ledger {
    /// All workers' tasks.
    pub tasks: Tasks,
    /// Each worker's part.
    pub workers: Vec<WorkerLine>,
    /// Counters behind `tasks`, for the text form.
    #[serde(skip)]
    pub total: Tally,
}

impl Ledger {
    pub fn of(snapshot: &Snapshot) -> Ledger {
        let lines = snapshot.workers.iter().map(|worker| WorkerLine::new(&worker.tally, worker.pinned_to));
        let total = snapshot.total();
        Ledger { tasks: (&total).into(), workers: lines.collect(), total }
    }

    pub fn between(earlier: &Snapshot, later: &Snapshot) -> Ledger {
        let mut difference = later.clone();
        for (worker, before) in difference.workers.iter_mut().zip(&earlier.workers) {
            worker.tally = worker.tally - before.tally;
        }
        Ledger::of(&difference)
    }

    pub fn lines(&self) -> String {
        format!("{}\n{}\n", self.total.tasks_line(), self.total.sparks_line())
    }
}

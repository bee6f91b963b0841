//! A recording: what each worker did, and when, as plain data read at rest.
//!
//! A pool built with [`PoolBuilder::record`](crate::PoolBuilder::record) keeps one, and
//! [`Pool::recording`](crate::Pool::recording) returns what happened since the last
//! [`Pool::reset`](crate::Pool::reset), in nanoseconds since then.
//!
//! Only what passes between workers is recorded. Work alone is one long [`SpanKind::Install`],
//! [`SpanKind::Job`] or [`SpanKind::Index`]. If nothing was dropped:
//!
//! | spans | equal the counter |
//! |---|---|
//! | [`SpanKind::Job`] and [`SpanKind::Index`] | `stolen` |
//! | [`SpanKind::Job`] and [`SpanKind::Help`] | `steals` |
//! | [`SpanKind::SharedJob`] and [`SpanKind::SharedSplit`] | `promoted` |
//! | `taken` of those two | `lost` |
//! | [`SpanKind::Sleep`] | `parks`, give or take one at either end |
//! | [`InstantEvent::Woke`] | `wakes` |
//!
//! # How spans nest
//! ```text
//!   Install                          Job | Help                       (a worker runs: outermost,
//!                                                                      or inside a Wait)
//!     SharedJob | SharedSplit          Index                          (inside Help: one claimed
//!                                                                      index after the other)
//!       SharedJob | SharedSplit ...      SharedJob | SharedSplit ...
//!         Wait                             Wait ...
//!           Sleep
//!           Job | Help ...           Sleep                            (outermost: nothing to do)
//! ```
//! Two spans of a track are nested or disjoint; they may touch. (If tasks with handles are joined
//! in spawning order, each [`SpanKind::SharedJob`] begins where the one before ends.) If the oldest
//! are dropped, every span that ended after [`Track::complete_from_ns`] is there, with all spans
//! around it.

use crate::record::counters::Tally;
use std::time::SystemTime;

/// A recording of all workers of a pool.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Recording {
    /// The tracks, by worker.
    pub tracks: Vec<Track>,
    /// Wall-clock time of the beginning, time 0.
    pub started: SystemTime,
    /// Time of the reading.
    pub end_ns: u64,
}

/// The recording of one worker.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Track {
    /// Spans by their beginning, a span before those inside it.
    pub spans: Vec<Span>,
    /// Events without duration, by time.
    pub instants: Vec<(u64, InstantEvent)>,
    /// Counters from time to time: first all zero at time 0, last those of the ledger.
    pub samples: Vec<Sample>,
    /// Oldest spans and instants, for which there was no room.
    pub dropped: u64,
    /// Time from which nothing is missing; 0 if nothing was dropped.
    pub complete_from_ns: u64,
}

/// A stretch of a worker's time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Span {
    /// Beginning.
    pub start_ns: u64,
    /// End.
    pub end_ns: u64,
    /// Number of spans around it.
    pub depth: usize,
    /// Kind of work or waiting.
    pub kind: SpanKind,
}

/// Kinds of spans.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SpanKind {
    /// The closure of an install. Not a task.
    Install,
    /// A task: the second half of another worker's `join`.
    Job {
        /// The worker that put it up.
        creator: usize,
        /// True if it returned [`Cancelled`](crate::Cancelled).
        aborted: bool,
    },
    /// A stay in another worker's split, around the tasks run there.
    Help {
        /// The owner of the split.
        creator: usize,
    },
    /// A task: one index of another worker's split, inside a `Help`.
    Index {
        /// The owner of the split.
        creator: usize,
        /// The index, or [`Span::MOST`] if it is larger.
        index: usize,
        /// True if it returned [`Cancelled`](crate::Cancelled).
        aborted: bool,
    },
    /// A job of this worker open to others, from its promotion to its join.
    SharedJob {
        /// True if another worker took it.
        taken: bool,
    },
    /// A split of this worker open to others, from its promotion to its end.
    SharedSplit {
        /// Indices that others ran, at most [`Span::MOST`].
        taken: usize,
        /// True if it was cancelled.
        cut: bool,
    },
    /// Waiting for workers that run this one's tasks, with its own work meanwhile inside.
    Wait,
    /// Asleep.
    Sleep,
}

impl Span {
    /// Largest number in a recording; it stands for larger ones too.
    pub const MOST: usize = 0x7ff;

    /// A span with `depth` spans around it.
    pub fn new(start_ns: u64, end_ns: u64, depth: usize, kind: SpanKind) -> Span {
        Span { start_ns, end_ns, depth, kind }
    }

    /// Its length.
    pub fn duration_ns(&self) -> u64 {
        self.end_ns - self.start_ns
    }
}

impl SpanKind {
    /// Returns true for a task that its creator did not run.
    pub fn is_task(self) -> bool {
        matches!(self, SpanKind::Job { .. } | SpanKind::Index { .. })
    }

    /// The worker it came from.
    pub fn creator(self) -> Option<usize> {
        match self {
            SpanKind::Job { creator, .. } | SpanKind::Help { creator } | SpanKind::Index { creator, .. } => {
                Some(creator)
            }
            _ => None,
        }
    }

    /// Returns `Some(true)` for work, `Some(false)` for waiting, `None` if the worker goes on as
    /// before.
    fn works(self) -> Option<bool> {
        match self {
            SpanKind::Install | SpanKind::Job { .. } | SpanKind::Help { .. } => Some(true),
            SpanKind::Wait | SpanKind::Sleep => Some(false),
            SpanKind::Index { .. } | SpanKind::SharedJob { .. } | SpanKind::SharedSplit { .. } => None,
        }
    }
}

/// A message to other workers, at one instant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum InstantEvent {
    /// It woke this worker.
    Woke(usize),
    /// It cancelled a split with helpers inside.
    Cut {
        /// The owner of the split.
        creator: usize,
    },
}

/// A worker's counters at one moment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Sample {
    /// Time.
    pub at_ns: u64,
    /// The counters.
    pub tally: Tally,
    /// Tasks put up whose runner is not known yet. [`Tally::inlined`] includes them; in the
    /// ledger's identities they count beside `discarded`.
    pub remaining: u64,
}

impl Sample {
    /// A sample with `remaining` 0.
    pub fn new(at_ns: u64, tally: Tally) -> Sample {
        Sample { at_ns, tally, remaining: 0 }
    }

    /// The number of own tasks run until then.
    pub fn inlined(&self) -> u64 {
        self.tally.inlined().saturating_sub(self.remaining)
    }
}

impl Recording {
    /// A recording of `end_ns` nanoseconds from `started` on, for tests.
    /// [`Pool::recording`](crate::Pool::recording) returns real ones.
    ///
    /// ```
    /// use sparring_sched::{Recording, Span, Track, SpanKind};
    /// use std::time::SystemTime;
    ///
    /// let install = Span::new(10, 90, 0, SpanKind::Install);
    /// let spans = vec![install, Span::new(20, 50, 1, SpanKind::Wait)];
    /// let recording = Recording::new(vec![Track::new(spans)], SystemTime::UNIX_EPOCH, 100);
    /// assert_eq!(recording.tracks[0].busy(), [(10, 20), (50, 90)]);
    /// ```
    pub fn new(tracks: Vec<Track>, started: SystemTime, end_ns: u64) -> Recording {
        Recording { tracks, started, end_ns }
    }
}

impl Track {
    /// A track of these spans alone.
    pub fn new(spans: Vec<Span>) -> Track {
        Track { spans, ..Track::default() }
    }

    /// The stretches of work as (beginning, end), in order and disjoint.
    pub fn busy(&self) -> Vec<(u64, u64)> {
        let mut stretches: Vec<(u64, u64)> = Vec::new();
        let mut around: Vec<(u64, bool)> = Vec::new();
        let mut add = |from: u64, to: u64| match stretches.last_mut() {
            Some(last) if last.1 == from => last.1 = to,
            _ if from < to => stretches.push((from, to)),
            _ => {}
        };
        let mut now = 0;
        for span in &self.spans {
            let Some(works) = span.kind.works() else { continue };
            while let Some((end, worked)) = around.pop_if(|(end, _)| *end <= span.start_ns) {
                if worked {
                    add(now, end);
                }
                now = end;
            }
            if around.last().is_some_and(|&(_, worked)| worked) {
                add(now, span.start_ns);
            }
            now = span.start_ns;
            around.push((span.end_ns, works));
        }
        while let Some((end, worked)) = around.pop() {
            if worked {
                add(now, end);
            }
            now = end;
        }
        stretches
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waiting_is_not_work_unless_something_is_done_meanwhile() {
        let span = |start_ns, end_ns, kind| Span { start_ns, end_ns, depth: 0, kind };
        let track = Track {
            spans: vec![
                span(10, 100, SpanKind::Install),
                span(20, 90, SpanKind::SharedSplit { taken: 1, cut: false }),
                span(40, 80, SpanKind::Wait),
                span(45, 50, SpanKind::Sleep),
                span(50, 60, SpanKind::Help { creator: 1 }),
                span(51, 59, SpanKind::Index { creator: 1, index: 3, aborted: false }),
                span(120, 150, SpanKind::Sleep),
                span(160, 170, SpanKind::Job { creator: 2, aborted: false }),
                span(170, 180, SpanKind::Job { creator: 2, aborted: false }),
            ],
            ..Track::default()
        };
        assert_eq!(track.busy(), [(10, 40), (50, 60), (80, 100), (160, 180)]);
        assert_eq!(Track::default().busy(), []);
    }
}

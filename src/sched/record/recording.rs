//! A recording: what each worker did, and when. Plain data, read at rest.
//!
//! A pool built with [`PoolBuilder::record`](crate::PoolBuilder::record) keeps one;
//! [`Pool::recording`](crate::Pool::recording) gives what happened since the last
//! [`Pool::reset`](crate::Pool::reset). All times are nanoseconds since that reset.
//!
//! # What is in it
//! Only what passes between workers is recorded: tasks that changed hands, splits and jobs that
//! were really published, waits, sleeps, wake-ups, cuts that concerned others. What a worker does
//! alone is one long [`SpanKind::Install`], [`SpanKind::Job`] or [`SpanKind::Index`], however many
//! tasks it inlines. The same calls that count these things note them, so that (as long as nothing
//! was dropped)
//!
//! | spans | equal the counter |
//! |---|---|
//! | [`SpanKind::Job`] and [`SpanKind::Index`] | `stolen` |
//! | [`SpanKind::Job`] and [`SpanKind::Help`] | `steals` |
//! | [`SpanKind::SharedJob`] and [`SpanKind::SharedSplit`] | `promoted` |
//! | `taken` of those two | `lost` |
//! | [`SpanKind::Sleep`] | `parks`, give or take one at either end, since workers at rest sleep |
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
//! Two spans of a track are one inside the other, or apart; they may touch. (Of tasks with
//! handles that are joined in the order in which they were spawned, each is shared before the
//! one before is joined. Its [`SpanKind::SharedJob`] begins where that of the one before ends.) A
//! span is noted when it ends, an instant event when it happens, and no note is made before one
//! that ended earlier. So when a worker's memory is full and the oldest notes are dropped, what is
//! left is still a forest of whole spans: whatever ended after [`Track::complete_from_ns`] is
//! there, and with it everything around it.

use crate::record::counters::Tally;
use std::time::SystemTime;

/// A recording of all workers of a pool.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Recording {
    /// By worker.
    pub tracks: Vec<Track>,
    /// When it began: time 0.
    pub started: SystemTime,
    /// When it was read.
    pub end_ns: u64,
}

/// The recording of one worker.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Track {
    /// Everything that took time, by its beginning; a span comes before those inside it.
    pub spans: Vec<Span>,
    /// Moments at which this worker told others something, by time.
    pub instants: Vec<(u64, InstantEvent)>,
    /// The counters from time to time: the first all zero at time 0, the last those of the ledger.
    pub samples: Vec<Sample>,
    /// Spans and instants for which there was no room: the oldest ones.
    pub dropped: u64,
    /// From here on nothing is missing; 0 if nothing was dropped.
    pub complete_from_ns: u64,
}

/// A stretch of a worker's time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Span {
    /// Its beginning.
    pub start_ns: u64,
    /// Its end.
    pub end_ns: u64,
    /// Number of spans around it.
    pub depth: usize,
    /// The kind of work or waiting.
    pub kind: SpanKind,
}

/// The kinds of spans.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SpanKind {
    /// The closure of an install. Not a task.
    Install,
    /// A task: the second half of another worker's `join`.
    Job {
        /// The worker that put it up, and from whose deque it was taken.
        creator: usize,
        /// True if it returned [`Cancelled`](crate::Cancelled).
        aborted: bool,
    },
    /// A stay in another worker's split, from coming in to leaving; the tasks run meanwhile are
    /// inside.
    Help {
        /// The worker whose split it is.
        creator: usize,
    },
    /// A task: one index of another worker's split. Always inside a `Help`.
    Index {
        /// The worker that put it up.
        creator: usize,
        /// Which one; [`Span::MOST`] stands for that and all larger ones.
        index: usize,
        /// True if it returned [`Cancelled`](crate::Cancelled).
        aborted: bool,
    },
    /// A job of this worker lay where others find it, or was run by another: from its promotion to
    /// its join.
    SharedJob {
        /// Whether another worker took it.
        taken: bool,
    },
    /// A split of this worker was open to others: from its promotion to its end.
    SharedSplit {
        /// Indices that others ran; [`Span::MOST`] stands for that and all larger numbers.
        taken: usize,
        /// Whether it was cut short.
        cut: bool,
    },
    /// Waiting for those who run this worker's tasks. What it does meanwhile is inside.
    Wait,
    /// Asleep.
    Sleep,
}

impl Span {
    /// The largest index or number that a recording tells from larger ones.
    pub const MOST: usize = 0x7ff;

    /// A span from one moment to another, with `depth` spans around it.
    pub fn new(start_ns: u64, end_ns: u64, depth: usize, kind: SpanKind) -> Span {
        Span { start_ns, end_ns, depth, kind }
    }

    /// Its length.
    pub fn duration_ns(&self) -> u64 {
        self.end_ns - self.start_ns
    }
}

impl SpanKind {
    /// Whether this is a task that its creator did not run: one of those that the ledger counts as
    /// stolen.
    pub fn is_task(self) -> bool {
        matches!(self, SpanKind::Job { .. } | SpanKind::Index { .. })
    }

    /// The worker this came from.
    pub fn creator(self) -> Option<usize> {
        match self {
            SpanKind::Job { creator, .. } | SpanKind::Help { creator } | SpanKind::Index { creator, .. } => {
                Some(creator)
            }
            _ => None,
        }
    }

    /// Whether a worker is at work from here on: `Some(false)` for waiting and sleep, `None` if it
    /// goes on as before.
    fn works(self) -> Option<bool> {
        match self {
            SpanKind::Install | SpanKind::Job { .. } | SpanKind::Help { .. } => Some(true),
            SpanKind::Wait | SpanKind::Sleep => Some(false),
            SpanKind::Index { .. } | SpanKind::SharedJob { .. } | SpanKind::SharedSplit { .. } => None,
        }
    }
}

/// Something that a worker told others, at one instant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum InstantEvent {
    /// It woke this worker.
    Woke(usize),
    /// It cancelled a split in which others were helping.
    Cut {
        /// The worker whose split it was.
        creator: usize,
    },
}

/// A worker's counters at one moment, perhaps in the middle of its work.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Sample {
    /// When.
    pub at_ns: u64,
    /// The counters.
    pub tally: Tally,
    /// Tasks of this worker that have been put up, and of which it is not yet settled who runs
    /// them, if anybody. The identities of the ledger hold with this beside `discarded`;
    /// [`Tally::inlined`] still contains them.
    pub remaining: u64,
}

impl Sample {
    /// The counters at one moment, when it was settled of all tasks who ran them.
    pub fn new(at_ns: u64, tally: Tally) -> Sample {
        Sample { at_ns, tally, remaining: 0 }
    }

    /// Tasks created and run by this worker until then.
    pub fn inlined(&self) -> u64 {
        self.tally.inlined().saturating_sub(self.remaining)
    }
}

impl Recording {
    /// A recording of what workers did from `started` on, for `end_ns` nanoseconds. It is meant
    /// for tests of code that reads recordings; [`Pool::recording`](crate::Pool::recording)
    /// returns real ones.
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
    /// A track of these spans, without instant events and samples.
    pub fn new(spans: Vec<Span>) -> Track {
        Track { spans, ..Track::default() }
    }

    /// When this worker was at work, as stretches from and to, in order and apart from each other.
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

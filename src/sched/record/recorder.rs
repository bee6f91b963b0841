//! Writing a recording: notes of what `events.rs` reports.
//!
//! Each worker has a [`Log`], two rings of fixed size, allocated before the run and written by its
//! owner alone. A note is 16 bytes and costs a reading of the clock and a few plain stores; nothing
//! is noted of tasks that are never promoted. Without a recording the rings have no room, and
//! every call here is one comparison.
//!
//! # When it is read
//! At rest, like the counters: a worker that acknowledges rest says how far its rings are filled,
//! and the lock of the acknowledgement makes that visible. Words are relaxed atomics, because a
//! worker at rest may still be woken and note that it slept, while others read. Such late notes lie
//! behind what is read, and in a full ring they overwrite the very oldest, which are therefore
//! not read ([`MARGIN`]).
//!
//! Without the feature `recording` no room is made and [`Log::is_on`] is false at compile time, so
//! that nothing of it is left (`tools/record-cost` compares).

use crate::record::counters::Tally;
use crate::record::recording::{InstantEvent, Sample, Span, SpanKind, Track};
use crate::sync::counter::Counter;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Notes of a worker at rest that may overwrite others before these are read: one for each
/// time it is woken. The thread that asks for rest does so once, and who cancels a scope from
/// outside does once for each scope. If more than this many are cancelled between the moment
/// in which the worker acknowledges rest and the one in which its notes are read, the oldest
/// may be half overwritten.
const MARGIN: usize = 16;

/// A ring that holds the most recent records, each `WORDS` words long.
struct Ring<const WORDS: usize> {
    records: Box<[[AtomicU64; WORDS]]>,
    /// Number of records ever written.
    written: Counter,
    /// `written` when the worker last acknowledged rest.
    at_rest: AtomicU64,
    /// `at_rest` when the recording began.
    zero: AtomicU64,
}

impl<const WORDS: usize> Ring<WORDS> {
    fn new(capacity: usize) -> Ring<WORDS> {
        let room = match capacity {
            0 => 0,
            _ => capacity.max(2 * MARGIN).checked_next_power_of_two().expect("room for the events"),
        };
        Ring {
            records: empty(room),
            written: Counter::default(),
            at_rest: AtomicU64::new(0),
            zero: AtomicU64::new(0),
        }
    }

    #[inline]
    fn push(&self, record: [u64; WORDS]) {
        let place = self.written.get() as usize & self.records.len().wrapping_sub(1);
        let Some(words) = self.records.get(place) else { return };
        words.iter().zip(record).for_each(|(word, value)| word.store(value, Relaxed));
        self.written.add(1);
    }

    /// At rest: what was written since the recording began, and how much of the beginning is lost.
    fn read(&self) -> (Vec<[u64; WORDS]>, u64) {
        let (zero, end) = (self.zero.load(Relaxed), self.at_rest.load(Relaxed));
        let kept = (end - zero).min(self.records.len().saturating_sub(MARGIN) as u64);
        let record = |n: u64| {
            let words = &self.records[n as usize & (self.records.len() - 1)];
            std::array::from_fn(|i| words[i].load(Relaxed))
        };
        ((end - kept..end).map(record).collect(), end - zero - kept)
    }
}

/// # Panics
/// If there is no memory for them.
fn empty<const WORDS: usize>(room: usize) -> Box<[[AtomicU64; WORDS]]> {
    let mut records = Vec::new();
    records.try_reserve_exact(room).expect("room for the events");
    records.extend((0..room).map(|_| [const { AtomicU64::new(0) }; WORDS]));
    records.into()
}

/// The contents of one record.
enum Note {
    Span(Span),
    Instant(u64, InstantEvent),
}

/// A record: when it ended (the last 50 bits of the nanoseconds: 13 days), kind (4), worker
/// (10); when it began (52), number (11), flag (1).
type Record = [u64; 2];

/// A record may have been made on a processor whose clock is ahead of the reader's by no more.
const AHEAD_NS: u64 = 1 << 30;

/// Time at which a record ended that is not older than 13 days.
fn ended(record: Record, now_ns: u64) -> u64 {
    latest(now_ns + AHEAD_NS, record[0] >> 14, 50)
}

/// The last time up to `end_ns` that ends in these bits.
fn latest(end_ns: u64, low: u64, bits: u32) -> u64 {
    end_ns.saturating_sub(end_ns.wrapping_sub(low) & ((1 << bits) - 1))
}

fn pack(start_ns: u64, end_ns: u64, kind: u64, worker: usize, number: usize, flag: bool) -> Record {
    let number = number.min(Span::MOST) as u64;
    [end_ns << 14 | kind << 10 | worker as u64 & 0x3ff, start_ns << 12 | number << 1 | u64::from(flag)]
}

fn pack_span(start_ns: u64, end_ns: u64, kind: SpanKind) -> Record {
    let (code, worker, number, flag) = match kind {
        SpanKind::Install => (0, 0, 0, false),
        SpanKind::Job { creator, aborted } => (1, creator, 0, aborted),
        SpanKind::Help { creator } => (2, creator, 0, false),
        SpanKind::Index { creator, index, aborted } => (3, creator, index, aborted),
        SpanKind::SharedJob { taken } => (4, 0, 0, taken),
        SpanKind::SharedSplit { taken, cut } => (5, 0, taken, cut),
        SpanKind::Wait => (6, 0, 0, false),
        SpanKind::Sleep => (7, 0, 0, false),
    };
    pack(start_ns, end_ns, code, worker, number, flag)
}

fn pack_instant(at_ns: u64, event: InstantEvent) -> Record {
    let (code, worker) = match event {
        InstantEvent::Woke(worker) => (8, worker),
        InstantEvent::Cut { creator } => (9, creator),
    };
    pack(at_ns, at_ns, code, worker, 0, false)
}

fn unpack(record: Record, zero_ns: u64, now_ns: u64) -> Note {
    let [end, start] = record;
    let ended = ended(record, now_ns);
    let began = latest(ended, start >> 12, 52).saturating_sub(zero_ns);
    let ended = ended.saturating_sub(zero_ns);
    let (worker, number, flag) = ((end & 0x3ff) as usize, (start >> 1) as usize & Span::MOST, start & 1 == 1);
    let kind = match end >> 10 & 0xf {
        0 => SpanKind::Install,
        1 => SpanKind::Job { creator: worker, aborted: flag },
        2 => SpanKind::Help { creator: worker },
        3 => SpanKind::Index { creator: worker, index: number, aborted: flag },
        4 => SpanKind::SharedJob { taken: flag },
        5 => SpanKind::SharedSplit { taken: number, cut: flag },
        6 => SpanKind::Wait,
        7 => SpanKind::Sleep,
        8 => return Note::Instant(ended, InstantEvent::Woke(worker)),
        9 => return Note::Instant(ended, InstantEvent::Cut { creator: worker }),
        code => unreachable!("no record has kind {code}"),
    };
    Note::Span(Span { start_ns: began, end_ns: ended, depth: 0, kind })
}

/// The least time between two samples, in nanoseconds.
const SAMPLE_NS: u64 = 1_000_000;
/// The most samples in the time since the beginning, or the graphs of a long run would cost more
/// than they show.
const SAMPLES_SO_FAR: u64 = 1024;
/// Samples kept: at that rate, twenty minutes of them.
const SAMPLES: usize = 1 << 13;
const SAMPLE_WORDS: usize = Tally::COUNTERS + 2;

/// One worker's recording under way.
pub(crate) struct Log {
    notes: Ring<2>,
    samples: Ring<SAMPLE_WORDS>,
    sampled_ns: AtomicU64,
    /// Time at which the recording began.
    began_ns: AtomicU64,
}

impl Log {
    /// A log with room for `capacity` notes; none is allocated if that is 0. It begins now.
    pub(crate) fn new(capacity: usize, now_ns: u64) -> Log {
        let capacity = if cfg!(feature = "recording") { capacity } else { 0 };
        let samples = (capacity / 8).min(SAMPLES);
        let (sampled_ns, began_ns) = (AtomicU64::new(0), AtomicU64::new(now_ns));
        Log { notes: Ring::new(capacity), samples: Ring::new(samples), sampled_ns, began_ns }
    }

    #[inline]
    pub(crate) fn is_on(&self) -> bool {
        cfg!(feature = "recording") && !self.notes.records.is_empty()
    }

    /// Notes a span.
    pub(crate) fn note(&self, start_ns: u64, end_ns: u64, kind: SpanKind) {
        self.notes.push(pack_span(start_ns, end_ns, kind));
    }

    /// Notes an instant event.
    pub(crate) fn tell(&self, at_ns: u64, event: InstantEvent) {
        self.notes.push(pack_instant(at_ns, event));
    }

    /// Takes a sample, of the tasks not begun and of the counters, if the last one has become old.
    pub(crate) fn sample(&self, now: u64, sample: impl FnOnce() -> (u64, Tally)) {
        let (sampled, began) = (self.sampled_ns.load(Relaxed), self.began_ns.load(Relaxed));
        if now - sampled >= SAMPLE_NS.max(now.saturating_sub(began) / SAMPLES_SO_FAR) {
            let (remaining, tally) = sample();
            self.sampled_ns.store(now, Relaxed);
            self.samples.push(pack_sample(now, remaining, tally));
        }
    }

    /// Own thread, about to acknowledge rest: what has been written may be read.
    pub(crate) fn rest(&self) {
        // The lock of the acknowledgement makes these visible to the reader.
        self.notes.at_rest.store(self.notes.written.get(), Relaxed);
        self.samples.at_rest.store(self.samples.written.get(), Relaxed);
    }

    /// At rest: the recording begins here.
    pub(crate) fn reset(&self, now_ns: u64) {
        self.began_ns.store(now_ns, Relaxed);
        self.notes.zero.store(self.notes.at_rest.load(Relaxed), Relaxed);
        self.samples.zero.store(self.samples.at_rest.load(Relaxed), Relaxed);
    }

    /// At rest: the recording from `zero_ns`, when the counters stood at `zero`, to `end_ns`, when
    /// they have come to `last`.
    pub(crate) fn read(&self, (zero_ns, zero): (u64, Tally), (end_ns, last): (u64, Tally)) -> Track {
        let mut track = Track::default();
        let (notes, dropped) = self.notes.read();
        let oldest_ns = notes.first().map_or(0, |&oldest| ended(oldest, end_ns).saturating_sub(zero_ns));
        // If the oldest that was kept is a sleep before the recording (see below), so was what
        // was dropped.
        if dropped > 0 && oldest_ns > 0 {
            (track.dropped, track.complete_from_ns) = (dropped, oldest_ns);
        }
        for note in notes {
            match unpack(note, zero_ns, end_ns) {
                // A sleep before the recording, noted between the rest at which it began and its
                // beginning.
                Note::Span(span) if span.end_ns == 0 => {}
                Note::Span(span) => track.spans.push(span),
                Note::Instant(at_ns, event) => track.instants.push((at_ns, event)),
            }
        }
        nest(&mut track.spans);
        let samples = self.samples.read().0.into_iter().map(|words| unpack_sample(words, zero_ns, zero));
        track.samples.push(Sample::default());
        track.samples.extend(samples.filter(|sample| sample.at_ns > 0)); // as above
        track.samples.push(Sample { at_ns: end_ns - zero_ns, tally: last, remaining: 0 });
        settle(&mut track.samples);
        track
    }
}

/// Lets each span that began inside an earlier one but ended after it begin where that ends.
/// Both are shared jobs of tasks with handles, joined in the order in which they were spawned.
fn part(spans: &mut [Span]) {
    let mut before: Vec<(u64, u64)> = Vec::new();
    for span in spans {
        while before.pop_if(|(start, _)| *start >= span.start_ns).is_some() {}
        if let Some((_, end)) = before.last() {
            span.start_ns = span.start_ns.max(*end);
        }
        before.push((span.start_ns, span.end_ns));
    }
}

/// Sorts spans from the order of their ends to that of their beginnings, and notes how deep each
/// lies.
fn nest(spans: &mut [Span]) {
    part(spans);
    // Of two that began together, the one that ended (and was noted) later is the outer one.
    spans.reverse();
    spans.sort_by_key(|span| span.start_ns);
    let mut around: Vec<u64> = Vec::new();
    for span in spans {
        while around.pop_if(|end| *end < span.end_ns || *end <= span.start_ns).is_some() {}
        span.depth = around.len();
        around.push(span.end_ns);
    }
}

fn pack_sample(at_ns: u64, remaining: u64, tally: Tally) -> [u64; SAMPLE_WORDS] {
    let tally = tally.words();
    std::array::from_fn(|i| match i {
        0 => at_ns,
        1 => remaining,
        _ => tally[i - 2],
    })
}

fn unpack_sample(words: [u64; SAMPLE_WORDS], zero_ns: u64, zero: Tally) -> Sample {
    let [at_ns, remaining, ..] = words;
    let tally = Tally::from_words(std::array::from_fn(|i| words[i + 2]));
    Sample { at_ns: at_ns.saturating_sub(zero_ns), tally: tally - zero, remaining }
}

/// A sample cannot know who runs what is being run just now, nor what lies in the deque. But what
/// was inlined stays inlined: a later sample shows what an earlier one took for it.
fn settle(samples: &mut [Sample]) {
    let mut most = u64::MAX;
    for sample in samples.iter_mut().rev() {
        most = most.min(sample.inlined());
        sample.remaining = sample.tally.inlined().saturating_sub(most);
    }
}

#[cfg(all(test, not(sparring_loom)))]
mod tests {
    use super::*;

    #[test]
    fn sleeps_before_the_recording_are_not_dropped() {
        let log = Log::new(10, 0);
        log.reset(1_000);
        for end in [900, 950].into_iter().chain(2_000..2_015) {
            log.note(end - 100, end, SpanKind::Sleep);
        }
        log.rest();
        let track = log.read((1_000, Tally::default()), (5_000, Tally::default()));
        assert_eq!((track.dropped, track.complete_from_ns, track.spans.len()), (0, 0, 15));
        log.note(2_920, 3_020, SpanKind::Sleep);
        log.rest();
        let track = log.read((1_000, Tally::default()), (5_000, Tally::default()));
        assert_eq!((track.dropped, track.complete_from_ns, track.spans.len()), (2, 1_000, 16));
    }

    #[test]
    fn times_after_13_days_come_back() {
        for start in [10_000, (1 << 50) - 300, 1 << 50, (1 << 52) - 300, 5 << 52] {
            let record = pack_span(start, start + 700, SpanKind::Wait);
            let Note::Span(span) = unpack(record, start - 1_000, start + 5_000) else { panic!("no span") };
            assert_eq!((span.start_ns, span.end_ns), (1_000, 1_700));
        }
    }
}

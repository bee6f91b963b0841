//! Writing a recording: notes of the events in `events.rs`.
//!
//! Each worker has a [`Log`]: two rings of fixed size that only it writes.
//!
//! Logs are read at rest: a worker that acknowledges rest publishes how far its rings are filled,
//! under the lock of the acknowledgement. Words are relaxed atomics, because such a worker may
//! still be woken and note that it slept. Those notes are not read, nor are the oldest, which they
//! overwrite in a full ring ([`MARGIN`]).

use crate::record::counters::Tally;
use crate::record::recording::{InstantEvent, Sample, Span, SpanKind, Track};
use crate::sync::counter::Counter;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Oldest notes of a full ring that are not read, because a worker at rest may overwrite one at the
/// reader's wake-up and one at each cancellation from outside. With more of these, the oldest note
/// read may be half overwritten.
const MARGIN: usize = 16;

/// A ring of the most recent records, each `WORDS` words long.
struct Ring<const WORDS: usize> {
    records: Box<[[AtomicU64; WORDS]]>,
    written: Counter,
    /// `written` at the last acknowledgement of rest.
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
/// If there is no memory for the records.
fn empty<const WORDS: usize>(room: usize) -> Box<[[AtomicU64; WORDS]]> {
    let mut records = Vec::new();
    records.try_reserve_exact(room).expect("room for the events");
    records.extend((0..room).map(|_| [const { AtomicU64::new(0) }; WORDS]));
    records.into()
}

enum Note {
    Span(Span),
    Instant(u64, InstantEvent),
}

/// A record, from high to low bits. First word: end (50 bits of nanoseconds, 13 days), kind (4),
/// worker (10). Second word: beginning (52), number (11), flag (1).
type Record = [u64; 2];

/// Most by which a record's clock may be ahead of the reader's.
const AHEAD_NS: u64 = 1 << 30;

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

const SAMPLE_NS: u64 = 1_000_000;
/// Most samples since the beginning, so graphs of a long run stay cheap.
const SAMPLES_SO_FAR: u64 = 1024;
const SAMPLES: usize = 1 << 13;
const SAMPLE_WORDS: usize = Tally::COUNTERS + 2;

pub(crate) struct Log {
    notes: Ring<2>,
    samples: Ring<SAMPLE_WORDS>,
    sampled_ns: AtomicU64,
    began_ns: AtomicU64,
}

impl Log {
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

    pub(crate) fn note(&self, start_ns: u64, end_ns: u64, kind: SpanKind) {
        self.notes.push(pack_span(start_ns, end_ns, kind));
    }

    pub(crate) fn tell(&self, at_ns: u64, event: InstantEvent) {
        self.notes.push(pack_instant(at_ns, event));
    }

    pub(crate) fn sample(&self, now: u64, sample: impl FnOnce() -> (u64, Tally)) {
        let (sampled, began) = (self.sampled_ns.load(Relaxed), self.began_ns.load(Relaxed));
        if now - sampled >= SAMPLE_NS.max(now.saturating_sub(began) / SAMPLES_SO_FAR) {
            let (remaining, tally) = sample();
            self.sampled_ns.store(now, Relaxed);
            self.samples.push(pack_sample(now, remaining, tally));
        }
    }

    pub(crate) fn rest(&self) {
        // Made visible by the lock of the acknowledgement.
        self.notes.at_rest.store(self.notes.written.get(), Relaxed);
        self.samples.at_rest.store(self.samples.written.get(), Relaxed);
    }

    pub(crate) fn reset(&self, now_ns: u64) {
        self.began_ns.store(now_ns, Relaxed);
        self.notes.zero.store(self.notes.at_rest.load(Relaxed), Relaxed);
        self.samples.zero.store(self.samples.at_rest.load(Relaxed), Relaxed);
    }

    /// The recording from `zero_ns` and `zero` counters to `end_ns` and `last` counters. At
    /// rest.
    pub(crate) fn read(&self, (zero_ns, zero): (u64, Tally), (end_ns, last): (u64, Tally)) -> Track {
        let mut track = Track::default();
        let (notes, dropped) = self.notes.read();
        let oldest_ns = notes.first().map_or(0, |&oldest| ended(oldest, end_ns).saturating_sub(zero_ns));
        // If the oldest note kept is a sleep before the recording, so were those dropped.
        if dropped > 0 && oldest_ns > 0 {
            (track.dropped, track.complete_from_ns) = (dropped, oldest_ns);
        }
        for note in notes {
            match unpack(note, zero_ns, end_ns) {
                // A sleep before the recording, noted late.
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

/// Moves the beginning of a span that overlaps an earlier span's end to that end. (Both are shared
/// jobs of tasks with handles.)
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

/// Sorts spans from the order of ends to that of beginnings, and sets their depths.
fn nest(spans: &mut [Span]) {
    part(spans);
    // Of two that began together, the one noted later is the outer one.
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

/// Corrects samples, which cannot know who runs the present tasks. The number of inlined tasks
/// never falls, so a smaller later one corrects an earlier one.
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

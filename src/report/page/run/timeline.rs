//! The timeline's data for the page's script: flat lists of whole numbers.
//!
//! `{"whole": "search", "end": ns, "searched": [from, to], "shown": [from, to], "workers":
//! [{"from": ns, "dropped": n, "busy": [-1..100, ...], "spans": [after, length, depth, kind, a, b,
//! ...], "news": [at, kind, worker, ...]}], "marks": [[at, text], ...]}`
//!
//! * `shown`: the part shown at first, the search and a little around it.
//! * `busy`: percent at work in equal slices of `shown`; -1 if unknown.
//! * `after`: nanoseconds since the beginning of the span before.

use serde::Serialize;

use crate::recording::{Mark, TimeRange, busy_slices};
use sparring_sched::{InstantEvent, Recording, Span, SpanKind, Track};

const SLICES: usize = 600;

/// The most spans on a page, about 25 bytes each. Shorter ones, less than a pixel wide, are left
/// out.
pub(super) const MOST_SPANS: usize = 200_000;

#[derive(Serialize)]
struct Timeline<'w> {
    whole: &'w str,
    end: u64,
    searched: [u64; 2],
    shown: [u64; 2],
    workers: Vec<Lane>,
    marks: Vec<(u64, String)>,
}

#[derive(Serialize)]
struct Lane {
    from: u64,
    dropped: u64,
    busy: Vec<i8>,
    spans: Vec<u64>,
    news: Vec<u64>,
}

/// The document with spans of at least `shortest` nanoseconds. `whole` is `search` or
/// `game`.
pub(super) fn json(recording: &Recording, marks: &[Mark], shortest: u64, whole: &str) -> String {
    let shown = TimeRange::in_view(recording);
    let moments = |range: TimeRange| [range.from_ns, range.to_ns];
    let timeline = Timeline {
        whole,
        end: recording.end_ns,
        searched: moments(TimeRange::of_search(recording)),
        shown: moments(shown),
        workers: recording.tracks.iter().map(|track| lane(track, shown, shortest)).collect(),
        marks: marks.iter().map(|mark| (mark.at_ns, mark.text())).collect(),
    };
    serde_json::to_string(&timeline).expect("numbers and text")
}

/// The least length that leaves about `most` spans.
pub(super) fn shortest(recording: &Recording, most: usize) -> u64 {
    let spans = recording.tracks.iter().flat_map(|track| &track.spans);
    let mut lengths: Vec<u64> = spans.map(Span::duration_ns).collect();
    if lengths.len() <= most {
        return 0;
    }
    let place = lengths.len() - most;
    *lengths.select_nth_unstable(place).1
}

fn lane(track: &Track, shown: TimeRange, shortest: u64) -> Lane {
    let mut spans = Vec::new();
    let mut before = 0;
    for span in track.spans.iter().filter(|span| span.duration_ns() >= shortest) {
        let Some((kind, a, b)) = code(span.kind) else { continue };
        spans.extend([span.start_ns - before, span.duration_ns(), span.depth as u64, kind, a, b]);
        before = span.start_ns;
    }
    let news = |&(at, news): &(u64, InstantEvent)| match news {
        InstantEvent::Woke(worker) => Some([at, 0, worker as u64]),
        InstantEvent::Cut { creator } => Some([at, 1, creator as u64]),
        _ => None,
    };
    let percent = |share: Option<f64>| share.map_or(-1, |share| (100.0 * share).round() as i8);
    Lane {
        from: track.complete_from_ns,
        dropped: track.dropped,
        busy: busy_slices(track, shown, SLICES).into_iter().map(percent).collect(),
        spans,
        news: track.instants.iter().filter_map(news).flatten().collect(),
    }
}

/// An index into the script's table `KINDS` and two numbers that depend on the kind; `None`
/// for a kind that the script does not know.
fn code(kind: SpanKind) -> Option<(u64, u64, u64)> {
    Some(match kind {
        SpanKind::Install => (0, 0, 0),
        SpanKind::Job { creator, aborted } => (if aborted { 2 } else { 1 }, creator as u64, 0),
        SpanKind::Index { creator, index, aborted } => {
            (if aborted { 4 } else { 3 }, creator as u64, index as u64)
        }
        SpanKind::Help { creator } => (5, creator as u64, 0),
        SpanKind::SharedJob { taken } => (6, u64::from(taken), 0),
        SpanKind::SharedSplit { taken, cut } => (if cut { 8 } else { 7 }, taken as u64, 0),
        SpanKind::Wait => (9, 0, 0),
        SpanKind::Sleep => (10, 0, 0),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};
    use std::time::SystemTime;

    fn recording(lengths: &[u64]) -> Recording {
        let span = |(i, &length): (usize, &u64)| {
            let (start_ns, what) =
                (1_000 * i as u64, SpanKind::Index { creator: 3, index: i, aborted: i == 1 });
            Span::new(start_ns, start_ns + length, 0, what)
        };
        let mut track = Track::new(lengths.iter().enumerate().map(span).collect());
        track.instants = vec![(7, InstantEvent::Woke(1)), (9, InstantEvent::Cut { creator: 2 })];
        Recording::new(vec![track], SystemTime::UNIX_EPOCH, 10_000)
    }

    #[test]
    fn spans_are_written_one_after_the_other() {
        let marks = [Mark::new(std::time::Duration::from_nanos(5), "depth 1".to_owned(), String::new(), 1)];
        let timeline: Value =
            serde_json::from_str(&json(&recording(&[10, 20]), &marks, 0, "search")).unwrap();
        assert_eq!(timeline["end"], 10_000);
        assert_eq!([&timeline["searched"], &timeline["shown"]], [&json!([0, 1_020]), &json!([0, 1_052])]);
        assert_eq!(timeline["workers"][0]["spans"], json!([0, 10, 0, 3, 3, 0, 1_000, 20, 0, 4, 3, 1]));
        assert_eq!(timeline["workers"][0]["news"], json!([7, 0, 1, 9, 1, 2]));
        assert_eq!(timeline["marks"], json!([[5, "depth 1"]]));
    }

    #[test]
    fn the_longest_are_kept() {
        let recording = recording(&[5, 500, 50, 7, 70]);
        assert_eq!(shortest(&recording, 5), 0);
        assert_eq!(shortest(&recording, 3), 50);
        assert_eq!(lane(&recording.tracks[0], TimeRange::in_view(&recording), 50).spans.len(), 3 * 6);
    }
}

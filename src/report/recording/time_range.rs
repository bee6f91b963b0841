//! The part of a recording that is the search. Starting up and shutting down the pool can take
//! longer than a short search, so shares of time exclude them.

use sparring_sched::{Recording, SpanKind, Track};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeRange {
    pub from_ns: u64,
    pub to_ns: u64,
}

/// The margins shown around a search are at most its length divided by this.
const MARGIN: u64 = 32;

impl TimeRange {
    /// The time from the first work to the last, or the whole recording if there was none.
    pub fn of_search(recording: &Recording) -> TimeRange {
        let works = |what| !matches!(what, SpanKind::Sleep | SpanKind::Wait);
        let worked =
            || recording.tracks.iter().flat_map(|track| &track.spans).filter(|span| works(span.kind));
        let (from, to) = (worked().map(|span| span.start_ns).min(), worked().map(|span| span.end_ns).max());
        TimeRange { from_ns: from.unwrap_or(0), to_ns: to.unwrap_or(recording.end_ns) }
    }

    /// The part shown at first: the search and a little around it.
    pub fn in_view(recording: &Recording) -> TimeRange {
        let searched = TimeRange::of_search(recording);
        let margin = searched.length_ns().div_ceil(MARGIN);
        TimeRange {
            from_ns: searched.from_ns.saturating_sub(margin),
            to_ns: (searched.to_ns + margin).min(recording.end_ns.max(searched.to_ns)),
        }
    }

    pub fn length_ns(&self) -> u64 {
        self.to_ns.saturating_sub(self.from_ns).max(1)
    }

    pub fn complete_for(&self, track: &Track) -> TimeRange {
        TimeRange { from_ns: self.from_ns.max(track.complete_from_ns).min(self.to_ns), ..*self }
    }

    /// The nanoseconds of this range between two moments.
    pub fn overlap_ns(&self, from_ns: u64, to_ns: u64) -> u64 {
        to_ns.min(self.to_ns).saturating_sub(from_ns.max(self.from_ns))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sparring_sched::Span;
    use std::time::SystemTime;

    fn recording(spans: &[(u64, u64, SpanKind)]) -> Recording {
        let span = |&(start_ns, end_ns, what): &(u64, u64, SpanKind)| Span::new(start_ns, end_ns, 0, what);
        let track = Track::new(spans.iter().map(span).collect());
        Recording::new(vec![track], SystemTime::UNIX_EPOCH, 10_000)
    }

    #[test]
    fn the_search_is_from_the_first_work_to_the_last() {
        let spans =
            [(0, 900, SpanKind::Sleep), (1_000, 2_000, SpanKind::Install), (2_500, 4_200, SpanKind::Install)];
        let both = recording(&[&spans[..], &[(4_300, 10_000, SpanKind::Sleep)]].concat());
        assert_eq!(TimeRange::of_search(&both), TimeRange { from_ns: 1_000, to_ns: 4_200 });
        assert_eq!(TimeRange::in_view(&both), TimeRange { from_ns: 900, to_ns: 4_300 });
        let idle = recording(&[(0, 9_000, SpanKind::Sleep)]);
        assert_eq!(TimeRange::of_search(&idle), TimeRange { from_ns: 0, to_ns: 10_000 });
        assert_eq!(TimeRange::in_view(&idle), TimeRange::of_search(&idle));
    }

    #[test]
    fn only_time_inside_overlaps() {
        let range = TimeRange { from_ns: 10, to_ns: 20 };
        let overlaps = [(0, 5), (0, 12), (12, 15), (15, 30), (0, 30), (20, 30)];
        assert_eq!(overlaps.map(|(from, to)| range.overlap_ns(from, to)), [0, 2, 3, 5, 10, 0]);
        let mut track = Track::default();
        track.complete_from_ns = 17;
        assert_eq!(range.complete_for(&track).length_ns(), 3);
    }
}

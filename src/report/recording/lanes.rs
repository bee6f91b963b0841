use super::time_range::TimeRange;
use crate::text::{bar, span};
use sparring_sched::{Recording, Track};

/// A worker's share at work in each of `slices` equal parts of `whole`; `None` before its
/// record begins.
pub fn busy_slices(track: &Track, whole: TimeRange, slices: usize) -> Vec<Option<f64>> {
    let mut worked = vec![0u64; slices];
    let long = whole.length_ns();
    let edge = |slice: usize| whole.from_ns + (u128::from(long) * slice as u128 / slices as u128) as u64;
    let mut slice = 0;
    for (from, to) in track.busy() {
        while slice + 1 < slices && edge(slice + 1) <= from {
            slice += 1;
        }
        let mut i = slice;
        while i < slices && edge(i) < to {
            worked[i] += edge(i + 1).min(to).saturating_sub(edge(i).max(from));
            i += 1;
        }
    }
    let share = |i: usize| worked[i] as f64 / (edge(i + 1) - edge(i)).max(1) as f64;
    (0..slices).map(|i| (edge(i) >= track.complete_from_ns).then(|| share(i).min(1.0))).collect()
}

/// A worker's share at work in the search, from where its record is complete.
pub fn share_at_work(track: &Track, searched: TimeRange) -> f64 {
    let recorded = searched.complete_for(track);
    let worked: u64 = track.busy().iter().map(|&(from, to)| recorded.overlap_ns(from, to)).sum();
    worked as f64 / recorded.length_ns() as f64
}

const WIDTH: usize = 64;

/// A line for each worker with its share at work in every slice and in all. `unicode`
/// allows block characters.
pub fn lanes(recording: &Recording, unicode: bool) -> String {
    let searched = TimeRange::of_search(recording);
    let mut text = format!("at work, {} from left to right\n", span(searched.length_ns()));
    for (worker, track) in recording.tracks.iter().enumerate() {
        let slices = busy_slices(track, searched, WIDTH).into_iter();
        let lane: String = slices.map(|share| share.map_or('?', |share| bar(share, unicode))).collect();
        let share = 100.0 * share_at_work(track, searched);
        text += &format!("{worker:>6} |{lane}| {share:>3.0} %\n");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use sparring_sched::{Span, SpanKind};
    use std::time::SystemTime;

    fn recording(spans: &[(u64, u64)]) -> Recording {
        let span = |&(start_ns, end_ns): &(u64, u64)| Span::new(start_ns, end_ns, 0, SpanKind::Install);
        let track = Track::new(spans.iter().map(span).collect());
        Recording::new(vec![track], SystemTime::UNIX_EPOCH, 6_400)
    }

    #[test]
    fn slices_add_up_to_the_time_at_work() {
        let recording = recording(&[(10, 15), (150, 1_250), (1_260, 1_270), (6_000, 6_400)]);
        let whole = TimeRange { from_ns: 0, to_ns: 6_400 };
        for slices in [1, 2, 7, 64, 100, 6_400] {
            let shares = busy_slices(&recording.tracks[0], whole, slices);
            let sum: f64 = shares.iter().map(|share| share.unwrap() * 6_400.0 / slices as f64).sum();
            assert!((sum - 1_515.0).abs() < 0.03 * 1_515.0, "{slices}: {sum}");
        }
        let halves = busy_slices(&recording.tracks[0], whole, 2);
        assert_eq!(halves, [Some(1_115.0 / 3_200.0), Some(400.0 / 3_200.0)]);
    }

    #[test]
    fn a_worker_busy_throughout_a_short_search_is_at_work_all_the_time() {
        let busy = recording(&[(6_000, 6_126)]);
        let text = lanes(&busy, false);
        assert!(text.starts_with("at work, 126 ns from left to right\n"), "{text}");
        assert!(text.ends_with(&format!("|{}| 100 %\n", "#".repeat(WIDTH))), "{text}");
    }
}

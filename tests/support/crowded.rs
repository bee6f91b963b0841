//! Recordings that nobody made.

use std::time::{Duration, UNIX_EPOCH};

use serde_json::json;
use sparring::report::{Ledger, Provenance, RunPage};
use sparring_sched::{Pool, Recording, Span, Track, What};

/// Workers busy with tasks of a few microseconds, in which further ones are nested.
fn crowded(workers: usize, spans: usize) -> Recording {
    let track = |worker: usize| {
        let mut track = Track::default();
        let mut now = 0;
        let mut random = worker as u64 + 1;
        let mut chance = |n: u64| {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (random >> 33) % n
        };
        while track.spans.len() < spans / workers {
            let length = 500 + chance(20_000);
            let creator = (worker + 1 + chance(workers as u64 - 1) as usize) % workers;
            let mut add =
                |depth, start_ns, end_ns, what| track.spans.push(Span { start_ns, end_ns, depth, what });
            add(0, now, now + length, What::Help { creator });
            let index = chance(40) as usize;
            add(1, now + 20, now + length - 20, What::Index { creator, index, aborted: chance(9) == 0 });
            add(2, now + 40, now + length - 40, What::SharedSplit { taken: 2, cut: chance(5) == 0 });
            add(3, now + length / 2, now + length - 60, What::Wait);
            now += length + chance(3_000);
        }
        track
    };
    let tracks: Vec<Track> = (0..workers).map(track).collect();
    let end_ns = tracks.iter().flat_map(|track| &track.spans).map(|span| span.end_ns).max().unwrap();
    Recording { tracks, started: UNIX_EPOCH, end_ns }
}

/// What `draw` makes of a hundred thousand spans, of which the oldest of one worker are missing.
pub fn crowded_page(draw: impl FnOnce(&RunPage) -> String) -> String {
    let mut recording = crowded(8, 100_000);
    (recording.tracks[3].dropped, recording.tracks[3].complete_from_ns) = (7_000, 5_000_000);
    let snapshot = Pool::new(8).unwrap().snapshot();
    let ledger = Ledger::of(&snapshot);
    let provenance = Provenance {
        version: "0",
        commit: None,
        command: vec!["made".to_owned(), "up ".repeat(60)],
        processor: None,
        processors: 8,
        date: UNIX_EPOCH + Duration::from_secs(1),
    };
    draw(&RunPage {
        recording: Some(&recording),
        ..RunPage::new("crowded", &json!({}), &ledger, snapshot.latencies(), &provenance)
    })
}

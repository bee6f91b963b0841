//! Claim: a recording of a hundred thousand spans makes a fluent page and a small picture.
//!
//! Needs the Debian packages `chromium` and `chromium-driver`.

use std::thread::sleep;
use std::time::{Duration, UNIX_EPOCH};

use crate::inside::support::browser::Browser;
use crate::inside::support::folder::Folder;
use crate::inside::support::skip::skip;
use serde_json::{Value, json};
use sparring_report::{Ledger, Provenance, RunPage};
use sparring_sched::{Pool, Recording, Span, SpanKind, Track};

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
                |depth, start_ns, end_ns, what| track.spans.push(Span::new(start_ns, end_ns, depth, what));
            add(0, now, now + length, SpanKind::Help { creator });
            let index = chance(40) as usize;
            add(1, now + 20, now + length - 20, SpanKind::Index { creator, index, aborted: chance(9) == 0 });
            add(2, now + 40, now + length - 40, SpanKind::SharedSplit { taken: 2, cut: chance(5) == 0 });
            add(3, now + length / 2, now + length - 60, SpanKind::Wait);
            now += length + chance(3_000);
        }
        track
    };
    let tracks: Vec<Track> = (0..workers).map(track).collect();
    let end_ns = tracks.iter().flat_map(|track| &track.spans).map(|span| span.end_ns).max().unwrap();
    Recording::new(tracks, UNIX_EPOCH, end_ns)
}

/// What `draw` makes of a hundred thousand spans, of which the oldest of one worker are missing.
fn crowded_page(draw: impl FnOnce(&RunPage) -> String) -> String {
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

/// A frame draws at most a rectangle for each pixel of the rows (8 workers, 3 rows, 1,280 pixels)
/// and of the overview, however many spans there are. A time would depend on what else the machine
/// does.
const MOST_RECTANGLES: u64 = 50_000;

#[test]
fn a_hundred_thousand_spans_are_fluent() {
    let folder = Folder::new("crowded");
    let Some(browser) = Browser::start(&folder.path().join("chromium")) else {
        return skip("a_hundred_thousand_spans_are_fluent", "chromium and chromedriver");
    };
    let page = crowded_page(|run| run.html());
    assert!(page.contains("7,000 of the oldest spans and news are missing. From 5.00 ms on"));
    let file = folder.path().join("crowded.html");
    std::fs::write(&file, page).unwrap();
    browser.look(&file, false);
    browser.screen(1280, 844, "light");
    browser.open(&file);
    let script = "(() => { window.drawn = null; const lanes = document.getElementById('lanes'), counts = []; let n = 0, rectangles = 0; \
                  const kind = CanvasRenderingContext2D.prototype, fill = kind.fillRect; \
                  kind.fillRect = function (...at) { rectangles++; fill.apply(this, at); }; \
                  const step = () => { counts.push(rectangles); rectangles = 0; if (n++ === 40) { kind.fillRect = fill; window.drawn = counts; return; } \
                  lanes.dispatchEvent(new KeyboardEvent('keydown', {key: n < 20 ? '+' : n < 25 ? 'ArrowRight' : '-'})); \
                  requestAnimationFrame(step); }; requestAnimationFrame(step); })()";
    browser.value(script);
    let drawn = loop {
        match browser.value("window.drawn") {
            Value::Null => sleep(Duration::from_millis(20)),
            drawn => break drawn,
        }
    };
    let drawn: Vec<u64> = drawn.as_array().unwrap().iter().map(|count| count.as_u64().unwrap()).collect();
    let (least, most) = (*drawn[2..].iter().min().unwrap(), *drawn.iter().max().unwrap());
    // As many as there are pixels, not spans.
    assert!(least > 0 && most < MOST_RECTANGLES, "{drawn:?}");
    assert_eq!(browser.console(), [] as [Value; 0]);
}

#[test]
fn a_picture_of_them_is_small() {
    let picture = crowded_page(|run| run.picture());
    assert!(picture.trim_end().ends_with("</svg>") && picture.len() <= 100_000, "{}", picture.len());
    assert!(picture.contains(" are left out.") && picture.contains("7,000 of the oldest spans"));
    let folder = Folder::new("crowded-picture");
    let Some(browser) = Browser::start(&folder.path().join("chromium")) else {
        return skip("a_picture_of_them_is_small", "chromium and chromedriver");
    };
    let file = folder.path().join("crowded.svg");
    std::fs::write(&file, &picture).unwrap();
    browser.assert_fits(&file);
}

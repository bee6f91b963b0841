//! Claim: in a browser a page writes nothing to the console, fits a phone, shows the numbers of its
//! document, and its timeline zooms smoothly by keys, wheel and fingers.
//!
//! Needs the Debian packages `chromium` and `chromium-driver`; without them the tests say that they
//! are skipped. With a folder in `REPORT_PAGES` (`tools/page-screenshots` names one) the pages and
//! pictures of them are left there.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::support::binary::{process, stdout};
use crate::support::browser::Browser;
use crate::support::page::embedded;
use crate::support::running::Running;
use crate::support::skip::skip;
use serde_json::{Value, json};

pub(super) fn browser(test: &str) -> Option<Browser> {
    let browser =
        Browser::start(&PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("chromium-{test}")));
    if browser.is_none() {
        skip(test, "chromium and chromedriver");
    }
    browser
}

/// Where pages go, and whether pictures of them are wanted.
pub(super) fn folder() -> (PathBuf, bool) {
    let asked = std::env::var_os("REPORT_PAGES").map(PathBuf::from);
    let folder = asked
        .clone()
        .unwrap_or_else(|| PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("report_pages_in_a_browser"));
    fs::create_dir_all(&folder).unwrap();
    (folder, asked.is_some())
}

/// Whether nothing strikes the name of the first worker through: the column of pixels right of its
/// last letter is blank, though the line at moment 0 and arrows of thefts cross the name.
const NAME_IS_CLEAR: &str = "(() => { const to = document.getElementById('spans').getContext('2d'); \
    to.font = '11px system-ui, sans-serif'; const wide = Math.floor(to.measureText('worker 0').width); \
    const column = to.getImageData(wide + 2, 26, 1, 10).data; \
    return column.every((value, i) => value === column[i % 4] && (i % 4 < 3 || value === 255)); })()";

/// Opens the page on four screens.
fn look(browser: &Browser, file: &Path) {
    browser.look(file, folder().1);
}

/// The stretch of the timeline that is seen.
fn view(browser: &Browser) -> [f64; 2] {
    let view =
        browser.value("['from', 'to'].map((end) => Number(document.getElementById('lanes').dataset[end]))");
    [0, 1].map(|i| view[i].as_f64().unwrap())
}

fn width([from, to]: [f64; 2]) -> f64 {
    to - from
}

/// Two moments of the data of the timeline.
fn moments(page: &Value, key: &str) -> [f64; 2] {
    [0, 1].map(|i| page[key][i].as_f64().unwrap())
}

/// The middle of the timeline in the window.
fn middle(browser: &Browser) -> (i64, i64) {
    let script = "(() => { const spans = document.getElementById('spans'); spans.scrollIntoView({block: 'center'}); \
                  const box = spans.getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]; })()";
    let place = browser.value(script);
    (place[0].as_f64().unwrap() as i64, place[1].as_f64().unwrap() as i64)
}

#[test]
fn a_search_is_seen_as_it_was() {
    let Some(browser) = browser("a_search_is_seen_as_it_was") else { return };
    let file = folder().0.join("chess.html");
    let report = file.to_str().unwrap();
    stdout(&[
        "chess",
        "bestmove",
        "--depth",
        "6",
        "--threads",
        "2",
        "--compare",
        "--stats",
        "--report",
        report,
    ]);
    look(&browser, &file);
    browser.screen(1280, 844, "light");
    browser.open(&file);

    let document = embedded(&fs::read_to_string(&file).unwrap(), "run");
    for key in ["created", "inlined", "stolen", "run", "discarded", "aborted", "dud", "overflowed"] {
        let shown =
            browser.value(&format!("Number(document.querySelector('.total [data-key={key}]').value)"));
        assert_eq!(shown, document["tasks"][key], "{key}");
        let text = browser.value(&format!(
            "document.querySelector('.total [data-key={key}]').textContent.replaceAll(',', '')"
        ));
        assert_eq!(text, document["tasks"][key].to_string(), "{key}");
    }
    let nodes = browser.value("Number(document.querySelector('#workers .total [data-key=nodes]').value)");
    assert_eq!(nodes, document["nodes"]);

    let lines = browser.value(
        "[...document.querySelectorAll('.facts div')].find((fact) => fact.firstChild.textContent === 'Position') \
         .lastChild.getBoundingClientRect().height",
    );
    assert!(lines.as_f64().unwrap() < 30.0, "a position stands on one line where there is room: {lines}");
    assert_eq!(browser.value(NAME_IS_CLEAR), true);
    let timeline = embedded(&fs::read_to_string(&file).unwrap(), "timeline-data");
    assert_eq!(view(&browser), moments(&timeline, "shown"));
    zooms_by_keys(&browser);
    zooms_by_wheel(&browser, timeline["end"].as_f64().unwrap());
    assert_eq!(browser.console(), [] as [Value; 0]);
}

fn zooms_by_keys(browser: &Browser) {
    let whole = view(browser);
    browser.value("document.getElementById('lanes').focus()");
    browser.key("+");
    let nearer = view(browser);
    assert!(width(nearer) < 0.7 * width(whole) && nearer[0] > whole[0]);
    browser.key("\u{e014}"); // right
    let later = view(browser);
    assert!(later[0] > nearer[0] && (width(later) - width(nearer)).abs() < 1.0);
    browser.key("\u{e012}"); // left
    assert!((view(browser)[0] - nearer[0]).abs() < 1.0);
    browser.key("-");
    assert!(width(view(browser)) > width(nearer));
    browser.key("+");
    browser.key("\u{e011}"); // home
    assert_eq!(view(browser), whole);
    let before = browser.value("document.getElementById('details').textContent");
    browser.key("\u{e015}"); // down
    browser.key("\u{e015}");
    let chosen = browser.value("document.getElementById('details').textContent");
    assert!(chosen != before && chosen.as_str().unwrap().starts_with("Worker "), "{chosen}");
    // The first span of a worker may be as long as the run; then the one after it is not, or, if
    // there is none, those of the worker above.
    let zooms_to_a_span = (0..40).any(|nth| {
        browser.key("\u{e007}"); // enter
        let nearer = width(view(browser)) < width(whole);
        if !nearer {
            browser.key(if nth == 19 { "\u{e013}" } else { "." }); // up, or on
        }
        nearer
    });
    assert!(zooms_to_a_span);
    browser.key("\u{e00c}"); // escape
    assert_eq!(browser.value("document.getElementById('details').textContent"), before);
    browser.key("\u{e011}");
}

fn zooms_by_wheel(browser: &Browser, end: f64) {
    let whole = view(browser);
    browser.value("document.activeElement.blur()");
    let (x, y) = middle(browser);
    browser.wheel(x, y, -50);
    assert_eq!(view(browser), whole, "a page can be scrolled past its timeline");
    browser.click(x, y);
    browser.wheel(x, y, -200);
    let nearer = view(browser);
    assert!(width(nearer) < 0.8 * width(whole), "{nearer:?} of {whole:?}");
    let centre = 0.5 * (nearer[0] + nearer[1]) - whole[0];
    assert!((centre / width(whole) - 0.5).abs() < 0.02, "what is under the pointer stays there");
    // On a busy machine the pool took long to start, and there is much to see before the search.
    let mut turns = (0..12).map(|_| {
        browser.wheel(x, y, 2_000);
        view(browser)
    });
    assert!(turns.any(|view| view == [0.0, end]), "start-up and shut-down of the pool");
    browser.key("\u{e011}"); // home
    assert_eq!(view(browser), whole);
}

#[test]
fn the_decisions_of_a_game_are_gone_through() {
    let Some(browser) = browser("the_decisions_of_a_game_are_gone_through") else { return };
    for (name, args) in [
        ("backgammon-match", &["backgammon", "match", "--side", "black", "--depth", "2", "--keep", "3"][..]),
        ("chess-play", &["chess", "play", "--as", "none", "--depth", "4"]),
        ("dots-play", &["dots", "play", "--as", "none", "--size", "3x3"]),
    ] {
        let file = folder().0.join(format!("{name}.html"));
        stdout(&[args, &["--threads", "2", "--report", file.to_str().unwrap()]].concat());
        look(&browser, &file);
        let timeline = embedded(&fs::read_to_string(&file).unwrap(), "timeline-data");
        let marks = timeline["marks"].as_array().unwrap();
        let whole = view(&browser);
        let said = || browser.value("document.getElementById('details').textContent");
        for mark in marks.windows(2).take(3) {
            browser.value("document.querySelector('[data-do=next]').click()");
            browser.drawn();
            let ([from, to], seen) = ([0, 1].map(|i| mark[i][0].as_f64().unwrap()), view(&browser));
            assert!(seen[0] <= from && to <= seen[1], "{from} to {to} is not in {seen:?}");
            assert!(width(seen) < 1.3 * (to - from).max(50.0), "{name}: {seen:?} for {from} to {to}");
            assert_eq!(said(), mark[0][1]);
        }
        browser.value("document.getElementById('lanes').focus()");
        browser.key("p");
        assert_eq!(said(), marks[1][1], "{name}");
        browser.key("\u{e011}"); // home
        assert_eq!(view(&browser), whole);
        assert_eq!(browser.console(), [] as [Value; 0]);
    }
}

#[test]
fn every_kind_of_run_fits_every_screen() {
    let Some(browser) = browser("every_kind_of_run_fits_every_screen") else { return };
    let runs: [(&str, &[&str]); 6] = [
        ("chess-perft", &["chess", "perft", "--depth", "3"]),
        ("dots-bestmove", &["dots", "bestmove", "--size", "3x4", "--depth", "6", "--start", "swedish"]),
        ("dots-solve", &["dots", "solve", "--size", "2x2"]),
        ("backgammon-bestmove", &["backgammon", "bestmove", "--roll", "31"]),
        ("backgammon-perft", &["backgammon", "perft", "--board", "bear-off", "--depth", "1"]),
        ("chess-black", &["chess", "bestmove", "--board", "ruy-lopez", "--side", "black", "--depth", "4"]),
    ];
    for (name, args) in runs {
        let file = folder().0.join(format!("{name}.html"));
        stdout(&[args, &["--threads", "2", "--report", file.to_str().unwrap()]].concat());
        look(&browser, &file);
        let board = browser.value(
            "(() => { const board = document.querySelector('.board svg').getBoundingClientRect(); \
             return [board.left, board.right, board.width, board.height]; })()",
        );
        let [left, right, wide, high] = [0, 1, 2, 3].map(|i| board[i].as_f64().unwrap());
        assert!(left >= 0.0 && right <= 390.0 && wide > 100.0 && high > 100.0, "{name}: {board}");
    }
}

#[test]
fn two_fingers_zoom_on_a_phone() {
    let Some(browser) = browser("two_fingers_zoom_on_a_phone") else { return };
    let file = folder().0.join("phone.html");
    stdout(&["dots", "bestmove", "--threads", "2", "--report", file.to_str().unwrap()]);
    browser.screen(390, 844, "dark");
    browser.open(&file);
    let whole = view(&browser);
    let (_, y) = middle(&browser);
    browser.pinch(y, [150, 240], [60, 330]);
    let nearer = view(&browser);
    assert!((width(nearer) / width(whole) - 1.0 / 3.0).abs() < 0.02, "{nearer:?} of {whole:?}");
    browser.pinch(y, [60, 330], [180, 210]);
    let end = embedded(&fs::read_to_string(&file).unwrap(), "timeline-data")["end"].as_f64().unwrap();
    assert_eq!(view(&browser), [0.0, end]);
    assert_eq!(browser.console(), [] as [Value; 0]);
}

/// Curves of one chart that look like another one of it: the same colour, points and line.
const SAME_LOOKS: &str = "[...document.querySelectorAll('#speedup figure > svg')].flatMap((chart) => { \
    const looks = [...chart.querySelectorAll('g')].map((curve) => { \
        const line = getComputedStyle(curve.querySelector('.curve')); \
        return line.stroke + line.strokeDasharray; }); \
    return looks.filter((look, i) => looks.indexOf(look) !== i); })";

/// The same of colours alone, where the searches have one chart.
const SAME_COLOURS: &str = "(() => { \
    const curves = [...document.querySelectorAll('.large g .curve')].map((curve) => getComputedStyle(curve).stroke); \
    return [curves.length, curves.filter((look, i) => curves.indexOf(look) !== i)]; })()";

/// The height of the highest row of times, in lines.
const MOST_LINES: &str = "(() => { const rows = [...document.querySelectorAll('#times tbody th')]; \
    const line = parseFloat(getComputedStyle(rows[0]).lineHeight); \
    return Math.max(...rows.map((row) => row.getBoundingClientRect().height)) / line; })()";

/// Runs an experiment; a long one is interrupted after its first rows.
fn experiment(letter: &str, file: &Path, whole: bool) {
    let args = ["reproduce", letter, "--threads", "2", "--report", file.to_str().unwrap()];
    for seconds in (1..9).map(|doubled| 1 << doubled) {
        let mut running = Running::start(&mut process(&args));
        if !whole {
            running.works(Duration::from_secs(seconds));
            running.interrupt();
        }
        running.end();
        let document = embedded(&fs::read_to_string(file).unwrap(), "run");
        if whole || !document["rows"].as_array().unwrap().is_empty() {
            return;
        }
    }
    panic!("no row after four minutes of processor time");
}

#[test]
fn experiments_fit_every_screen() {
    let Some(browser) = browser("experiments_fit_every_screen") else { return };
    let (folder, whole) = folder();
    for letter in if whole { &["A", "B", "C", "D"][..] } else { &["B"] } {
        let file = folder.join(format!("experiment-{letter}.html"));
        experiment(letter, &file, whole);
        look(&browser, &file);
        let document = embedded(&fs::read_to_string(&file).unwrap(), "run");
        let rows = document["rows"].as_array().unwrap().len();
        assert_eq!(browser.value("document.querySelectorAll('#times tbody tr').length"), rows);
        assert!(
            browser.value("document.querySelectorAll('#speedup figure > svg').length").as_u64() > Some(0)
        );
        assert_eq!(browser.value(SAME_LOOKS), json!([]), "curves of a chart are told apart");
        let lines = browser.value(MOST_LINES).as_f64().unwrap();
        assert!(lines < 4.0, "a row of experiment {letter} takes {lines} lines of a phone");
        let facts = browser.value("document.querySelector('#about .facts').textContent").to_string();
        assert!(facts.contains("Runs of each") && !facts.contains("Best speed-up"), "{facts}");
        let least =
            document["rows"].as_array().unwrap().iter().map(|row| row["runs"].as_u64().unwrap()).min();
        assert!(least >= Some(3), "a row measured once is no baseline: {least:?}");
    }
}

/// Which part of the width of its section the chart of a page takes with its legend, and the part
/// that the chart alone takes.
const FILLED: &str = "(() => { const box = (name) => document.querySelector(name).getBoundingClientRect(); \
    const chart = [box('.large svg'), box('.small svg')].find(({width}) => width > 0); \
    const whole = box('#speedup').width; \
    return [(box('.legends').right - chart.left) / whole, chart.width / whole]; })()";

#[test]
fn the_curves_of_all_searches_fill_their_page() {
    let Some(browser) = browser("the_curves_of_all_searches_fill_their_page") else { return };
    let file = folder().0.join("scaling.html");
    let report = file.to_str().unwrap();
    let args = ["reproduce", "scaling", "--nodes", "300", "--workers", "1,4,16", "--threads", "2"];
    stdout(&[&args[..], &["--report", report]].concat());
    look(&browser, &file);
    assert_eq!(browser.value(SAME_COLOURS), json!([10, []]));
    let filled = browser.value(FILLED);
    let [_, chart] = [0, 1].map(|i| filled[i].as_f64().unwrap());
    assert!(chart > 0.99, "on a phone the legend stands below: {filled}");
    browser.screen(1280, 844, "light");
    browser.open(&file);
    let filled = browser.value(FILLED);
    let [all, chart] = [0, 1].map(|i| filled[i].as_f64().unwrap());
    assert!(all > 0.99 && chart > 0.55, "{filled}");
}

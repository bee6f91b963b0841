//! Claim: the files of `--eventlog` and `--trace` agree with the document of the run, and if a run
//! or a file fails, a message says so.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use crate::support::binary::{assert_ledger, count, document, json, process, refusal, run};
use crate::support::eventlog_reader::{
    CAP_DELETE, Counters, Event, RTS_IDENTIFIER, SPARK_COUNTERS, TASK_CREATE, TASK_DELETE, USER_MARKER,
    capabilities, read,
};
use crate::support::full_disk::full_disk;
use crate::support::running::Running;
use serde_json::Value;

/// A fresh file name.
fn file(name: &str) -> PathBuf {
    let path =
        PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("recordings-{}-{name}", std::process::id()));
    let _there_is_none = fs::remove_file(&path);
    path
}

/// Runs that create tasks: searches of the three games, and a perft.
const RUNS: [&[&str]; 4] = [
    &["chess", "bestmove", "--depth", "8", "--hash", "8"],
    &["dots", "bestmove", "--size", "3x3", "--depth", "9", "--hash", "8"],
    &["backgammon", "bestmove", "--roll", "31", "--depth", "1"],
    &["chess", "perft", "--depth", "5"],
];

/// A worker's line of the document in the words of GHC, with nothing remaining.
fn counters(line: &Value) -> Counters {
    let keys = ["created", "dud", "overflowed", "stolen", "discarded", "inlined"];
    std::array::from_fn(|i| keys.get(i).map_or(0, |key| count(line, key)))
}

/// Compares an eventlog with the document of its run; returns the number of stolen tasks.
pub(super) fn assert_eventlog(log: &[u8], document: &Value) -> u64 {
    let events = read(log);
    let workers = document["workers"].as_array().unwrap();
    let caps = capabilities(&events);
    assert_eq!(caps.len(), workers.len());
    let mut stolen = 0;
    for (cap, line) in caps.iter().zip(workers) {
        assert_eq!(cap.counters[0], Counters::default());
        assert_eq!(cap.counters.last(), Some(&counters(line)));
        for pair in cap.counters.windows(2) {
            assert!((0..6).all(|i| pair[0][i] <= pair[1][i]), "a counter falls: {pair:?}");
        }
        assert_eq!(cap.steals.values().sum::<u64>(), count(line, "stolen"));
        stolen += count(line, "stolen");
    }
    for cap in 0..caps.len() {
        assert_order(&events, cap);
    }
    let text = |kind: u16| events.iter().filter(move |event| event.kind == kind);
    assert!(text(RTS_IDENTIFIER).all(|event| event.text(4).starts_with("sparring-")));
    assert_eq!(text(CAP_DELETE).count(), caps.len());
    stolen
}

/// The task comes first, then a first sample; a last sample, then the task goes.
fn assert_order(events: &[Event], cap: usize) {
    let kinds: Vec<u16> =
        events.iter().filter(|event| event.cap == Some(cap)).map(|event| event.kind).collect();
    assert!(kinds.starts_with(&[TASK_CREATE, SPARK_COUNTERS]), "{kinds:?}");
    assert!(kinds.ends_with(&[SPARK_COUNTERS, TASK_DELETE]), "{kinds:?}");
}

fn number(event: &Value, key: &str) -> f64 {
    event[key].as_f64().unwrap_or_else(|| panic!("no number {key} in {event}"))
}

/// Nanoseconds, because microseconds with three decimals are not exact as floating-point numbers.
pub(super) fn nanoseconds(event: &Value, key: &str) -> u64 {
    (number(event, key) * 1000.0).round() as u64
}

/// Checks a trace: the spans of a thread nest, and both ends of every arrow lie inside a span of
/// their thread. Returns the number of arrows.
pub(super) fn assert_trace(text: &[u8], document: &Value) -> u64 {
    let trace: Value = serde_json::from_slice(text).unwrap();
    let events = trace["traceEvents"].as_array().unwrap();
    let of = |phase: &'static str| events.iter().filter(move |event| event["ph"] == phase);
    let mut spans: Vec<Vec<(u64, u64)>> = vec![Vec::new(); count(document, "threads") as usize + 1];
    for event in of("X") {
        let (start, length) = (nanoseconds(event, "ts"), nanoseconds(event, "dur"));
        spans[number(event, "tid") as usize].push((start, start + length));
    }
    assert!(spans[0].is_empty(), "thread 0 is odd in viewers");
    for track in &spans {
        let mut around: Vec<(u64, u64)> = Vec::new();
        for &(start, end) in track {
            while around.pop_if(|outer| outer.1 <= start).is_some() {}
            assert!(around.last().is_none_or(|outer| end <= outer.1), "{start}..{end} in {around:?}");
            around.push((start, end));
        }
    }
    let ends = |phase| {
        let mut ends: Vec<u64> = of(phase).map(|event| count(event, "id")).collect();
        ends.sort_unstable();
        ends
    };
    let arrows = ends("s");
    assert_eq!(arrows, ends("f"));
    assert!(arrows.windows(2).all(|pair| pair[0] != pair[1]), "two arrows of one number");
    for event in of("s").chain(of("f")) {
        let (at, track) = (nanoseconds(event, "ts"), &spans[number(event, "tid") as usize]);
        assert!(
            track.iter().any(|span| span.0 <= at && at <= span.1),
            "an arrow from or to nowhere: {event}"
        );
    }
    let names = of("M").filter(|event| event["name"] == "thread_name");
    let names: Vec<&str> = names.map(|event| event["args"]["name"].as_str().unwrap()).collect();
    let expected: Vec<String> =
        (0..count(document, "threads")).map(|worker| format!("worker-{worker:02}")).collect();
    assert_eq!(names, expected);
    let mut counters: Vec<String> = Vec::new();
    for event in of("C") {
        let (series, value) = event["args"].as_object().unwrap().iter().next().unwrap();
        assert!(value.as_f64().unwrap() >= 0.0, "{event}");
        counters.push(format!("{} {series}", event["name"].as_str().unwrap()));
    }
    for wanted in ["workers hungry", "nodes per second", "tasks waiting"] {
        assert!(counters.iter().any(|counter| counter == wanted), "no counter {wanted}");
    }
    arrows.len() as u64
}

#[test]
fn files_say_what_the_document_says() {
    let (mut stolen, mut arrows) = (0, 0);
    let runs = RUNS.into_iter().enumerate().cycle().take(5 * RUNS.len());
    for (nth, (i, command)) in runs.enumerate() {
        // On a machine with other work, few tasks change hands in one round.
        if nth >= RUNS.len() && stolen > 50 {
            break;
        }
        for threads in ["1", "2", "8"] {
            let (log, trace) =
                (file(&format!("{i}-{threads}.eventlog")), file(&format!("{i}-{threads}.json")));
            let files = ["--eventlog", log.to_str().unwrap(), "--trace", trace.to_str().unwrap()];
            let document = json(&[command, &["--threads", threads], &files].concat());
            assert_ledger(&document);
            let here = assert_eventlog(&fs::read(&log).unwrap(), &document);
            let pointed = assert_trace(&fs::read(&trace).unwrap(), &document);
            assert!(pointed <= here, "{pointed} arrows for {here} tasks");
            (stolen, arrows) = (stolen + here, arrows + pointed);
        }
    }
    assert!(stolen > 50, "only {stolen} tasks changed hands");
    // A task may come back to its own creator, by a stale copy of a ticket: then there is no arrow.
    assert!(arrows * 10 > stolen * 9, "only {arrows} arrows for {stolen} tasks");
}

#[test]
fn every_finished_depth_is_a_mark() {
    let log = file("marks.eventlog");
    let args = ["chess", "bestmove", "--depth", "4", "--eventlog", log.to_str().unwrap()];
    let trace = file("marks.json");
    let document = json(&[&args[..], &["--trace", trace.to_str().unwrap()]].concat());
    let events = read(&fs::read(&log).unwrap());
    let marks: Vec<String> =
        events.iter().filter(|event| event.kind == USER_MARKER).map(|event| event.text(0)).collect();
    assert_eq!(count(&document, "depth"), 4);
    assert!(
        marks.len() > 1
            && marks[0].starts_with("depth 1  ")
            && marks.last().unwrap().starts_with("depth 4  ")
    );
    let trace: Value = serde_json::from_slice(&fs::read(&trace).unwrap()).unwrap();
    let events = trace["traceEvents"].as_array().unwrap();
    let iterations = events.iter().filter(|event| event["ph"] == "i" && event["s"] == "p");
    assert_eq!(iterations.map(|event| event["name"].as_str().unwrap()).collect::<Vec<_>>(), marks);
    assert_eq!(events.iter().filter(|event| event["name"] == "table").count(), marks.len());
}

#[test]
fn a_search_that_runs_out_of_time_leaves_whole_files() {
    let (log, trace) = (file("time.eventlog"), file("time.json"));
    let files = ["--eventlog", log.to_str().unwrap(), "--trace", trace.to_str().unwrap()];
    let search = ["chess", "bestmove", "--movetime", "150", "--threads", "2", "--hash", "8"];
    let document = json(&[&search[..], &files].concat());
    assert_eventlog(&fs::read(&log).unwrap(), &document);
    assert_trace(&fs::read(&trace).unwrap(), &document);
}

#[test]
fn ctrl_c_leaves_whole_files() {
    let (log, trace) = (file("interrupt.eventlog"), file("interrupt.json"));
    let files = ["--eventlog", log.to_str().unwrap(), "--trace", trace.to_str().unwrap(), "--json"];
    for search in [&["chess", "bestmove", "--depth", "60"][..], &["chess", "perft", "--depth", "20"]] {
        let mut command = process(&[search, &["--threads", "2"], &files].concat());
        let mut running = Running::start(&mut command);
        running.listens();
        running.works(Duration::from_millis(500));
        running.interrupt();
        let output = running.end();
        assert_eq!(output.status.code(), Some(130));
        let document = document(&String::from_utf8(output.stdout).unwrap());
        assert_eventlog(&fs::read(&log).unwrap(), &document);
        assert_trace(&fs::read(&trace).unwrap(), &document);
    }
}

#[test]
fn what_cannot_be_written_is_refused_before_the_search() {
    for flag in ["--eventlog", "--trace"] {
        for path in ["/nowhere/at/all", env!("CARGO_TARGET_TMPDIR")] {
            // A search of this depth would outlast the test.
            let line = refusal(&["chess", "bestmove", "--depth", "60", "--compare", flag, path]);
            assert!(line.starts_with(&format!("{flag}: got '{path}' (")), "{line}");
        }
    }
    let line = refusal(&["chess", "perft", "--depth", "20", "--trace", "/nowhere/at/all"]);
    assert!(line.starts_with("--trace: got '/nowhere/at/all' ("), "{line}");
    let both = file("both");
    let both = both.to_str().unwrap();
    let line = refusal(&["dots", "bestmove", "--eventlog", both, "--trace", both]);
    assert!(line.contains("the same file"), "{line}");
    assert!(!PathBuf::from(both).exists());
}
#[test]
fn no_file_of_the_command_is_overwritten_by_another() {
    let folder = file("same");
    let _there_is_none = fs::remove_dir_all(&folder);
    fs::create_dir(&folder).unwrap();
    let path = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    let [solve, board, rows, link, hard, symbolic] =
        ["solve", "board", "rows", "solve.previous", "hard", "symbolic"].map(path);
    json(&["dots", "solve", "--size", "2x2", "--checkpoint", &solve]);
    fs::write(&board, "1 1 2 3 4\n").unwrap();
    let [black, white] =
        ["b", "w"].map(|side| "|br|bn|bb|bq|bk|bb|bn|br|\n".replace("|b", &format!("|{side}")));
    let empty = "|  ".repeat(8) + "|\n";
    fs::write(&rows, black + &empty.repeat(6) + &white).unwrap();
    fs::write(&link, "kept").unwrap();
    fs::hard_link(&link, &hard).unwrap();
    std::os::unix::fs::symlink(&board, &symbolic).unwrap();
    let (roundabout, fresh, again) = (
        path(&format!("../{}/solve", folder.file_name().unwrap().to_str().unwrap())),
        path("fresh"),
        path("./fresh"),
    );
    let (later, before) = (path("later"), path("later.previous"));
    let contents = || {
        let names = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path());
        names.map(|name| (name.clone(), fs::read(name).unwrap())).collect::<BTreeMap<_, _>>()
    };
    let there = contents();
    let solving = ["dots", "solve", "--size", "2x2", "--checkpoint"];
    for (command, file, flag, other) in [
        (&solving[..], &solve, "--eventlog", &solve),
        (&solving, &solve, "--report", &roundabout),
        (&solving, &solve, "--report", &hard),
        (&solving, &later, "--trace", &later),
        (&solving, &later, "--report", &before),
        (&["dots", "solve", "--config"], &board, "--report", &board),
        (&["dots", "bestmove", "--config"], &board, "--trace", &symbolic),
        (&["chess", "bestmove", "--board-file"], &rows, "--report", &rows),
        (&["chess", "perft", "--board-file"], &rows, "--eventlog", &rows),
        (&["chess", "bestmove", "--eventlog"], &fresh, "--trace", &again),
        (&["backgammon", "perft", "--trace"], &fresh, "--report", &fresh),
    ] {
        let line = refusal(&[command, &[file, flag, other]].concat());
        let first = command.last().unwrap();
        assert!(line.starts_with(&format!("got the same file for {first}")), "{line}");
        assert!(line.contains(&format!(" and {flag}, expected two")), "{line}");
        assert!(contents() == there, "{line}: the files are others now");
    }
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn a_refusal_leaves_no_new_file_and_every_old_one() {
    let (new, old) = (file("refused-new"), file("refused-old"));
    fs::write(&old, "what it held").unwrap();
    let files = ["--eventlog", new.to_str().unwrap(), "--trace", old.to_str().unwrap()];
    for command in [
        &["chess", "bestmove", "--report", "/nowhere/at/all"][..],
        &["dots", "solve", "--size", "2x2", "--checkpoint", env!("CARGO_TARGET_TMPDIR")],
    ] {
        refusal(&[command, &files].concat());
        assert!(!new.exists(), "{command:?} leaves a file");
        assert_eq!(fs::read_to_string(&old).unwrap(), "what it held");
    }
}
#[test]
fn a_full_disk_is_reported_and_loses_no_result() {
    if full_disk("a_full_disk_is_reported_and_loses_no_result").is_none() {
        return;
    }
    let trace = file("beside.json");
    for (flag, other) in [("--eventlog", "--trace"), ("--trace", "--eventlog")] {
        let search = ["chess", "bestmove", "--depth", "4", "--json", flag, "/dev/full"];
        let output = run(&[&search[..], &[other, trace.to_str().unwrap()]].concat());
        assert_eq!(output.status.code(), Some(1));
        assert_eq!(count(&document(&String::from_utf8(output.stdout).unwrap()), "depth"), 4);
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(said.starts_with(&format!("sparring: {flag}: got '")) && said.lines().count() == 1, "{said}");
        assert!(fs::metadata(&trace).unwrap().len() > 1000, "the other file was not written");
    }
}

//! Claim: `sparring simulate` shows the same on every machine, its rows are what they say, and
//! its recordings are those of the simulated workers.

use std::time::Duration;

use serde_json::Value;

use crate::support::binary::{count, document, json, process, refusal, stdout};
use crate::support::folder::Folder;
use crate::support::keys::keys;
use crate::support::running::Running;
use crate::support::screen::Screen;

const CHESS: [&str; 6] = ["simulate", "chess", "--board", "ruy-lopez", "--depth", "4"];

fn with<'a>(args: &[&'a str], more: &[&'a str]) -> Vec<&'a str> {
    [args, more].concat()
}

/// The document without what is real in it.
fn simulated(args: &[&str]) -> Value {
    let mut document = json(args);
    for row in document["rows"].as_array_mut().unwrap() {
        let row = row.as_object_mut().unwrap();
        row.retain(|key, _| !key.starts_with("wall_"));
    }
    document
}

fn number(value: &Value, key: &str) -> f64 {
    value[key].as_f64().unwrap_or_else(|| panic!("no number {key} in {value}"))
}

#[test]
fn the_same_seed_shows_the_same_and_another_one_not() {
    let run = |seed| simulated(&with(&CHESS, &["--workers", "1,5,40", "--seed", seed]));
    let mut first = run("1");
    assert_eq!(first, run("1"));
    let mut other = run("2");
    assert_eq!(first["rows"][0].take(), other["rows"][0].take(), "one worker has no choice");
    assert_ne!(first["rows"], other["rows"]);
}

/// Virtual times in nanoseconds, to be changed with the searches, the scheduler and its costs.
/// The processor that valgrind emulates has the same.
#[test]
fn other_machines_show_the_same() {
    let times = |args: &[&str]| -> Vec<u64> {
        let rows = simulated(args);
        rows["rows"].as_array().unwrap().iter().map(|row| count(row, "time_ns")).collect()
    };
    assert_eq!(times(&with(&CHESS, &["--workers", "1,5,40"])), [1_056_785, 378_760, 202_645]);
    let fib = ["simulate", "sched", "fib", "--n", "18", "--workers", "1,2,40"];
    assert_eq!(times(&fib), [16_720, 10_862, 7_104]);
}

#[test]
fn one_worker_searches_what_a_real_one_searches() {
    let games = [
        &["chess", "--strategy", "ybw", "--board", "ruy-lopez", "--depth", "4"][..],
        &["dots", "--size", "3x3", "--depth", "6"],
        &["backgammon", "--roll", "31", "--depth", "1"],
    ];
    for game in games {
        let document = json(&with(&with(&["simulate"], game), &["--workers", "1"]));
        let real = json(&with(&[&[game[0], "bestmove"], &game[1..]].concat(), &["--threads", "1"]));
        let row = &document["rows"][0];
        assert_eq!(count(row, "nodes"), count(&real, "nodes"), "{document}");
        assert_eq!(row["tasks"], real["tasks"]);
    }
}

const SOLVE: [&str; 4] = ["simulate", "solve", "--size", "2x4"];

#[test]
fn one_worker_solves_what_a_real_one_solves() {
    for more in [&[][..], &["--value-only"], &["--start", "icelandic", "--rules", "alternate"]] {
        let document = simulated(&with(&with(&SOLVE, more), &["--workers", "1"]));
        let real = json(&with(&with(&["dots", "solve", "--size", "2x4", "--threads", "1"], more), &[]));
        let row = &document["rows"][0];
        assert_eq!(count(row, "nodes"), count(&real, "nodes"), "{document}");
        assert_eq!(row["tasks"], real["tasks"]);
        assert_eq!([&document["game"], &document["strategy"], &document["twin"]], ["dots", "solve", "solve"]);
        assert_eq!(document["rows"][0]["wasted_overhead"], 0.0, "nothing is cancelled on one worker");
        assert_eq!(document["depth"], real["depth"]);
    }
}

#[test]
fn a_simulated_solve_is_repeated_by_its_seed() {
    let run = |seed| simulated(&with(&SOLVE, &["--workers", "3,16", "--seed", seed]));
    let first = run("1");
    assert_eq!(first, run("1"));
    assert_ne!(first["rows"], run("2")["rows"]);
    let last = &first["rows"][1];
    let (extra, wasted) = (number(last, "search_overhead"), number(last, "wasted_overhead"));
    assert!(0.0 < wasted && wasted < 1.0 + extra, "{last}");
    assert_eq!(last["wasted"]["all_cut"], wasted);
    let folder = Folder::new("simulate-solve");
    let page = folder.path().join("run.html").to_str().unwrap().to_owned();
    stdout(&with(&SOLVE, &["--workers", "2", "--report", &page]));
    let page = std::fs::read_to_string(page).unwrap();
    assert!(page.contains("simulate solve") && page.contains("virtual time"));
}

#[test]
fn rows_add_up() {
    for args in [&CHESS[..], &SOLVE] {
        rows_of(args);
    }
}

fn rows_of(args: &[&str]) {
    let document = json(&with(args, &["--workers", "1,2,16"]));
    let rows = document["rows"].as_array().unwrap();
    assert_eq!(rows.iter().map(|row| count(row, "workers")).collect::<Vec<_>>(), [1, 2, 16]);
    for row in rows {
        let n = |key| number(row, key);
        let product = n("workers") * n("busy") * n("rate") / (1.0 + n("search_overhead"));
        assert!((n("speedup") / product - 1.0).abs() < 1e-9, "{row}");
        let sum = |of: &str| keys(&row[of]).iter().map(|key| number(&row[of], key)).sum::<f64>();
        assert!((n("busy") + sum("idle") - 1.0).abs() < 1e-9, "{row}");
        assert!((sum("wasted") - n("wasted_overhead")).abs() < 1e-9, "{row}");
        let speedup = number(&document, "twin_time_ns") / n("time_ns");
        assert!((n("speedup") / speedup - 1.0).abs() < 1e-9, "{row}");
    }
    let speedups: Vec<f64> = rows.iter().map(|row| number(row, "speedup")).collect();
    assert!(speedups[0] > 0.98 && speedups[1] > 1.2 && speedups[2] > speedups[1], "{speedups:?}");
}

#[test]
fn a_node_takes_what_it_is_said_to_take() {
    let time = |ns| number(&json(&with(&CHESS, &["--workers", "1", "--node-ns", ns])), "twin_time_ns");
    let [once, twice] = [time("1000"), time("2000")];
    assert!((twice / once - 2.0).abs() < 0.01, "{once} and {twice}");
}

#[test]
fn the_text_says_that_time_is_virtual() {
    let text = stdout(&with(&CHESS, &["--workers", "1,4"]));
    let tables = text.split("\n\n").skip(1);
    assert!(tables.clone().count() == 2 && tables.clone().all(|table| table.starts_with("virtual time")));
    assert!(tables.clone().all(|table| table.lines().count() == 4), "{text}");
}

#[test]
fn the_last_run_is_recorded_with_a_lane_for_each_worker() {
    let folder = Folder::new("simulate");
    let file = |name| folder.path().join(name).to_str().unwrap().to_owned();
    let (log, trace, page) = (file("run.eventlog"), file("run.json"), file("run.html"));
    let files = ["--eventlog", &log, "--trace", &trace, "--report", &page];
    stdout(&with(&with(&CHESS, &["--workers", "2,64"]), &files));
    let trace: Value = serde_json::from_str(&std::fs::read_to_string(trace).unwrap()).unwrap();
    let trace = trace.to_string();
    assert!(trace.contains("worker 63") || trace.contains("worker-63"), "{trace:.2000}");
    let page = std::fs::read_to_string(page).unwrap();
    assert!(page.contains("virtual time"));
    assert!(std::fs::metadata(log).unwrap().len() > 10_000);
}

#[test]
fn programs_are_simulated_and_their_rows_add_up() {
    for program in [["fib", "20"], ["nqueens", "9"], ["uts", "6"]] {
        let args = ["simulate", "sched", program[0], "--n", program[1], "--workers", "1,2,40"];
        let document = simulated(&args);
        assert_eq!(document, simulated(&args));
        let real = json(&["sched", program[0], "--n", program[1], "--reps", "1", "--threads", "1"]);
        for row in document["rows"].as_array().unwrap() {
            assert_eq!(row["tasks"]["created"], real["tasks"]["created"], "{row}");
            let n = |key| number(row, key);
            let product = n("workers") * n("busy") * n("rate");
            assert!((n("speedup") / product - 1.0).abs() < 1e-9, "{row}");
            let idle = keys(&row["idle"]).iter().map(|key| number(&row["idle"], key)).sum::<f64>();
            assert!((n("busy") + idle - 1.0).abs() < 1e-9, "{row}");
        }
        let speedup = |nth: usize| number(&document["rows"][nth], "speedup");
        assert!(speedup(0) == 1.0 && speedup(1) > 1.0 && speedup(1) <= 2.0, "{document}");
        let forks = count(&document["rows"][0]["tasks"], "created");
        assert_eq!(count(&document, "twin_time_ns"), 4 * forks);
    }
}

#[test]
fn a_recorded_program_has_a_lane_for_each_worker() {
    let folder = Folder::new("simulate-sched");
    let page = folder.path().join("run.html").to_str().unwrap().to_owned();
    stdout(&["simulate", "sched", "fib", "--n", "18", "--workers", "2,17", "--report", &page]);
    let page = std::fs::read_to_string(page).unwrap();
    assert!(page.contains("virtual time") && page.contains("17 workers"), "{page:.2000}");
}

/// The document without what is real in it and without the machine.
fn on(args: &[&str], machine: &[&str]) -> Value {
    let mut document = simulated(&with(args, machine));
    document.as_object_mut().unwrap().shift_remove("machine").unwrap();
    document
}

#[test]
fn a_machine_on_which_all_are_equally_near_changes_nothing() {
    let fib = ["simulate", "sched", "fib", "--n", "18", "--workers", "1,3,40"];
    assert_eq!(on(&fib, &[]), on(&fib, &["--topology", "1x40"]));
    let chess = with(&CHESS, &["--workers", "1,5,40"]);
    assert_eq!(on(&chess, &[]), on(&chess, &["--topology", "1x64", "--far-ns", "5000"]));
    assert!(json(&fib)["machine"].is_null());
}

#[test]
fn what_lscpu_prints_describes_a_machine() {
    let folder = Folder::new("simulate-lscpu");
    let file = folder.path().join("two-sockets.txt");
    // Four cores of two threads in each of two sockets, as Linux numbers them.
    let line = |cpu: usize| {
        let (core, socket) = (cpu % 8, cpu % 8 / 4);
        format!("{cpu},{core},{socket},{socket},,{core},{core},{core},{socket}\n")
    };
    let lines: String = (0..16).map(line).collect();
    std::fs::write(&file, "# CPU,Core,Socket,Node,,L1d,L1i,L2,L3\n".to_owned() + &lines).unwrap();
    let fib = ["simulate", "sched", "fib", "--n", "18"];
    for pin in ["cores", "compact", "spread"] {
        let machine = |named| on(&fib, &["--topology", named, "--pin", pin]);
        assert_eq!(machine("2x4x2"), machine(file.to_str().unwrap()));
    }
    assert_eq!(on(&fib, &["--topology", "2x4x2"])["rows"].as_array().unwrap().len(), 5, "1 to 16 workers");
}

#[test]
fn two_sockets_cost_something_and_near_victims_less_than_any() {
    let sums = |machine: &[&str]| {
        let seeds = (0..8).map(|seed| seed.to_string());
        let rows = seeds.map(|seed| {
            let fib = ["simulate", "sched", "fib", "--n", "24", "--workers", "16", "--seed", &seed];
            on(&fib, machine)["rows"][0].take()
        });
        rows.fold((0, 0), |sums, row| (sums.0 + count(&row, "time_ns"), sums.1 + count(&row, "far_steals")))
    };
    let two_sockets = ["--topology", "2x8", "--far-ns", "1000"];
    let (one, near) = (sums(&[]), sums(&two_sockets));
    let uniform = sums(&with(&two_sockets, &["--victims", "uniform"]));
    assert!(one.0 < near.0 && near.0 < uniform.0, "{one:?}, {near:?}, {uniform:?}");
    assert!(one.1 == 0 && near.1 < uniform.1, "{one:?}, {near:?}, {uniform:?}");
}

#[test]
fn the_text_tells_the_machine() {
    let text = stdout(&with(&CHESS, &["--workers", "1,4", "--topology", "2x2", "--pin", "spread"]));
    assert!(
        text.contains("\nmachine  2x2, pinned spread, victims near, 100 ns for a far cache line\n"),
        "{text}"
    );
    assert!(text.lines().any(|line| line.contains(" steals ") && line.contains(" far ")), "{text}");
    let without = stdout(&with(&CHESS, &["--workers", "1,4"]));
    assert!(!without.contains("\nmachine ") && !without.contains(" far "), "{without}");
}

#[test]
fn memory_that_takes_time_slows_down_many_workers() {
    let dots = ["simulate", "dots", "--size", "3x3", "--depth", "7", "--workers", "1,16"];
    let run = |miss, line| simulated(&with(&dots, &["--miss-ns", miss, "--line-ns", line]));
    let [free, near, far] = [run("0", "0"), run("0", "60"), run("0", "600")];
    // One worker has nobody to fetch a line from.
    assert_eq!(free["rows"][0], far["rows"][0]);
    let rate = |document: &Value| number(&document["rows"][1], "rate");
    assert!(rate(&free) > 0.95 && rate(&near) < 0.95, "{} and {}", rate(&free), rate(&near));
    assert!(rate(&far) < 0.7 * rate(&near), "{} and {}", rate(&far), rate(&near));
    // A table that comes from memory slows down one as well.
    let missed = run("600", "0");
    assert!(number(&missed, "twin_time_ns") > number(&free, "twin_time_ns"));
    assert_eq!((count(&missed, "miss_ns"), count(&missed, "line_ns")), (600, 0));
    let text = |memory| stdout(&with(&with(&CHESS, &["--workers", "1"]), memory));
    assert!(text(&[]).contains("\nmemory   a line of it takes 90 ns, one of another worker's 60 ns\n"));
    assert!(text(&["--miss-ns", "0", "--line-ns", "0"]).contains("\nmemory   takes no time\n"));
}

#[test]
fn what_cannot_be_simulated_is_refused() {
    for workers in ["0", "1025", "1,,2", "x", "-1"] {
        assert!(refusal(&with(&CHESS, &["--workers", workers])).contains("--workers"), "{workers}");
    }
    assert!(refusal(&["simulate", "chess", "--node-ns", "0"]).contains("--node-ns"));
    assert!(refusal(&["simulate", "dots", "--line-ns", "-1"]).contains("--line-ns"));
    assert!(refusal(&["simulate", "sched", "fib", "--miss-ns", "1"]).contains("--miss-ns"));
    assert!(refusal(&["simulate", "poker"]).contains("poker"));
    assert!(refusal(&["simulate", "sched", "tree"]).contains("tree"));
    assert!(refusal(&["simulate", "sched", "fib", "--n", "0"]).contains("--n"));
}

/// The words of a text, each once, in alphabetical order.
fn words(text: &str) -> Vec<&str> {
    let mut words: Vec<&str> = text.split_whitespace().collect();
    words.sort_unstable();
    words.dedup();
    words
}

#[test]
fn tables_fit_the_terminal_and_are_whole_in_a_file() {
    let args = with(&CHESS, &["--workers", "1,4,40"]);
    let whole = stdout(&args);
    assert_eq!(whole.matches("\n workers ").count(), 2, "{whole}");
    assert!(whole.lines().any(|line| line.chars().count() > 80), "{whole}");
    let mut screen = Screen::of(&args, "xterm", "C");
    assert_eq!(screen.end(), 0);
    let lines = screen.lines();
    let long: Vec<_> = lines.iter().filter(|line| line.chars().count() > 80).collect();
    assert!(long.is_empty(), "{long:?}");
    // Each table is broken into two parts, which have the same workers.
    let firsts: Vec<&str> = lines.iter().filter_map(|line| line.split_whitespace().next()).collect();
    assert_eq!(
        firsts.windows(4).filter(|first| *first == ["workers", "1", "4", "40"]).count(),
        4,
        "{lines:?}"
    );
    assert_eq!(words(&lines.join("\n")), words(&whole));
}

#[test]
fn an_interrupted_simulation_tells_the_depth_of_its_rows() {
    let workers = format!("1{}", ",1024".repeat(50));
    let args = ["simulate", "chess", "--board", "ruy-lopez", "--depth", "6", "--json", "--workers", &workers];
    // How long it takes until there is a row depends on the machine.
    let has_rows = [1, 2, 4, 8, 16, 32, 64, 128].into_iter().any(|seconds| {
        let mut running = Running::start(&mut process(&args));
        running.listens();
        running.works(Duration::from_secs(seconds));
        running.interrupt();
        let output = running.end();
        assert_eq!(output.status.code(), Some(130), "{}", String::from_utf8_lossy(&output.stderr));
        let found = document(&String::from_utf8(output.stdout).unwrap());
        let has_rows = !found["rows"].as_array().unwrap().is_empty();
        assert!(!has_rows || count(&found, "depth") == 6, "{found}");
        has_rows
    });
    assert!(has_rows, "no run is finished after two minutes of processor time");
}

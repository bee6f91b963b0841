//! Claim: every row that `sparring reproduce` has finished is right, however early it is
//! interrupted.

#[cfg(not(debug_assertions))]
use std::sync::LazyLock;
use std::time::Duration;

#[cfg(not(debug_assertions))]
use crate::support::binary::json;
use crate::support::binary::{count, document, process};
use crate::support::running::Running;
use serde_json::Value;

/// The document of an experiment that Ctrl-C ends as early as this many rows are finished.
pub fn finished(args: &[&str], wanted: usize) -> Value {
    let times = [1, 2, 4, 8, 16, 32, 64, 128, 256].map(Duration::from_secs);
    let mut found = times.into_iter().map(|after| interrupted(args, after));
    let enough = |document: &Value| document["rows"].as_array().unwrap().len() >= wanted;
    found.find(enough).expect("four minutes of processor time are enough")
}

fn interrupted(args: &[&str], after: Duration) -> Value {
    let mut running = Running::start(&mut process(&[args, &["--json"]].concat()));
    running.listens();
    running.works(after);
    running.interrupt();
    let (output, time) = running.end_timed();
    assert!(time < Duration::from_secs(10), "went on for {time:?} of processor time");
    assert_eq!(output.status.code(), Some(130));
    let document = document(&String::from_utf8(output.stdout).unwrap());
    assert_eq!(document["experiment"], args[1]);
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.starts_with("sparring: interrupted after "), "{said}");
    document
}

fn rows(experiment: &str, wanted: usize) -> Vec<Value> {
    let document = finished(&["reproduce", experiment, "--threads", "2"], wanted);
    document["rows"].as_array().unwrap().clone()
}

/// Each row is right by itself and relative to its baseline, the row before it.
fn assert_rows(rows: &[Value]) {
    for pair in rows.chunks_exact(2) {
        let (one, all) = (&pair[0], &pair[1]);
        assert_eq!((count(one, "threads"), count(all, "threads")), (1, 2));
        assert_eq!(all["strategy"], format!("par-{}", one["strategy"].as_str().unwrap()));
        for key in ["setting", "depth", "keep", "decisions"] {
            assert_eq!(one[key], all[key]);
        }
        assert_eq!((&one["speedup"], &one["tasks"]["created"]), (&1.0.into(), &0.into()));
        let speedup = count(one, "ns_per_decision") as f64 / count(all, "ns_per_decision") as f64;
        assert!((all["speedup"].as_f64().unwrap() - speedup).abs() < 1e-9, "{all}");
        if one["strategy"] == "expectimax" {
            assert_eq!(one["nodes"], all["nodes"], "everything is searched, however it is shared");
        }
        assert_tasks(all);
    }
}

fn assert_tasks(row: &Value) {
    let n = |key| count(&row["tasks"], key);
    assert_eq!(n("created"), n("run") + n("discarded"), "{row}");
    assert_eq!(n("run"), n("inlined") + n("stolen"), "{row}");
    let (stolen, overflowed, dud) = (n("stolen"), n("overflowed"), n("dud"));
    let sparks = format!(
        "SPARKS: {} ({stolen} converted, {overflowed} overflowed, {dud} dud, {} GC'd, {} fizzled)",
        n("created") + overflowed + dud,
        n("discarded"),
        n("inlined")
    );
    assert_eq!(row["sparks"], sparks);
}

#[test]
fn the_five_boards() {
    let rows = rows("B", 2);
    assert_rows(&rows);
    assert_eq!(rows[0]["setting"], "start, depth 2");
    assert_eq!((count(&rows[0], "depth"), count(&rows[0], "decisions")), (1, 21));
    // Everything is searched: every play of every roll, every reply to it.
    assert!(count(&rows[0], "nodes") >= 202_782, "{}", rows[0]);
    assert_eq!(rows[1]["clock"], "real");
}

#[cfg(not(debug_assertions))]
#[test]
fn whole_games_beside_the_ancestor() {
    let rows = rows("A", 2);
    assert_rows(&rows);
    assert_eq!((&rows[0]["setting"], count(&rows[0], "depth")), (&"keep 1".into(), 2));
    rows.iter().for_each(assert_beside);
}

/// Checks the comparison of a row with the ancestor, whose time is known.
#[cfg(not(debug_assertions))]
fn assert_beside(row: &Value) {
    let ancestor = &row["ancestor"];
    let times = count(ancestor, "ns_per_decision") as f64 / count(row, "ns_per_decision") as f64;
    assert!((ancestor["times_faster"].as_f64().unwrap() / times - 1.0).abs() < 1e-6, "{row}");
}

#[test]
fn four_chess_boards_and_a_ctrl_c() {
    let rows = rows("D", 1);
    assert!(rows.len() < 52, "{} rows", rows.len());
    rows.iter().for_each(assert_tasks);
    assert_eq!((&rows[0]["setting"], &rows[0]["strategy"]), (&"start".into(), &"minimax".into()));
    assert_eq!(rows[0]["ancestor"]["program"], "Seq,4");
}

/// The first rows, on two threads; `schema` asks for them, too.
#[cfg(not(debug_assertions))]
pub static BOARDS: LazyLock<Value> = LazyLock::new(|| finished(&["reproduce", "D", "--threads", "2"], 13));

#[cfg(not(debug_assertions))]
#[test]
fn a_chess_board_beside_the_ancestor() {
    assert_boards(BOARDS["rows"].as_array().unwrap());
}

#[cfg(not(debug_assertions))]
#[test]
#[ignore = "half a minute; tools/experiments runs it"]
fn four_chess_boards_beside_the_ancestor() {
    let document = json(&["reproduce", "D", "--threads", "2"]);
    let rows = document["rows"].as_array().unwrap();
    assert_eq!(rows.len(), 52);
    assert_boards(rows);
}

/// The sizes of the trees are perft's, which shares no code with the strategies: all their nodes,
/// and of a parallel strategy one task for each node of its parallel levels.
#[cfg(not(debug_assertions))]
fn assert_boards(rows: &[Value]) {
    for (rows, board) in rows.chunks_exact(13).zip(["start", "sicilian", "stamma", "ruy-lopez"]) {
        let perft = ["1", "2", "3", "4"].map(|depth| {
            let place = ["chess", "perft", "--board", board, "--side", "black", "--depth", depth];
            count(&json(&place), "nodes")
        });
        let one_thread = |strategy: &str, setting: &str| {
            let is = |row: &&Value| {
                row["strategy"] == strategy && row["setting"] == setting && row["threads"] == 1
            };
            count(rows.iter().find(is).unwrap(), "ns_per_decision") as f64
        };
        for row in rows {
            assert_tasks(row);
            let (strategy, setting) = (row["strategy"].as_str().unwrap(), row["setting"].as_str().unwrap());
            let level = setting.strip_prefix(board).unwrap().strip_prefix(", parallel depth ");
            let level: usize = level.map_or(0, |level| level.parse().unwrap());
            assert_eq!(level > 0, strategy.starts_with("par"), "{row}");
            let all: u64 = perft.iter().sum();
            let nodes = count(row, "nodes");
            assert!(if matches!(strategy, "minimax" | "par") { nodes == all } else { nodes < all }, "{row}");
            if strategy != "ybw" {
                assert_eq!(count(&row["tasks"], "created"), perft[..level].iter().sum::<u64>(), "{row}");
                assert_eq!(count(&row["tasks"], "discarded"), 0, "{row}");
            }
            let twin = match strategy {
                "par" => one_thread("minimax", board),
                "ybw" => one_thread("pvs", board),
                itself => one_thread(itself, setting),
            };
            let speedup = twin / count(row, "ns_per_decision") as f64;
            assert!((row["speedup"].as_f64().unwrap() - speedup).abs() < 1e-9, "{row}");
            assert_eq!(row["best"], rows[0]["best"], "{row}");
            // The ancestor was timed with one parallel level.
            if level == 2 {
                assert!(row["ancestor"].is_null(), "{row}");
            } else {
                assert_beside(row);
            }
        }
        assert_eq!(rows.iter().filter(|row| row["threads"] == 2).count(), 5);
    }
}

/// The table of strategies: each on all numbers of workers, where nodes, tasks and speed-ups of
/// those that search the whole tree leave no choice.
#[cfg(not(debug_assertions))]
fn assert_strategies(document: &Value) {
    let rows = document["strategies"].as_array().unwrap();
    let at = |depth: u64, strategy: &str| {
        let is = |row: &&Value| row["depth"] == depth && row["strategy"] == strategy;
        rows.iter().filter(is).collect::<Vec<_>>()
    };
    let deep = ["par-ab", "chunks", "pv-split", "abdada", "ybw"];
    assert_eq!(rows.len(), 3 * (1 + 2 * deep.len()));
    let pairs = deep.iter().map(|&strategy| (6, strategy)).chain(deep.iter().map(|&strategy| (4, strategy)));
    for (depth, strategy) in pairs.chain([(4, "par")]) {
        let rows = at(depth, strategy);
        let workers: Vec<u64> = rows.iter().map(|row| count(row, "workers")).collect();
        assert_eq!(workers, [1, 2, 8], "{strategy}");
        for row in rows {
            assert_tasks_add_up(row);
            let number = |key: &str| row[key].as_f64().unwrap_or_else(|| panic!("{key}: {row}"));
            let product = number("scaling") / (1.0 + number("overhead"));
            assert!((number("speedup") / product - 1.0).abs() < 1e-6, "{row}");
            let asked = number("conversion") * count(&row["tasks"], "created") as f64;
            assert!(asked <= count(&row["tasks"], "stolen") as f64 + 1e-6, "{row}");
            assert!((0.0..=1.0).contains(&number("busy")), "{row}");
        }
    }
    let par = at(4, "par");
    for row in &par {
        assert_eq!(
            (&row["nodes"], &row["tasks"]["created"]),
            (&par[0]["nodes"], &par[0]["tasks"]["created"])
        );
        assert!(row["scaling"].as_f64().unwrap() <= 1.01 * count(row, "workers") as f64, "{row}");
    }
}

#[cfg(not(debug_assertions))]
fn assert_tasks_add_up(row: &Value) {
    let n = |key| count(&row["tasks"], key);
    assert_eq!(n("created"), n("inlined") + n("stolen") + n("discarded"), "{row}");
}

#[cfg(not(debug_assertions))]
const BEYOND: [&str; 6] = ["reproduce", "D", "--threads", "1", "--workers", "8,2,8"];

/// Threads as far as there are some, simulated workers beyond.
#[cfg(not(debug_assertions))]
fn assert_beyond(rows: &[Value]) {
    let (one, beyond): (Vec<_>, Vec<_>) = rows.iter().partition(|row| row["threads"] == 1);
    assert!(one.iter().all(|row| row["clock"] == "real" && row["node_ns"].is_null()));
    assert!(!beyond.is_empty());
    for row in beyond {
        assert_tasks(row);
        assert!(row["clock"] == "virtual" && count(row, "node_ns") > 0, "{row}");
    }
}

#[cfg(not(debug_assertions))]
#[test]
fn workers_beyond_the_machine_are_simulated_on_one_board() {
    assert_beyond(finished(&BEYOND, 18)["rows"].as_array().unwrap());
}

/// Beside what was published, with speed-ups that are no more than the workers.
#[cfg(not(debug_assertions))]
#[test]
#[ignore = "half a minute; tools/experiments runs it"]
fn workers_beyond_the_machine_are_simulated() {
    let document = json(&BEYOND);
    let rows = document["rows"].as_array().unwrap();
    assert_eq!(rows.len(), 4 * (3 + 3 * 5));
    assert_beyond(rows);
    for row in rows.iter().filter(|row| row["threads"] != 1) {
        let speedup = row["speedup"].as_f64().unwrap();
        assert!(speedup > 0.3 && speedup < 1.1 * count(row, "threads") as f64, "{row}");
    }
    // Of chess all 24 times are published of 1 or 8 cores: each has a row of ours beside it.
    let published = document["published"].as_array().unwrap();
    let (boards, averages): (Vec<_>, Vec<_>) =
        published.iter().partition(|row| row["setting"] != "all boards");
    assert_eq!((boards.len(), averages.len()), (24, 5));
    for published in boards {
        let ours = &rows[count(published, "row") as usize];
        assert_eq!(ours["published"]["seconds"], published["seconds"], "{ours}");
    }
    assert_strategies(&document);
    let shares = document["shares"].as_array().unwrap();
    assert_eq!(shares.iter().filter(|share| !share["published"].is_null()).count(), 5);
}

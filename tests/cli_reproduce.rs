//! `sparring reproduce` says what is true of every row it has finished, however early it is interrupted.
#![cfg(unix)]

mod cli_support;

use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use cli_support::{count, document, process};
use serde_json::Value;

/// The rows that are finished when a Ctrl-C comes after a while.
fn rows(experiment: &str, after: Duration) -> Vec<Value> {
    let mut command = process(&["reproduce", experiment, "--threads", "2", "--json"]);
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    sleep(after);
    let sent = Instant::now();
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    assert!(sent.elapsed() < Duration::from_secs(5), "went on for {:?}", sent.elapsed());
    assert_eq!(output.status.code(), Some(130));
    let document = document(&String::from_utf8(output.stdout).unwrap());
    assert_eq!(document["experiment"], experiment);
    let rows = document["rows"].as_array().unwrap().clone();
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.starts_with(&format!("sparring: interrupted after {} of ", rows.len())), "{said}");
    rows
}

/// Each row is right by itself and beside its twin, the row before it.
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
    let rows = rows("B", Duration::from_secs(if cfg!(debug_assertions) { 10 } else { 2 }));
    assert!(rows.len() >= 2, "{} rows", rows.len());
    assert_rows(&rows);
    assert_eq!(rows[0]["setting"], "start, depth 2");
    assert_eq!((count(&rows[0], "depth"), count(&rows[0], "decisions")), (1, 21));
    // Everything is searched: every play of every roll, every reply to it.
    assert!(count(&rows[0], "nodes") >= 202_782, "{}", rows[0]);
    assert_eq!(rows[1]["ancestor"]["sparks"], "SPARKS: 21 (21 converted)");
}

#[cfg(not(debug_assertions))]
#[test]
fn whole_games_beside_the_ancestor() {
    let rows = rows("A", Duration::from_secs(3));
    assert!(rows.len() >= 2, "{} rows", rows.len());
    assert_rows(&rows);
    assert_eq!((&rows[0]["setting"], count(&rows[0], "depth")), (&"keep 1".into(), 2));
    for row in &rows {
        let ancestor = &row["ancestor"];
        let times = count(ancestor, "ns_per_decision") as f64 / count(row, "ns_per_decision") as f64;
        assert!((ancestor["times_faster"].as_f64().unwrap() / times - 1.0).abs() < 1e-6, "{row}");
    }
}

//! Claim: `sparring sched` accounts for every join, and its documents have their keys.

use crate::support::binary::{assert_ledger, count, json, stdout};
use crate::support::keys::keys;
use serde_json::Value;

fn joins(document: &Value) -> u64 {
    let tasks = &document["tasks"];
    count(tasks, "created") + count(tasks, "overflowed") + count(tasks, "dud")
}

#[test]
fn the_tasks_of_one_run_are_its_joins() {
    for threads in ["1", "2", "4"] {
        let run = |bench, n| json(&["sched", bench, "--n", n, "--reps", "2", "--threads", threads]);
        for (bench, n, expected) in
            [("fib", "20", 10_945), ("fib", "1", 0), ("tree", "12", 4_095), ("nqueens", "4", 5)]
        {
            let document = run(bench, n);
            assert_eq!(joins(&document), expected, "{bench} {n}");
            assert_ledger(&document);
        }
        assert_eq!(joins(&run("uts", "4")), joins(&run("uts", "4")));
    }
}

#[test]
fn documents_of_forks_have_their_keys() {
    let document = json(&["sched", "fib", "--n", "18", "--reps", "2", "--threads", "2"]);
    let own = ["bench", "n", "threads", "tasks", "ns_per_fork", "twin_ns", "speedup"];
    assert_eq!(keys(&document), [&own[..], &["workers", "stats", "version", "commit"]].concat());
    assert!(document["workers"].is_null() && document["stats"].is_null());
    assert_eq!(
        (&document["bench"], count(&document, "n"), count(&document, "threads")),
        (&"fib".into(), 18, 2)
    );
    assert!(document["ns_per_fork"].is_f64() && document["speedup"].as_f64().unwrap() > 0.0);
    let document = json(&["sched", "fib", "--n", "18", "--reps", "2", "--threads", "2", "--stats"]);
    assert_eq!(document["workers"].as_array().unwrap().len(), 2);
    assert!(document["stats"]["latencies"]["steal"].is_object());
    assert_ledger(&document);
}

#[test]
fn latencies_are_told_for_both_kinds_of_first_half() {
    let document = json(&["sched", "latency", "--threads", "2", "--reps", "5"]);
    for kind in [&document, &document["polling"]] {
        assert!(
            count(kind, "median_ns") > 0 && count(kind, "p99_ns") >= count(kind, "median_ns"),
            "{document}"
        );
    }
}

#[test]
fn a_cut_drops_the_brothers_that_were_not_tried() {
    let document = json(&["sched", "cancel", "--threads", "2", "--reps", "20"]);
    assert_eq!(count(&document["tasks"], "created"), 10_000);
    assert!(count(&document["tasks"], "discarded") > 9_000, "{document}");
    assert!(document["ns_per_discarded"].as_f64().unwrap() > 0.0);
    assert!(count(&document, "last_helper_out_ns") > 0);
    assert_ledger(&document);
    let alone = json(&["sched", "cancel", "--threads", "1", "--reps", "2"]);
    assert_eq!(alone["last_helper_out_ns"], Value::Null);
}

#[test]
fn an_idle_pool_hardly_costs_anything() {
    let document = json(&["sched", "idle", "--threads", "2", "--n", "300"]);
    let cost = document["cpu_ms_per_s"].as_f64().unwrap();
    assert!((0.0..50.0).contains(&cost), "{cost} ms/s");
}

#[test]
fn the_text_ends_with_the_ledger() {
    let text = stdout(&["sched", "fib", "--n", "10", "--threads", "2", "--stats"]);
    assert!(text.contains("per fork") && text.contains("steal"), "{text}");
    let last: Vec<&str> = text.lines().rev().take(2).collect();
    assert!(last[1].starts_with("TASKS: 88 created") && last[0].starts_with("SPARKS: 88 ("), "{text}");
}

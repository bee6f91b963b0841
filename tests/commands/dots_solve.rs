//! Claim: `sparring dots solve` reports what is proved and no more, in the documented form.

use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use crate::support::binary::{assert_ledger, count, document, json, process, refusal, stdout};
use crate::support::dots_rules::Naive;
use crate::support::keys::assert_keys;
use crate::support::random_boxes::{config_text, random_boxes};
use crate::support::running::Running;
use crate::support::spread::assert_spread;
use serde_json::Value;

const KEYS: [&str; 9] =
    ["edge", "board", "rules", "value", "optimal", "value_ns", "bounds", "table", "checkpoint"];

fn solve(args: &[&str]) -> Value {
    json(&[&["dots", "solve"], args].concat())
}

#[test]
fn the_document_has_its_keys_in_their_order() {
    let document = solve(&["--size", "2x3", "--threads", "2"]);
    assert_keys(&document, &KEYS);
    assert_eq!((&document["game"], &document["position"]), (&"dots".into(), &"0".into()));
    assert_eq!((&document["board"], &document["rules"]), (&"2x3".into(), &"standard".into()));
    assert_eq!((&document["value"], &document["score"]), (&(-2).into(), &(-2).into()));
    assert_eq!(
        (&document["optimal"], &document["best"], &document["edge"]),
        (&"1ffff".into(), &"h0,0".into(), &0.into())
    );
    assert_eq!((count(&document, "depth"), &document["pv"][0]), (17, &document["best"]));
    assert!(count(&document, "value_ns") <= count(&document, "time_ns"));
    assert_ledger(&document);
    let nodes: u64 =
        document["workers"].as_array().unwrap().iter().map(|worker| count(worker, "nodes")).sum();
    assert_eq!(nodes, count(&document, "nodes"));
}

#[test]
fn the_optimal_moves_are_a_mask_and_the_best_is_its_lowest() {
    for (args, value, optimal, best, edge) in [
        (&["--size", "1x2"][..], 0, "20", "v0,1", 5),
        (&["--size", "1x4"], 0, "400", "v0,2", 10),
        (&["--size", "2x2"], 2, "b73", "h0,0", 0),
        (&["--size", "2x2", "--rules", "alternate"], -2, "fff", "h0,0", 0),
        // The player who draws the third edge of a box gives it away.
        (&["--size", "1x1", "--drawn", "7"], 1, "8", "v0,1", 3),
        (&["--size", "1x1", "--drawn", "3"], -1, "c", "v0,0", 2),
    ] {
        for threads in ["1", "2", "8"] {
            let document = solve(&[args, &["--threads", threads]].concat());
            assert_eq!(
                (&document["value"], &document["optimal"], &document["best"], &document["edge"]),
                (&value.into(), &optimal.into(), &best.into(), &edge.into()),
                "{args:?}"
            );
        }
    }
}

#[test]
fn boards_from_files_have_the_values_and_moves_found_by_trying_everything() {
    for seed in 0..6 {
        let again = seed % 2 == 0;
        let boxes = random_boxes(seed, 2);
        let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("solve-{seed}.boxes"));
        fs::write(&path, config_text(&boxes)).unwrap();
        let rules = if again { "standard" } else { "alternate" };
        let document = solve(&["--config", path.to_str().unwrap(), "--rules", rules]);
        let values = Naive::of(boxes, again).values(64);
        let value = *values.iter().max().unwrap();
        let optimal: u64 = (0..values.len()).filter(|&i| values[i] == value).map(|i| 1 << i).sum();
        let found = (&document["value"], &document["optimal"]);
        assert_eq!(found, (&value.into(), &format!("{optimal:x}").into()), "seed {seed}");
    }
}

#[test]
fn the_line_is_played_to_the_value() {
    for (rules, again) in [("standard", true), ("alternate", false)] {
        for size in [(1, 3), (2, 2), (2, 3)] {
            let name = format!("{}x{}", size.0, size.1);
            let document = solve(&["--size", &name, "--rules", rules]);
            let mut naive = Naive::grid(size.0, size.1, again);
            let board = sparring_engine::games::dots::Board::grid(name.parse().unwrap());
            let line = document["pv"].as_array().unwrap();
            line.iter().for_each(|name| {
                naive.play(board.parse_edge(name.as_str().unwrap(), 0).unwrap().index());
            });
            assert!(naive.moves().is_empty(), "{line:?}");
            assert_eq!(document["value"], naive.won[0] - naive.won[1], "{name} {rules}: {line:?}");
        }
    }
}

#[test]
fn a_finished_game_is_worth_nothing() {
    let over = solve(&["--size", "1x2", "--drawn", "7f"]);
    assert_eq!((&over["best"], &over["edge"], &over["value"]), (&Value::Null, &Value::Null, &0.into()));
    assert_eq!((&over["optimal"], &over["outcome"]), (&"0".into(), &"all edges are drawn".into()));
    assert_eq!((over["pv"].as_array().unwrap().len(), &over["score"]), (0, &0.into()));
    assert!(
        stdout(&["dots", "solve", "--size", "1x2", "--drawn", "7f"]).contains("value    0, the game is over")
    );
}

#[test]
fn with_value_only_there_are_no_moves() {
    let document = solve(&["--value-only"]);
    assert_eq!((&document["value"], &document["bounds"]), (&(-3).into(), &vec![-3, -3].into()));
    assert_eq!((&document["best"], &document["optimal"]), (&Value::Null, &Value::Null));
    assert_keys(&document, &KEYS);
}

#[test]
fn the_text_says_which_rules_and_who_wins() {
    let text = stdout(&["dots", "solve", "--size", "1x2", "--rules", "standard"]);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], "board    1x2 boxes (2x3 dots), standard rules");
    assert_eq!(lines[1..4], ["+   +   +", "    *", "+   +   +"]);
    assert_eq!(lines[4], "value    0: A is to move and gets 1 of the 2 left, B 1: a draw");
    assert_eq!(lines[5], "optimal  v0,1 (* on the board)");
    assert!(text.contains("knodes/s; the value in ") && text.contains("% full\nTASKS: "), "{text}");
    // B has closed a box and moves again.
    let moves = ["dots", "solve", "--size", "1x2", "--moves", "h0,0 h1,0 v0,0 v0,1"];
    let text = stdout(&moves);
    assert!(text.contains("value    1: B is to move and gets 1 of the 1 left, A 0: B wins by 1\n"), "{text}");
    assert!(text.contains("final    B wins by 2, with what was won before\n"), "{text}");
    let text = stdout(&["dots", "solve", "--size", "1x2", "--rules", "alternate", "--stats"]);
    assert!(
        text.contains(", alternate rules\n") && text.contains("A wins by 2") && text.contains("worker"),
        "{text}"
    );
}

/// Nobody has proved the value of 5x5.
fn assert_unproved(document: &Value) {
    for key in ["value", "score", "optimal", "best", "edge", "value_ns"] {
        assert!(document[key].is_null(), "{key}: {document}");
    }
    let bound = |i: usize| document["bounds"][i].as_i64().unwrap();
    assert!(bound(0) <= 0 && bound(1) >= 0 && bound(0) < bound(1), "{document}");
    assert!(document["outcome"].is_null() && count(document, "depth") == 0);
    assert_ledger(document);
}

#[test]
fn out_of_nodes_it_says_what_is_proved() {
    // The limit is checked about a hundred times a second, if the machine is not too busy for that.
    let in_time = (0..20).any(|_| {
        let document = solve(&["--size", "5x5", "--threads", "2", "--nodes", "30000"]);
        assert_unproved(&document);
        assert!(count(&document, "nodes") >= 30_000, "{document}");
        count(&document, "nodes") < 3_000_000
    });
    assert!(in_time);
}

#[test]
fn out_of_time_it_says_what_is_proved() {
    let args = ["--size", "5x5", "--threads", "2", "--movetime", "200"];
    let in_time = (0..20).any(|_| {
        let document = solve(&args);
        assert_unproved(&document);
        count(&document, "time_ns") < 10_000_000_000
    });
    assert!(in_time);
    let text = stdout(&[&["dots", "solve"], &args[..]].concat());
    assert!(text.contains("value    not proved: between -") && !text.contains("optimal"), "{text}");
}

#[test]
fn ctrl_c_says_what_is_proved() {
    let args = ["dots", "solve", "--size", "5x5", "--threads", "2", "--json"];
    let mut solve = Running::start(&mut process(&args));
    solve.listens();
    solve.works(Duration::from_millis(500));
    solve.interrupt();
    let output = solve.end();
    assert_eq!(output.status.code(), Some(130));
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
    assert_unproved(&document(&String::from_utf8(output.stdout).unwrap()));
}

#[test]
fn a_solve_is_compared_with_its_twin() {
    let document = solve(&["--rules", "alternate", "--threads", "2", "--compare"]);
    assert_eq!((&document["compare"]["twin"], count(&document["compare"], "workers")), (&"mtdf".into(), 2));
    assert_spread(&document["compare"], &document, 3);
    let twice = solve(&["--rules", "alternate", "--threads", "1", "--compare", "--reps", "2"]);
    assert_spread(&twice["compare"], &twice, 2);
    let [twin, nodes] = [&twice["compare"]["twin_nodes"], &twice["nodes"]];
    assert_eq!(twin, nodes, "each solve begins with an empty table");
    let once = solve(&["--rules", "alternate", "--compare", "--reps", "1"]);
    assert!(once["compare"]["spread"].is_null(), "{once}");
    let line = refusal(&["dots", "solve", "--compare", "--movetime", "5"]);
    assert!(line.contains("--compare") && line.contains("--movetime"), "{line}");
}

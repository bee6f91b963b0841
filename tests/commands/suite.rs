//! Claim: `chess suite` says of every position what `bestmove` says, and since which depth that
//! was right; the suites in `data/` run; wrong counts and broken lines are named and end in
//! failure.

use std::fs;
use std::io::Write;
use std::process::Output;
use std::time::Duration;

use serde_json::Value;

use crate::support::binary::{assert_ledger, count, document, json, refusal};
use crate::support::folder::Folder;
use crate::support::piped::piped;
use crate::support::running::Running;
use crate::support::sparring::sparring;

/// A suite of the project.
fn data(name: &str) -> String {
    format!("{}/tests/data/{name}", env!("CARGO_MANIFEST_DIR"))
}

/// Runs the suite `text`: the document, standard error and the exit code.
fn suite(text: impl Into<Vec<u8>>, more: &[&str]) -> (Value, String, i32) {
    let args = [&["chess", "suite", "--json"], more].concat();
    let Output { stdout, stderr, status } = sparring(&args).write_stdin(text).output();
    let told = String::from_utf8(stderr).unwrap();
    (document(str::from_utf8(&stdout).unwrap()), told, status.code().unwrap())
}

/// All values under a key of the items of a list.
fn each<'v>(list: &'v Value, key: &str) -> Vec<&'v Value> {
    list.as_array().unwrap().iter().map(|item| &item[key]).collect()
}

/// A search that proves its value, so that it repeats.
const EXACT: [&str; 4] = ["--strategy", "ybw", "--hash", "1"];

#[test]
fn a_suite_says_what_single_searches_say() {
    let document =
        json(&[&["chess", "suite", &data("bratko-kopec.epd"), "--depth", "4"], &EXACT[..]].concat());
    let positions = document["positions"].as_array().unwrap();
    assert_eq!(positions.len(), 24);
    let mut solved = 0;
    for position in positions {
        let fen = position["position"].as_str().unwrap();
        let single = |depth: &str| {
            json(&[&["chess", "bestmove", "--fen", fen, "--depth", depth], &EXACT[..]].concat())
        };
        let all = ["1", "2", "3", "4"].map(single);
        let result = &position["results"][0];
        for key in ["best", "score", "mate", "depth"] {
            assert_eq!(result[key], all[3][key], "{fen}: {key}");
        }
        let right = |single: &Value| position["expected"].as_array().unwrap().contains(&single["san"][0]);
        let kept = all.iter().rev().take_while(|single| right(single)).count();
        let since = (kept > 0).then_some(5 - kept);
        assert_eq!(result["solved_depth"], Value::from(since), "{fen}");
        assert_eq!(result["solved"], Value::from(since.is_some()), "{fen}");
        solved += usize::from(since.is_some());
    }
    let run = &document["runs"][0];
    assert_eq!((run["solved"].as_u64(), run["positions"].as_u64()), (Some(solved as u64), Some(24)));
    let last = |key: &str| run[key].as_array().unwrap().last().unwrap()["solved"].clone();
    assert_eq!((last("by_depth"), last("by_time")), (run["solved"].clone(), run["solved"].clone()));
    assert_ledger(run);
}

#[test]
fn all_strategies_and_any_jobs_solve_the_same() {
    let suite = |more: &[&str]| {
        let document = json(
            &[&["chess", "suite", &data("bratko-kopec.epd"), "--depth", "3", "--hash", "1"], more].concat(),
        );
        let results = each(&document["positions"], "results").into_iter();
        let said = |result: &Value| ["best", "score", "mate", "solved_depth"].map(|key| result[key].clone());
        results.map(|results| said(&results[0])).collect::<Vec<_>>()
    };
    let expected = suite(&["--strategy", "ybw"]);
    for more in [
        &["--strategy", "minimax"][..],
        &["--strategy", "par-ab", "--threads", "2"],
        &["--strategy", "ybw", "--jobs", "2", "--threads", "2"],
    ] {
        assert_eq!(suite(more), expected, "{more:?}");
    }
}

#[test]
fn two_runs_are_shown_side_by_side() {
    let file = data("bratko-kopec.epd");
    let args = ["chess", "suite", &file, "--depth", "3", "--hash", "1", "--compare", "alphabeta,ybw:2"];
    let document = json(&args);
    assert_eq!(each(&document["runs"], "strategy"), ["alphabeta", "ybw"]);
    assert_eq!(document["runs"][1]["threads"], 2);
    assert!(each(&document["positions"], "results").iter().all(|results| {
        results[0]["best"] == results[1]["best"] && results[0]["solved_depth"] == results[1]["solved_depth"]
    }));
    let compare = &document["compare"];
    assert_eq!(compare["positions"], 24);
    assert!(compare["nodes_to_depth"].as_f64().unwrap() > 0.5, "{compare}");
    // As many columns as a line of text has room for, and what was found at its end.
    let text = String::from_utf8(sparring(&args).output().stdout).unwrap();
    assert!(text.contains("A found") && text.contains("B solved") && text.contains("solved B "), "{text}");
    assert!(text.lines().take(25).all(|line| line.len() <= 110), "{text}");
}

/// A mate in one.
const MATE: &str = "7k/8/5K2/6Q1/8/8/8/8 w - - bm Qg7;\n";

/// The text form of a run of the suite `text`.
fn told(text: &str, more: &[&str]) -> String {
    let output = sparring(&[&["chess", "suite"], more].concat()).write_stdin(text).output();
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn no_more_positions_are_side_by_side_than_there_are() {
    let jobs = ["--depth", "2", "--jobs", "3"];
    let (document, _, code) = suite(MATE.repeat(2), &jobs);
    let results = each(&document["positions"], "results").into_iter();
    let searches: u64 = results.map(|results| count(&results[0], "time_ns")).sum();
    assert_eq!((code, &document["jobs"]), (0, &2.into()));
    assert_eq!(count(&document["runs"][0], "search_ns"), searches / 2);
    let text = told(MATE, &jobs);
    assert!(text.contains("(play to depth 2 on 1 thread)") && text.contains(" 0 stolen,"), "{text}");
}

#[test]
fn a_depth_and_a_limit_are_both_told() {
    let asked = |more: &[&str]| {
        let (document, _, _) = suite(MATE, more);
        ["depth", "movetime_ms", "node_limit"].map(|key| document["runs"][0][key].clone())
    };
    let both = ["--depth", "2", "--movetime", "60000"];
    assert_eq!(asked(&both), [2.into(), 60_000.into(), Value::Null]);
    assert_eq!(asked(&["--nodes", "1000"]), [Value::Null, Value::Null, 1_000.into()]);
    let text = told(MATE, &both);
    assert!(text.contains("(play to depth 2 or for 60000 ms on "), "{text}");
}

#[test]
fn the_projects_suites_run_as_they_are() {
    for (file, depth, positions) in [("perft-suite.epd", "3", 132), ("perft-chess960.epd", "2", 57)] {
        let document = json(&["chess", "suite", &data(file), "--depth", depth]);
        let counts = document["counts"].as_array().unwrap();
        assert_eq!(counts.len(), positions, "{file}");
        for leaves in counts.iter().flat_map(|count| count["depths"].as_array().unwrap()) {
            assert_eq!(leaves["nodes"], leaves["expected"]);
        }
    }
    let document = json(&["chess", "suite", &data("wac.epd"), "--depth", "1", "--hash", "1"]);
    assert_eq!(document["positions"].as_array().unwrap().len(), 300);
    let both = document["positions"].as_array().unwrap().iter().find(|one| one["id"] == "WAC.274").unwrap();
    let of =
        |key: &str| both[key].as_array().unwrap().iter().map(|san| san.as_str().unwrap()).collect::<Vec<_>>();
    assert_eq!((of("expected"), of("avoided")), (vec!["Rb6", "Rg5+"], vec!["Rd6"]));
}

#[test]
fn a_wrong_count_is_named_and_fails() {
    let fen = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1";
    let (document, told, code) = suite(format!("{fen} ;D1 14 ;D2 192 ;D3 2812 ;id rook"), &[]);
    assert_eq!(code, 1);
    let counted: Vec<_> = each(&document["counts"][0]["depths"], "nodes");
    assert_eq!(counted, [14, 191, 2812]);
    let lines: Vec<&str> = told.lines().collect();
    assert_eq!(lines.len(), 2, "{told}");
    assert!(lines[0].ends_with("line 1, rook: D2: got 191 leaves, expected 192"), "{told}");
    let (document, _, code) = suite(format!("{fen} ;D1 14 ;D6 1"), &["--depth", "2"]);
    assert_eq!((code, &document["counts"][0]["deeper"]), (0, &1.into()));
}

#[test]
fn broken_lines_are_named_and_the_others_searched() {
    let fen = "7k/8/5K2/6Q1/8/8/8/8 w - -";
    let long = format!("{fen} c9 {};", "x".repeat(1 << 20));
    let bad = ["broken", "8/8/8 w - - bm e4;", &format!("{fen} bm Kh8;"), &long, fen, "{}", "\u{1b}[31m"];
    let text =
        bad.map(|line| format!("{fen} bm Qg7#; id \"\u{1b}[2J\"; acd 3;\r\n# a remark\r\n\r\n{line}\r\n"));
    let text = [text.concat().as_bytes(), b"\xff\xfe\n", format!("{fen} bm Qg7").as_bytes()].concat();
    let (document, told, code) = suite(text, &["--depth", "2"]);
    assert_eq!(code, 1);
    assert_eq!(document["positions"].as_array().unwrap().len(), bad.len() + 1);
    assert!(each(&document["positions"], "results").iter().all(|results| results[0]["mate"] == 1));
    let lines: Vec<u64> =
        each(&document["errors"], "line").iter().map(|line| line.as_u64().unwrap()).collect();
    assert_eq!(lines, [4, 8, 12, 16, 20, 24, 28, 29]);
    assert_eq!(told.lines().count(), lines.len() + 1, "{told}");
    for (line, number) in told.lines().zip(lines) {
        assert!(line.contains(&format!("line {number}: ")) && line.contains("expected"), "{line}");
        assert!(line.len() < 400 && !line.contains('\u{1b}'), "{line}");
    }
    assert!(
        told.ends_with("got 8 lines that could not be read, expected none; try to correct them\n"),
        "{told}"
    );
}

#[test]
fn a_mate_is_asked_for_and_dropped_rights_are_told() {
    let mate = "7k/8/5K2/6Q1/8/8/8/8 w - - dm 1; id \"mate\";\n";
    let longer = "7k/8/8/8/8/8/8/K5Q1 w - - dm 1; id \"no mate\";\n";
    let stale = "r5k1/ppp2ppp/8/8/8/8/PPP2PPP/R3K2R w KQq - id \"stale\"; bm O-O; bm O-O-O Rd1;\n";
    let (document, told, code) =
        suite([mate, longer, stale].concat(), &["--depth", "2", "--strategy", "ybw"]);
    let solved: Vec<&Value> =
        each(&document["positions"], "results").iter().map(|results| &results[0]["solved"]).collect();
    assert_eq!((solved[0], solved[1], code), (&Value::from(true), &Value::from(false), 0), "{told}");
    assert_eq!(document["positions"][2]["expected"], serde_json::json!(["O-O", "O-O-O", "Rd1"]));
    assert!(told.contains("-, line 3: castling q is ignored"), "{told}");
}

/// The first position of perft has 20 moves, and Black is mated in one in the second.
#[test]
fn a_place_is_named_once_and_a_negative_dm_is_being_mated() {
    let counted = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 ;D1 21\n";
    let mated = "7k/8/5K2/6Q1/8/8/8/8 b - - dm -1;\n7k/8/5K2/6Q1/8/8/8/8 b - - dm 1;\n";
    let (document, told, code) = suite([counted, mated].concat(), &["--depth", "3", "--strategy", "ybw"]);
    assert_eq!(code, 1, "{told}");
    assert!(told.contains("-, line 1: D1: got 20 leaves, expected 21\n"), "{told}");
    let solved: Vec<&Value> =
        each(&document["positions"], "results").iter().map(|results| &results[0]["solved"]).collect();
    assert_eq!(solved, [&Value::from(true), &Value::from(false)], "{told}");
}

#[test]
fn a_game_that_is_over_is_not_solved() {
    // Stalemate has no move to expect; bare kings have, but no search.
    let (document, _, code) = suite("8/8/8/8/8/4k3/8/4K3 w - - bm Kd1; id \"bare\";", &[]);
    let result = &document["positions"][0]["results"][0];
    assert_eq!((code, &result["best"], &result["solved"]), (0, &Value::Null, &false.into()));
}

#[test]
fn what_is_no_suite_is_refused() {
    let folder = Folder::new("suite-refused");
    let empty = folder.path().join("empty.epd");
    fs::write(&empty, "# nothing\n\n").unwrap();
    for (args, got) in [
        (vec![folder.path().to_str().unwrap()], "a directory"),
        (vec!["missing.epd"], "No such file"),
        (vec![empty.to_str().unwrap()], "no position"),
        (vec!["-", "--compare", "pvs"], "'pvs'"),
        (vec!["-", "--compare", "pvs,nonsense"], "nonsense"),
        (vec![&data("bratko-kopec.epd"), "--jobs", "200", "--threads", "2"], "--jobs 200"),
    ] {
        let line = refusal(&[&["chess", "suite"], &args[..]].concat());
        assert!(line.contains(got), "{args:?}: {line}");
    }
}

#[test]
fn ctrl_c_shows_what_is_finished() {
    let mut child = piped(&["chess", "suite", "--depth", "60", "--json"]);
    // The game is over in the first position; the other search takes for ever.
    let text = "8/8/8/8/8/4k3/8/4K3 w - - bm Kd1;\n2q1rr1k/3bbnnp/p2p1pp1/2pPp3/PpP1P1P1/1P2BNNP/2BQ1PRK/7R b - - bm f5;\n";
    child.stdin.take().unwrap().write_all(text.as_bytes()).unwrap();
    let mut suite = Running::of(child, "chess suite".to_owned());
    suite.works(Duration::from_secs(1));
    suite.interrupt();
    let Output { stdout, stderr, status } = suite.end();
    assert_eq!(status.code(), Some(130), "{}", String::from_utf8_lossy(&stderr));
    let document = document(str::from_utf8(&stdout).unwrap());
    assert_eq!(each(&document["positions"], "line"), [1]);
    assert_eq!(document["runs"][0]["positions"], 1);
}

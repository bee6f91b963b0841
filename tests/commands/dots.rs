//! Claim: `sparring dots bestmove` and `play` answer correctly, in the documented form; impossible
//! requests are refused, by `solve` too.

use std::fs;
use std::path::PathBuf;

use super::chess::STRATEGIES;
use crate::support::binary::{assert_ledger, count, json, refusal, stdout};
use crate::support::keys::assert_keys;
use crate::support::sparring::sparring;
use serde_json::Value;

fn bestmove(args: &[&str]) -> Value {
    json(&[&["dots", "bestmove"], args].concat())
}

fn file(name: &str, contents: &[u8]) -> String {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, contents).unwrap();
    path.to_str().unwrap().to_owned()
}

#[test]
fn the_document_has_its_keys_in_their_order() {
    let document = bestmove(&["--size", "2x3", "--threads", "2", "--depth", "4"]);
    assert_keys(&document, &["edge", "board", "rules", "lines"]);
    assert_eq!((&document["game"], &document["rules"]), (&"dots".into(), &"standard".into()));
    assert_eq!((&document["position"], &document["board"]), (&"0".into(), &"2x3".into()));
    assert_eq!(document["pv"][0], document["best"]);
    assert_ledger(&document);
    assert_eq!(count(&bestmove(&["--size", "2x2"]), "depth"), 9);
    assert_eq!(count(&bestmove(&["--size", "1x1", "--depth", "60"]), "depth"), 4);
}

#[test]
fn all_strategies_find_the_published_values() {
    let boards =
        [("1x1", "standard", -1), ("1x2", "standard", 0), ("1x2", "alternate", 2), ("1x3", "alternate", -1)];
    for (size, rules, value) in boards {
        for strategy in STRATEGIES {
            let document =
                bestmove(&["--size", size, "--rules", rules, "--strategy", strategy, "--depth", "16"]);
            assert_eq!(document["score"], value, "{size} {rules} {strategy}");
        }
    }
    for (size, rules, value) in [("2x2", "standard", 2), ("2x2", "alternate", -2), ("2x3", "standard", -2)] {
        assert_eq!(
            bestmove(&["--size", size, "--rules", rules, "--depth", "17"])["score"],
            value,
            "{size} {rules}"
        );
    }
}

#[test]
fn a_grid_written_as_a_board_file_is_the_same_board() {
    assert_eq!(
        stdout(&["dots", "board", "2x2"]),
        "1 1 8 3 7\n1 2 9 4 8\n1 3 11 5 10\n1 4 12 6 11\n",
        "clockwise from the top, numbers from 1"
    );
    for size in ["1x1", "2x2", "2x3"] {
        let written = file(&format!("grid-{size}.txt"), stdout(&["dots", "board", size]).as_bytes());
        for rules in ["standard", "alternate"] {
            let search = ["--rules", rules, "--strategy", "minimax", "--depth", "6", "--threads", "1"];
            let grid = bestmove(&[&["--size", size], &search[..]].concat());
            let read = bestmove(&[&["--config", &written], &search[..]].concat());
            for key in ["score", "edge", "nodes", "depth"] {
                assert_eq!(grid[key], read[key], "{size} {rules} {key}");
            }
        }
    }
}

#[test]
fn the_score_is_what_is_still_to_gain() {
    // The first box falls to B; then nothing but the second is left, and it is B's too.
    let moves = "h0,0 h1,0 v0,0 v0,1";
    let before = bestmove(&["--size", "1x2", "--moves", moves, "--depth", "9"]);
    assert_eq!((&before["position"], &before["score"]), (&"35".into(), &1.into()));
    let moves = format!("{moves} h0,1 h1,1");
    let after = bestmove(&["--size", "1x2", "--moves", &moves]);
    assert_eq!((&after["score"], &after["best"], &after["edge"]), (&1.into(), &"v0,2".into(), &6.into()));
    let over = bestmove(&["--size", "1x2", "--drawn", "7f"]);
    assert_eq!((&over["score"], &over["best"], &over["edge"]), (&0.into(), &Value::Null, &Value::Null));
    assert_eq!(over["outcome"], "all edges are drawn");
}

#[test]
fn boards_from_files_call_edges_by_their_numbers() {
    let path = file("two.boxes", b"# two boxes that share edge 30\n5 10 30 11 12\n\n2 20 21 22 30\n");
    let args = ["--config", &path, "--depth", "9"];
    let document = bestmove(&[&args[..], &["--drawn", "7"]].concat());
    // 10, 11 and 12 are drawn: 30 is worth 5, and is bit 6.
    assert_eq!(
        (&document["best"], &document["edge"], &document["board"]),
        (&"e30".into(), &6.into(), &path.into())
    );
    let text = stdout(&["dots", "bestmove", "--size", "2x2", "--drawn", "41", "--rules", "alternate"]);
    assert!(
        text.starts_with("board    2x2 boxes (3x3 dots), alternate rules\n+-----+  1  +\n|     7     8\n"),
        "{text}"
    );
}

#[test]
fn starts_by_name_are_borders() {
    let position =
        |start: &str| bestmove(&["--size", "2x2", "--start", start, "--depth", "1"])["position"].clone();
    assert_eq!(position("american"), "0");
    assert_eq!(position("icelandic"), "270");
    assert_eq!(position("swedish"), "b73");
}

fn said(args: &[&str], lines: &[&str]) -> String {
    let text: String = lines.iter().flat_map(|line| [line, "\n"]).collect();
    let args = [&["dots", "play", "--threads", "2"], args].concat();
    let output = sparring(&args).write_stdin(text).output();
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn a_game_is_played_to_its_end() {
    let text = said(&["--size", "1x1"], &["h0,0", "h0,0", "h9,9", "hello", "v0,0", "undo", "v0,1", "quit"]);
    assert!(text.contains("not played: got h0,0, which is drawn already"), "{text}");
    assert!(text.contains("got 'h9,9', expected an edge of this board"), "{text}");
    assert!(text.contains("got 'hello', expected an edge such as h0,0"), "{text}");
    assert!(text.contains("game over: B wins 1 to 0\ntaken back\n"), "{text}");
    assert!(text.ends_with("| B |\n1 +---+\ngame over: B wins 1 to 0\n"), "{text}");
}

#[test]
fn hints_swaps_levels_and_chains() {
    let args = ["--size", "1x2", "--numbers", "--as", "b"];
    let text =
        said(&args, &["hint", "swap", "level 3", "level x", "chains", "numbers", "position", "new", "help"]);
    assert!(text.starts_with("1x2 boxes (2x3 dots); who closes a box moves again\nyou play B"), "{text}");
    // The middle edge is the only good first move, and whatever is answered is worth 0.
    assert!(text.contains("engine: v0,1 (is sure of +0 for A)\n"), "{text}");
    assert!(text.contains("best: ") && text.contains("you play A now\n"), "{text}");
    assert!(
        text.contains("the engine looks 3 edges ahead") && text.contains("got 'x', expected a level"),
        "{text}"
    );
    assert!(text.contains("long chains: none") && text.contains("take back your last move"), "{text}");
}

/// Boards of the ancestors' experiment: all nodes of nine levels, and a task for each of three.
#[test]
#[cfg_attr(debug_assertions, ignore = "a hundred million nodes want an optimized build")]
fn the_ancestors_tree_has_its_nodes_and_tasks() {
    let board = ["--size", "2x2", "--rules", "alternate", "--depth", "9", "--threads", "2"];
    let document =
        json(&[&["dots", "bestmove", "--strategy", "par", "--par-depth", "3"], &board[..]].concat());
    assert_eq!(count(&document, "nodes"), 104_557_344);
    assert_eq!(count(&document["tasks"], "created"), 12 + 12 * 11 + 12 * 11 * 10);
    assert_ledger(&document);
}

#[test]
#[ignore = "half a minute, and needs a quiet machine; tools/experiments runs it"]
fn the_ancestors_experiment_is_repeated_in_full() {
    let document = json(&["reproduce", "C", "--threads", "2"]);
    assert_eq!(document["experiment"], "C");
    let rows = document["rows"].as_array().unwrap();
    assert_eq!(rows.len(), 15);
    let sparks = [12, 144, 1_464, 13_344, 108_384];
    for row in rows.iter().filter(|row| row["strategy"] == "par" || row["strategy"] == "minimax") {
        assert_eq!(count(row, "nodes"), 104_557_344);
        let level = row["setting"].as_str().unwrap().strip_prefix("parallel depth ");
        let created = level.map_or(0, |level| sparks[level.parse::<usize>().unwrap() - 1]);
        assert_eq!(count(&row["tasks"], "created"), created, "{row}");
        let beside = row["ancestor"]["times_faster"].as_f64();
        assert!(beside.map_or(count(row, "threads") == 1, |times| times > 1.0), "{row}");
        assert_ledger(row);
    }
    assert_eq!(rows.iter().filter(|row| row["strategy"] == "ybw").count(), 2);
    assert_eq!((&rows[14]["strategy"], &rows[14]["depth"]), (&"solve".into(), &12.into()));
}

#[test]
fn what_is_no_board_or_no_position_is_refused() {
    let refused = |args: &[&str], words: &[&str]| {
        for verb in ["solve", "bestmove", "play"] {
            let line = refusal(&[&["dots", verb], args].concat());
            assert!(words.iter().all(|word| line.contains(word)), "{args:?}: {line}");
        }
    };
    for size in ["0x3", "3x0", "3", "-1x3", "6x6", "99999999999999999999x9", ""] {
        refused(&["--size", size], &["--size", size]);
    }
    refused(&["--size", "2x2", "--drawn", "1000"], &["--drawn", "1000", "0 to 11"]);
    refused(&["--drawn", "0x1"], &["--drawn", "'x'", "character 2"]);
    refused(&["--drawn", "-1"], &["--drawn", "'-'"]);
    refused(&["--start", "danish"], &["--start", "swedish"]);
    refused(&["--start", "swedish", "--drawn", "1"], &["--start", "--drawn"]);
    refused(&["--size", "2x2", "--config", "x"], &["--size", "--config"]);
    refused(&["--rules", "mine"], &["--rules", "standard"]);
    refused(&["--moves", "h0,0 v9,9"], &["--moves", "move 2", "v9,9"]);
    refused(&["--moves", "h0,0 h0,0"], &["--moves", "move 2", "drawn already"]);
    refused(&["--drawn", "1", "--moves", "h0,0"], &["move 1", "drawn already"]);
    refused(&["--config", "no/such/file"], &["--config", "no/such/file"]);
    for (name, contents, words) in [
        ("short", "1 0 1 2 3\n1 3 4 5\n", ["line 2", "4 numbers"]),
        ("twice", "1 0 1 2 0\n", ["line 1", "edge 0 twice"]),
        ("third", "1 0 1 2 3\n1 0 4 5 6\n1 0 7 8 9\n", ["line 3", "edge 0"]),
        ("words", "1 0 1 2 x\n", ["line 1", "'x'"]),
        ("empty", "", ["got no box", "--config"]),
    ] {
        refused(&["--config", &file(name, contents.as_bytes())], &words);
    }
    let many: String = (0..17).map(|i| format!("1 {} {} {} {}\n", i, 100 + i, 200 + i, 300 + i)).collect();
    refused(&["--config", &file("many", many.as_bytes())], &["line 17", "64"]);
    refused(&["--config", &file("binary", &[0xff; 99])], &["--config"]);
    refused(&["--config", &file("two", b"1 0 1 2 3"), "--start", "icelandic"], &["--start", "grid"]);
    refused(&["--config", &file("three", b"1 0 1 2 3"), "--moves", "e4"], &["--moves", "e4", "e0"]);
    refused(&["--depth", "0"], &["--depth"]);
    for hash in ["0", "-1", "x", "70000", "99999999999999999999"] {
        refused(&["--hash", hash], &["--hash", hash]);
    }
}

//! Claim: `sparring chess bestmove` and `perft` answer correctly, in the documented form.

use std::fs;
use std::path::PathBuf;

use crate::support::binary::{assert_ledger, count, json, stdout};
use crate::support::keys::{assert_keys, keys};
use crate::support::spread::assert_spread;
use serde_json::Value;

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
/// All exact strategies.
pub const STRATEGIES: [&str; 12] = [
    "minimax",
    "alphabeta",
    "pvs",
    "par",
    "par-ab",
    "ybw",
    "ybw-weak",
    "jamboree",
    "root-split",
    "pv-split",
    "chunks",
    "abdada",
];

#[test]
fn the_document_has_its_keys_in_their_order() {
    let document = json(&["chess", "bestmove", "--threads", "2", "--depth", "4"]);
    assert_keys(&document, &["san", "lines"]);
    assert_eq!(document["san"].as_array().unwrap().len(), document["pv"].as_array().unwrap().len());
    assert_eq!((&document["game"], &document["position"]), (&"chess".into(), &START.into()));
    assert_eq!(count(&document, "depth"), 4);
    assert_eq!(document["workers"].as_array().unwrap().len(), 2);
    assert_eq!(document["pv"][0], document["best"]);
    assert_ledger(&document);
    let by_workers: u64 = document["workers"].as_array().unwrap().iter().map(|w| count(w, "nodes")).sum();
    assert_eq!(by_workers, count(&document, "nodes"));
}

#[test]
fn all_strategies_answer_alike_and_only_parallel_ones_have_tasks() {
    for board in ["start", "sicilian", "stamma", "ruy-lopez"] {
        let mut answers = Vec::new();
        for strategy in STRATEGIES {
            let args = ["chess", "bestmove", "--board", board, "--depth", "3", "--strategy", strategy];
            let document = json(&[&args[..], &["--threads", "2"]].concat());
            assert_ledger(&document);
            let created = count(&document["tasks"], "created");
            match strategy {
                "minimax" | "alphabeta" | "pvs" => {
                    assert!(document["tasks"].as_object().unwrap().values().all(|n| *n == 0), "{strategy}");
                }
                "par" | "par-ab" if board == "start" => assert_eq!(created, 20),
                "par" | "par-ab" if board == "stamma" => assert_eq!(created, 38),
                _ => assert!(created > 0),
            }
            assert_eq!(count(&document["tasks"], "dud") + count(&document["tasks"], "overflowed"), 0);
            answers.push((document["best"].clone(), document["score"].clone()));
        }
        assert!(answers.iter().all(|answer| *answer == answers[0]), "{board}: {answers:?}");
    }
}

#[test]
fn a_board_written_as_a_file_is_the_same_position() {
    let listed = stdout(&["chess", "board"]);
    for (line, board) in listed.lines().zip(["start", "sicilian", "stamma", "ruy-lopez"]) {
        let (name, fen) = line.split_once(' ').unwrap();
        let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("{board}.board"));
        fs::write(&path, stdout(&["chess", "board", board])).unwrap();
        let side = if fen.contains(" w ") { "white" } else { "black" };
        let file = path.to_str().unwrap();
        let read = json(&["chess", "bestmove", "--board-file", file, "--side", side, "--depth", "1"]);
        let fields = |fen: &str| fen.split_whitespace().take(3).map(str::to_owned).collect::<Vec<_>>();
        assert_eq!((name, fields(read["position"].as_str().unwrap())), (board, fields(fen)));
    }
    assert_eq!(listed.lines().count(), 4);
}

#[test]
fn a_forced_mate_is_told_instead_of_a_score() {
    let fools = "rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2";
    let document = json(&["chess", "bestmove", "--fen", fools, "--depth", "3"]);
    assert_eq!((&document["best"], &document["mate"]), (&"d8h4".into(), &1.into()));
    assert!(document.get("score").is_none());
    let hopeless = "7k/8/6K1/8/8/8/8/R7 b - - 0 1";
    let document = json(&["chess", "bestmove", "--fen", hopeless, "--depth", "3"]);
    assert_eq!((&document["best"], &document["mate"]), (&"h8g8".into(), &(-1).into()));
}

#[test]
fn a_game_that_is_over_has_no_best_move() {
    for (fen, outcome) in [
        ("7k/6Q1/6K1/8/8/8/8/8 b - -", "checkmate"),
        ("7k/5Q2/6K1/8/8/8/8/8 b - -", "stalemate"),
        ("7k/8/6K1/8/8/8/8/8 b - -", "draw by insufficient material"),
    ] {
        let document = json(&["chess", "bestmove", "--fen", fen]);
        assert_eq!((&document["best"], &document["outcome"]), (&Value::Null, &outcome.into()));
        assert_eq!(document["pv"], Value::Array(Vec::new()));
    }
    let claimable = json(&["chess", "bestmove", "--depth", "1", "--fen", "7k/8/6K1/8/8/8/8/R7 b - - 100 90"]);
    assert_eq!(claimable["best"], "h8g8");
}

#[test]
fn castling_is_written_as_the_kings_two_steps() {
    let document = json(&["chess", "perft", "--depth", "1", "--fen", "4k3/8/8/8/8/8/8/4K2R w K -"]);
    assert!(keys(&document["divide"]).contains(&"e1g1"));
}

#[test]
fn a_limit_answers_with_the_last_finished_depth() {
    for limit in [["--movetime", "50"], ["--nodes", "20000"]] {
        let document = json(&["chess", "bestmove", "--depth", "60", limit[0], limit[1]]);
        assert!((1..60).contains(&count(&document, "depth")));
        assert!(document["best"].is_string());
        assert_ledger(&document);
    }
}

#[test]
fn stats_and_comparison_are_inside_the_document() {
    let args = ["chess", "bestmove", "--depth", "4", "--threads", "2", "--stats", "--compare"];
    let twins = [
        ("ybw", "pvs"),
        ("root-split", "pvs"),
        ("chunks", "pvs"),
        ("abdada", "pvs"),
        ("pv-split", "pvs"),
        ("par", "minimax"),
        ("par-ab", "par-ab"),
    ];
    for (strategy, twin) in twins {
        let document = json(&[&args[..], &["--strategy", strategy]].concat());
        assert_keys(&document, &["san", "lines"]);
        let search = &document["stats"]["search"];
        assert_eq!(count(search, "useful_nodes") + count(search, "wasted_nodes"), count(&document, "nodes"));
        assert_eq!(keys(&document["stats"]["latencies"]), ["steal", "wake", "cutoff", "run"]);
        let resources = &document["stats"]["resources"];
        let share = |key: &str| (0.0..=1.0).contains(&resources[key].as_f64().unwrap());
        assert!(share("productivity") && share("conversion_rate"), "{resources}");
        let tasks = &document["tasks"];
        let asked = ["created", "overflowed", "dud"].map(|key| count(tasks, key)).iter().sum::<u64>();
        let rate = resources["conversion_rate"].as_f64().unwrap() * asked as f64;
        assert!((rate - count(tasks, "stolen") as f64).abs() < 0.5, "{resources} {tasks}");
        assert!(count(resources, "cpu_ns") > 0 && count(resources, "peak_memory_bytes") > 1 << 20);
        let compare = &document["compare"];
        assert_eq!(compare["twin"], twin);
        assert_spread(compare, &document, 3);
        let n = |key: &str| compare[key].as_f64().unwrap();
        let product = n("workers") * n("busy") * n("rate") / (1.0 + n("search_overhead"));
        assert!((product / n("speedup") - 1.0).abs() < 0.01, "{compare}");
    }
}

#[test]
fn comparisons_repeat_as_often_as_asked() {
    let args = ["chess", "bestmove", "--depth", "3", "--threads", "2", "--compare", "--reps"];
    let document = json(&[&args[..], &["4"]].concat());
    assert_spread(&document["compare"], &document, 4);
    assert!(json(&[&args[..], &["1"]].concat())["compare"]["spread"].is_null());
    let text = stdout(&[&args[..], &["2"]].concat());
    assert!(
        text.contains("reps     2 of each by turns") && text.contains("range    speed-up from "),
        "{text}"
    );
}

#[test]
fn how_many_tasks_there_are_can_be_chosen() {
    let search = |args: &[&str]| {
        let place = ["chess", "bestmove", "--board", "ruy-lopez", "--depth", "4", "--threads", "1"];
        let document = json(&[&place[..], args].concat());
        assert_ledger(&document);
        (document["best"].clone(), document["score"].clone(), count(&document["tasks"], "created"))
    };
    let (best, score, _) = search(&["--strategy", "pvs"]);
    for strategy in ["par", "par-ab", "ybw", "ybw-weak", "jamboree", "pv-split"] {
        let tasks = ["1", "2", "3", "5"].map(|depth| {
            let found = search(&["--strategy", strategy, "--split-depth", depth]);
            assert_eq!((&found.0, &found.1), (&best, &score), "{strategy} {depth}");
            found.2
        });
        assert!(tasks.is_sorted_by(|a, b| a > b || *b <= 30), "{strategy}: {tasks:?}");
    }
    let of = |args: &[&str]| search(&[&["--strategy", "par"], args].concat()).2;
    assert_eq!(of(&["--split-depth", "4"]), of(&["--par-depth", "1"]));
    assert_eq!(of(&["--split-depth", "3"]), of(&["--par-depth", "2"]));
    for cap in ["1", "7", "40"] {
        let found = search(&["--strategy", "chunks", "--chunks", cap]);
        assert_eq!((&found.0, &found.1), (&best, &score), "{cap} chunks");
        // Depth 1 has no level below its leaves; depths 2 and 4 have one task for each chunk.
        assert!(found.2 <= 2 * cap.parse::<u64>().unwrap(), "{cap} chunks: {} tasks", found.2);
    }
}

#[test]
fn the_text_names_the_move_twice_and_ends_with_the_ledger() {
    let text = stdout(&["chess", "bestmove", "--depth", "3", "--board", "stamma", "--stats", "--compare"]);
    assert!(text.starts_with("best     "), "{text}");
    for word in [
        "score",
        "pv",
        "depth    3",
        "nodes",
        "time",
        "worker",
        "latency",
        "speed-up",
        "by the first move",
        "memory",
        "cpu ",
        "productivity",
        "reps     3",
    ] {
        assert!(text.contains(word), "{word} is not in {text}");
    }
    let last: Vec<&str> = text.lines().rev().take(2).collect();
    assert!(last[1].starts_with("TASKS: ") && last[0].starts_with("SPARKS: "), "{text}");
}

#[test]
fn perft_counts_leaves() {
    for threads in ["1", "2", "5"] {
        for leaf in [&[][..], &["--leaf"]] {
            let document =
                json(&[&["chess", "perft", "--depth", "4", "--threads", threads][..], leaf].concat());
            assert_eq!(count(&document, "nodes"), 197_281);
            let divide = document["divide"].as_object().unwrap();
            assert_eq!(divide.values().map(|n| n.as_u64().unwrap()).sum::<u64>(), 197_281);
            assert_eq!((divide.len(), &divide["e2e4"]), (20, &13_160.into()));
            assert_ledger(&document);
        }
    }
    let depths = [("0", 1), ("1", 20), ("2", 400), ("3", 8_902)];
    for (depth, nodes) in depths {
        assert_eq!(count(&json(&["chess", "perft", "--depth", depth]), "nodes"), nodes);
    }
    let mated = json(&["chess", "perft", "--depth", "3", "--fen", "7k/6Q1/6K1/8/8/8/8/8 b - -"]);
    assert_eq!(count(&mated, "nodes"), 0);
    let deep = json(&["chess", "perft", "--depth", "20", "--fen", "7k/6Q1/6K1/8/8/8/8/8 b - -"]);
    assert_eq!(count(&deep, "nodes"), 0);
}

#[test]
fn divide_is_a_line_a_move() {
    let text = stdout(&["chess", "perft", "--depth", "3", "--divide"]);
    assert!(text.contains("e2e4: 600\n"), "{text}");
    assert!(text.contains("nodes    8902\n"), "{text}");
}

#[test]
fn boards_have_their_natural_side_to_move() {
    let position = |args: &[&str]| {
        let document = json(&[&["chess", "perft", "--depth", "0"], args].concat());
        document["position"].as_str().unwrap().to_owned()
    };
    assert!(position(&["--board", "sicilian"]).contains(" w "));
    assert!(position(&["--board", "stamma"]).contains(" b "));
    assert!(position(&["--board", "ruy-lopez"]).contains(" b "));
    assert!(position(&["--board", "start", "--side", "black"]).contains(" b "));
    assert!(position(&["--fen", "8/8/8/8/8/8/8/K1k5 b - -"]).ends_with(" b - - 0 1"));
    assert!(position(&["--moves", "e4,e5 g1f3"]).starts_with("rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/"));
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("home.board");
    let home = "|br|bn|bb|bq|bk|bb|bn|br|\n".to_owned() + &"|bp".repeat(8) + "|\n";
    let empty = ("|  ".repeat(8) + "|\n").repeat(4);
    let file = home + &empty + &"|wp".repeat(8) + "|\n|wr|wn|wb|wq|wk|wb|wn|wr|\n";
    fs::write(&path, file).unwrap();
    let path = path.to_str().unwrap();
    assert_eq!(position(&["--board-file", path]), START.replace(" w ", " b "));
    assert_eq!(position(&["--board-file", path, "--side", "white"]), START);
}

#[test]
fn a_repetition_of_the_game_before_the_root_is_a_draw() {
    // White is a queen up, and may not shuffle: the king's way back repeats a position of the game.
    let moves = "e1d1 e8d8 d1e1 d8e8 e1d1 e8d8";
    let document =
        json(&["chess", "bestmove", "--fen", "4k3/8/8/8/8/8/8/Q3K3 w - -", "--moves", moves, "--depth", "3"]);
    assert_ne!(document["best"], "d1e1");
}

#[test]
fn one_thread_searches_the_same_nodes_every_time() {
    let nodes = || count(&json(&["chess", "bestmove", "--depth", "5", "--threads", "1"]), "nodes");
    assert_eq!(nodes(), nodes());
}

//! Claim: `chess analyse` answers the position after the moves that stand behind it, refuses what
//! it does not understand there, and answers alike in every run and on any number of workers.

use std::process::Output;

use crate::support::binary::{self, document};
use crate::support::sparring::sparring;
use serde_json::{Value, json};

/// The answers to `input`, and the run itself.
fn analyse(more: &[&str], input: impl Into<Vec<u8>>) -> (Vec<Value>, Output) {
    let output = sparring(&[&["chess", "analyse"], more].concat()).write_stdin(input).output();
    (str::from_utf8(&output.stdout).unwrap().lines().map(document).collect(), output)
}

fn error_text(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// What an answer says, apart from how much work it was and how the line goes on.
fn said(answer: &Value) -> Vec<Value> {
    ["position", "depth", "best", "score", "mate", "outcome"].map(|key| answer[key].clone()).to_vec()
}

/// Positions and moves behind them, and the position that python-chess 1.11.2 reaches.
const PLAYED: [(&str, &str, &str); 4] = [
    ("7k/8/5K2/6Q1/8/8/8/8 w - - 0 1", "g5g4", "7k/8/5K2/8/6Q1/8/8/8 b - - 1 1"),
    (
        "6k1/8/8/8/8/8/8/Q5K1 w - - 0 1",
        "g1f1 g8f8 f1g1 f8e7 g1f1 e7f8 f1g1 f8g8 g1f1",
        "6k1/8/8/8/8/8/8/Q4K2 b - - 9 5",
    ),
    ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1g1 e8c8 a1a8", "R1kr3r/8/8/8/8/8/8/5RK1 b - - 3 2"),
    (
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "e2e4 d7d5 e4d5 d8d5",
        "rnb1kbnr/ppp1pppp/8/3q4/8/8/PPPP1PPP/RNBQKBNR w KQkq - 0 3",
    ),
];

#[test]
fn moves_behind_a_position_are_played() {
    let exact = ["--strategy", "ybw", "--depth", "3"];
    let lines = PLAYED.map(|(fen, moves, _)| format!("{fen} moves {moves}\n")).concat();
    let (answers, output) = analyse(&exact, lines);
    assert_eq!(output.status.code(), Some(0), "{}", error_text(&output));
    for (answer, (fen, moves, reached)) in answers.iter().zip(PLAYED) {
        assert_eq!(answer["position"], reached);
        let args = ["chess", "bestmove", "--fen", fen, "--moves", moves];
        assert_eq!(said(answer), said(&binary::json(&[&args[..], &exact].concat())), "{fen} {moves}");
    }
    // Black repeats a position for the third time, which only the moves tell.
    let (alone, _) = analyse(&exact, PLAYED[1].2);
    assert_eq!(answers[1]["score"], 0);
    assert_ne!(alone[0]["score"], 0);
    let objects = PLAYED.map(|(fen, moves, _)| json_line(&format!("position fen {fen} moves {moves}")));
    let lists = PLAYED.map(|(fen, moves, _)| {
        let moves: Vec<&str> = moves.split(' ').collect();
        json!({ "fen": fen, "moves": moves }).to_string() + "\n"
    });
    let texts = PLAYED.map(|(fen, moves, _)| {
        let (first, rest) = moves.split_once(' ').unwrap_or((moves, ""));
        json!({ "position": format!("{fen} moves {first}"), "moves": rest }).to_string() + "\n"
    });
    for again in
        [analyse(&exact, objects.concat()), analyse(&exact, lists.concat()), analyse(&exact, texts.concat())]
    {
        assert_eq!(
            again.0.iter().map(said).collect::<Vec<_>>(),
            answers.iter().map(said).collect::<Vec<_>>()
        );
    }
}

fn json_line(position: &str) -> String {
    format!("{{\"fen\":\"{position}\"}}\n")
}

#[test]
fn nothing_behind_a_position_is_passed_over_in_silence() {
    let fen = "7k/8/5K2/6Q1/8/8/8/8 w - -";
    let refused = [
        ("g5g4", "'g5g4'"),
        ("moves g5e8", "'g5e8' as move 1"),
        ("0 1 moves Qg4 e4", "'e4' as move 2"),
        ("a remark", "'a remark'"),
        ("0 1 1-0", "'1-0'"),
        ("[0.5]", "'[0.5]'"),
        ("3 x", "'x'"),
        ("bm Qg7#; and more", "'and more'"),
    ];
    let lines = refused.map(|(behind, _)| format!("{fen} {behind}\n")).concat();
    let (answers, output) = analyse(&["--depth", "1"], lines);
    assert_eq!((output.status.code(), answers.len()), (Some(1), refused.len()));
    for (answer, (behind, named)) in answers.iter().zip(refused) {
        let why = answer["error"].as_str().unwrap_or_else(|| panic!("{behind}: {answer}"));
        assert!(why.contains(named) && why.contains("expected") && why.contains("; try "), "{behind}: {why}");
    }
    let known = [
        "bm Qg7#; id \"x\";",
        "bm Qg7#",
        "hmvc 7; fmvn 60;",
        "7",
        "7 60",
        "7 60 bm Qg7#;",
        ";D1 20 ;D2 40",
        "mine 1;",
        "c0 \"moves e2e4\";",
    ];
    let lines = known.map(|behind| format!("{fen} {behind}\n")).concat();
    let (answers, output) = analyse(&["--depth", "2"], lines);
    assert_eq!(output.status.code(), Some(0), "{}", error_text(&output));
    let clocks: Vec<&str> = answers
        .iter()
        .map(|answer| answer["position"].as_str().unwrap().split_once(" - - ").unwrap().1)
        .collect();
    assert_eq!(clocks, ["0 1", "0 1", "7 60", "7 1", "7 60", "7 60", "0 1", "0 1", "0 1"]);
    assert_eq!(answers[0]["id"], "x");
}

#[test]
fn keys_of_an_object_are_refused_by_what_they_hold() {
    let fen = "7k/8/5K2/6Q1/8/8/8/8 w - -";
    for (keys, got) in [
        (r#""moves":["g5e8"]"#, "'g5e8' as move 1"),
        (r#""moves":[1]"#, "moves: got [1], expected a list of moves"),
        (r#""depth":1.5"#, "depth: got 1.5, expected a whole number"),
        (r#""nodes":-1"#, "nodes: got -1, expected a whole number"),
        (r#""depth":9999999999"#, "depth: got 9999999999, expected a whole number"),
        (r#""position":"startpos""#, "got both position and fen, expected an object"),
    ] {
        let (answers, output) = analyse(&["--depth", "1"], format!("{{\"fen\":\"{fen}\",{keys}}}\n"));
        let why = answers[0]["error"].as_str().unwrap_or_else(|| panic!("{keys}: {}", answers[0]));
        assert!(why.contains(got) && why.contains("; try "), "{keys}: {why}");
        assert_eq!(output.status.code(), Some(1));
    }
    for (game, position) in [("dots", "1f"), ("backgammon", "-b----E-C---eE---c-e----B-")] {
        let line = format!("{{\"position\":\"{position}\",\"roll\":\"31\",\"moves\":[\"h0,0\"]}}\n");
        let output = sparring(&[game, "analyse"]).write_stdin(line).output();
        let said = String::from_utf8(output.stdout).unwrap();
        assert!(said.contains("got moves, expected a position alone"), "{game}: {said}");
    }
}

/// Without other flags a worker searches each position alone, from an empty table.
#[test]
fn answers_are_the_same_in_every_run_and_by_any_number_of_workers() {
    let lines = include_str!("../data/bratko-kopec.epd").to_owned();
    let args = ["--depth", "7"];
    let run = |more: &[&str]| {
        let (answers, output) = analyse(&[&args[..], more].concat(), lines.clone());
        assert_eq!(output.status.code(), Some(0), "{more:?}: {}", error_text(&output));
        let timeless = |mut answer: Value| {
            answer["time_ns"] = Value::Null;
            answer
        };
        answers.into_iter().map(timeless).collect::<Vec<_>>()
    };
    let first = run(&[]);
    assert!(first.iter().all(|answer| answer["strategy"] == "play" && answer["threads"] == 1));
    for more in [&[][..], &["--jobs", "1"], &["--jobs", "2"], &["--jobs", "5"], &["--threads", "1"]] {
        assert!(run(more) == first, "{more:?}");
    }
    let repeatable =
        |jobs| analyse(&[&args[..], &["--repeatable", "--jobs", jobs]].concat(), lines.clone()).1;
    assert_eq!(repeatable("1").stdout, repeatable("3").stdout);
}

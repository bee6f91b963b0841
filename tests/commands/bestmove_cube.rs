//! Claim: `sparring backgammon bestmove` chooses by equity with the cube where flags or the
//! position say that score or cube matter, and as ever where they do not. Values are computed by
//! hand.

use crate::support::binary::{assert_ledger, json, refusal, run};
use serde_json::{Value, json as value};

/// One checker each on the six point. After 41 White's stands on its ace point: it wins unless
/// Black bears off at once, which 27 of 36 rolls do.
const LAST: [&str; 6] = ["--position", "------A------------a------", "--roll", "41", "--depth", "1"];

fn bestmove(args: &[&str]) -> Value {
    let document = json(&[&["backgammon", "bestmove"], args].concat());
    assert_ledger(&document);
    document
}

fn score(args: &[&str]) -> f64 {
    let document = bestmove(&[&LAST[..], args].concat());
    assert_eq!((&document["strategy"], &document["unit"]), (&value!("cubeful"), &value!("cube")));
    document["score"].as_f64().unwrap()
}

#[test]
fn the_cube_counts_where_it_can_be_turned() {
    let near = |got: f64, expected: f64| assert!((got - expected).abs() < 1e-9, "{got}, not {expected}");
    // A single point, or a cube that is White's: 1 - 2 * 27/36.
    near(score(&["--length", "1"]), -0.5);
    near(score(&["--length", "5", "--score", "4,4"]), -0.5);
    near(score(&["--cube", "2", "--owner", "white"]), -0.5);
    // Black doubles, and White loses a point whether it takes or passes.
    near(score(&["--cube", "1"]), -1.0);
    near(score(&["--cube", "4", "--owner", "black"]), -1.0);
    near(score(&["--length", "25"]), -1.0);
    // Without flags nothing has changed.
    let plain = bestmove(&LAST);
    assert_eq!((&plain["strategy"], &plain["unit"]), (&value!("par-star2"), &value!("points")));
}

#[test]
fn an_identifier_with_a_score_is_enough() {
    let id = |rest: &str| format!("XGID=-b----E-C---eE---c-e----B-:{rest}:10");
    let said = |rest: &str| bestmove(&["--depth", "0", "--top", "3", "--position", &id(rest)]);
    let at_score = said("0:0:1:31:2:3:0:7");
    assert_eq!((&at_score["strategy"], &at_score["best"]), (&value!("cubeful"), &value!("8/5 6/5")));
    let flags = ["--depth", "0", "--top", "3", "--roll", "31", "--length", "7", "--score", "2,3"];
    let same = bestmove(&flags);
    assert_eq!((&at_score["lines"], &at_score["score"]), (&same["lines"], &same["score"]));
    assert_eq!(at_score["lines"].as_array().unwrap().len(), 3);
    assert_eq!(said("1:1:1:31:0:0:0:0")["strategy"], "cubeful", "a turned cube matters");
    assert_eq!(said("0:0:1:31:0:0:0:0")["strategy"], "par-star2", "money with the cube at 1 does not");
    // Another search says that it does not look at the score.
    let args = ["backgammon", "bestmove", "--eval", "pubeval", "--json", "--position"];
    let output = run(&[&args[..], &[&id("0:0:1:31:2:3:0:7")]].concat());
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("because of --eval pubeval the score and the cube"), "{said}");
    let found: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((output.status.code(), &found["unit"]), (Some(0), &value!("pubeval")));
}

#[test]
fn what_does_not_go_together_is_refused() {
    for (args, words) in [
        (&["--roll", "31", "--length", "7", "--eval", "pubeval"][..], "got --eval pubeval at a score"),
        (&["--roll", "31", "--length", "7", "--depth", "4"], "got --depth 4 at a score"),
        (&["--roll", "31", "--cube", "2", "--movetime", "9"], "got --movetime or --nodes at a score"),
        (&["--roll", "31", "--cube", "2", "--compare"], "got --compare at a score"),
        (&["--roll", "31", "--length", "7", "--score", "7,0"], "expected less"),
        // The cube comes before the dice.
        (
            &["--length", "7", "--depth", "0"],
            "got no dice, expected --roll or an identifier with dice; before them the cube: No double, take",
        ),
    ] {
        let line = refusal(&[&["backgammon", "bestmove"], args].concat());
        assert!(line.contains(words) && line.contains("; try "), "{args:?}: {line}");
    }
}

//! Claim: `sparring backgammon bestmove` chooses by equity with the cube where flags or the
//! position say that score or cube matter, and as ever where they do not. Values are computed by
//! hand.

use crate::support::binary::{assert_ledger, json, refusal, run, stdout};
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

/// Both bear off, too many checkers for the two-sided database.
const BEARING_OFF: &str = "-FBB----------------cca---";

/// At one point each only wins count: a play is worth twice its chance to win, less one. That
/// chance is one less the database's own entry of the other side about to roll.
#[test]
fn databases_are_asked_at_a_score() {
    let one_point = ["--position", BEARING_OFF, "--roll", "21", "--length", "1", "--depth", "0"];
    let ranked = |more: &[&str]| bestmove(&[&one_point[..], &["--top", "9"], more].concat());
    let (with, without) = (ranked(&["--bearoff"]), ranked(&[]));
    assert_eq!((&with["bearoff"], &without["bearoff"]), (&value!(true), &value!(false)));
    for line in with["lines"].as_array().unwrap() {
        let theirs = handed_over(line["result"].as_str().unwrap());
        let entry = json(&["backgammon", "bearoff", "--position", &theirs]);
        let expected = 2.0 * (1.0 - entry["win"].as_f64().unwrap()) - 1.0;
        let equity = line["equity"].as_f64().unwrap();
        // Chances are counted in 65,536ths.
        assert!((equity - expected).abs() < 1.0 / 65_536.0, "{line}: {expected}");
    }
    assert_ne!(with["lines"], without["lines"]);
    let text = stdout(&[&["backgammon", "bestmove"], &one_point[..], &["--bearoff"]].concat());
    assert!(text.contains("of the best, exact bear-offs\n"), "{text}");
    // A score in the identifier is looked at with the databases, too.
    let id = format!("XGID={BEARING_OFF}:0:0:1:21:0:0:0:1:10");
    let same = bestmove(&["--position", &id, "--depth", "0", "--top", "9", "--bearoff"]);
    assert_eq!((&same["lines"], &same["strategy"]), (&with["lines"], &value!("cubeful")));
}

/// A position seen by the other side.
fn handed_over(position: &str) -> String {
    let turned = |c: char| if c.is_lowercase() { c.to_ascii_uppercase() } else { c.to_ascii_lowercase() };
    position.chars().rev().map(turned).collect()
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

#[test]
fn a_filter_is_told_unless_it_leaves_out_nothing() {
    let at_score = ["--roll", "31", "--length", "7", "--depth", "0", "--filter"];
    let told = |filter: &str| bestmove(&[&at_score[..], &[filter]].concat())["filter"].take();
    assert_eq!(told("8,0.16"), value!({"most": 8, "within": 0.16}));
    assert_eq!(told("all"), Value::Null);
    let text = stdout(&[&["backgammon", "bestmove"], &at_score[..], &["all"]].concat());
    assert!(text.contains("\nroll     31\n"), "{text}");
}

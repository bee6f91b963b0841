//! Claims: `sparring backgammon cube` says what doubling is worth, the same at every number of
//! threads; `backgammon analyse --match` judges every decision of a file once; what cannot be
//! asked is refused in one line.

use crate::support::binary::{assert_ledger, count, json, refusal, stdout};
use crate::support::keys::keys;
use serde_json::Value;

const MATCH: &str = "tests/data/gnubg-match.mat";

fn cube(args: &[&str]) -> Value {
    let document = json(&[&["backgammon", "cube"], args].concat());
    assert_ledger(&document);
    document
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("no number: {value}"))
}

#[test]
fn a_last_roll_is_doubled() {
    // One checker each on the six point: 27 of 36 rolls bear off, and the other side's next 27
    // do, too. A double costs nothing to take or to pass.
    let position = ["--position", "------A------------a------"];
    for depth in ["1", "2", "3"] {
        let found = cube(&[&position[..], &["--depth", depth]].concat());
        assert!(found["best"].as_str().unwrap().starts_with("Double, "), "{found}");
    }
    let found = cube(&[&position[..], &["--depth", "3"]].concat());
    // After a double that is taken 27/36 win; else the other side redoubles, and wins by a pass
    // or by as much with a take.
    assert!((number(&found["double_take"]["value"]) - 2.0 * (0.75 - 0.25)).abs() < 1e-9, "{found}");
    assert_eq!(number(&found["double_pass"]["value"]), 1.0);
    assert_eq!((found["unit"].as_str(), found["stakes"].as_str()), (Some("points"), None));
}

#[test]
fn the_same_is_said_at_every_number_of_threads() {
    let args = ["--position", "-a-BaBC-A---eE---c-e----B-", "--length", "7", "--score", "2,4"];
    let said = |threads: &str| {
        let found = cube(&[&args[..], &["--threads", threads]].concat());
        assert_eq!(count(&found["tasks"], "created"), 21);
        ["best", "no_double", "double_take", "double_pass", "nodes"].map(|key| found[key].clone())
    };
    let one = said("1");
    assert_eq!((said("2"), said("5")), (one.clone(), one));
}

#[test]
fn stakes_come_from_the_identifier_or_from_flags() {
    let id = "XGID=-b----E-C---eE---c-e----B-:1:1:1:00:2:3:0:7:10";
    let found = cube(&["--position", id, "--depth", "0"]);
    assert_eq!((count(&found, "length"), count(&found, "cube"), &found["owner"]), (7, 2, &"White".into()));
    assert_eq!((&found["score"], &found["unit"]), (&serde_json::json!([2, 3]), &"match".into()));
    let flags = ["--length", "7", "--score", "2,3", "--cube", "2", "--owner", "white", "--depth", "0"];
    let same = cube(&flags);
    for key in ["best", "no_double", "double_take", "length", "score", "cube", "owner", "crawford"] {
        assert_eq!(same[key], found[key], "{key}");
    }
    // Another match than the identifier's: its score says nothing.
    assert_eq!(
        cube(&["--position", id, "--length", "5", "--depth", "0"])["score"],
        serde_json::json!([0, 0])
    );
    let crawford = cube(&["--length", "5", "--score", "4,2", "--crawford", "--depth", "0"]);
    assert!(crawford["double_take"].is_null() && crawford["best"] == "Cube not available", "{crawford}");
    let text = stdout(&["backgammon", "cube", "--jacoby", "--beavers", "--depth", "0"]);
    assert!(text.contains("double, beaver") && text.contains("TASKS: 0 created"), "{text}");
}

/// A long bear-off that the network alone misjudges: the databases say 0.74 (gnubg: 0.737), and
/// that is a redouble.
#[test]
fn databases_are_asked_where_both_sides_bear_off() {
    let id = "XGID=-FBB----------------cca---:1:1:1:00:0:0:0:0:10";
    let cube = |more: &[&str]| json(&[&["backgammon", "cube", "--position", id], more].concat());
    let win = |document: &Value| number(&document["chances"]["win"]);
    let (without, with) = (cube(&[]), cube(&["--bearoff"]));
    assert_eq!((&with["bearoff"], &without["bearoff"]), (&true.into(), &false.into()));
    assert!((win(&with) - 0.737).abs() < 0.004 && win(&without) < 0.7, "{with}, {without}");
    assert!((win(&cube(&["--bearoff", "--depth", "0"])) - 0.737).abs() < 0.002);
    assert_eq!((&with["best"], &without["best"]), (&"Redouble, take".into(), &"No redouble, take".into()));
    let judged = |more: &[&str]| {
        json(&[&["backgammon", "analyse", "--match", MATCH, "--depth", "0"], more].concat())["decisions"]
            .clone()
    };
    let (with, without) = (judged(&["--bearoff"]), judged(&[]));
    let pairs = with.as_array().unwrap().iter().zip(without.as_array().unwrap());
    let mut changed = 0;
    for (with, without) in pairs {
        // The points from 7 to 18: where they disagree, a roll may clear them.
        let far = |text: &str| {
            let outside = |c: &char| c.is_ascii_alphabetic();
            text[12..24].chars().filter(outside).count()
        };
        let same = with["equity"] == without["equity"];
        changed += usize::from(!same);
        assert!(same || far(with["position"].as_str().unwrap()) <= 4, "{with}");
    }
    assert!(changed > 0, "the match has a bear-off");
}

#[test]
fn stakes_that_are_none_are_refused() {
    for (args, words) in [
        (&["--score", "7"][..], "--score"),
        (&["--length", "7", "--score", "7,0"], "less"),
        (&["--length", "99"], "at most 25"),
        (&["--cube", "3"], "--cube"),
        (&["--cube", "65536"], "--cube"),
        (&["--owner", "white"], "--owner"),
        (&["--length", "5", "--jacoby"], "--jacoby"),
        (&["--length", "5", "--beavers"], "--beavers"),
        (&["--length", "5", "--crawford"], "Crawford"),
        (&["--depth", "4"], "0 to 3"),
        (&["--met", "no-such-file.xml"], "--met"),
        (&["--met", MATCH], "--met"),
        (&["--position", "-A------------------------"], "a game that is over"),
    ] {
        let line = refusal(&[&["backgammon", "cube"], args].concat());
        assert!(line.contains(words) && line.contains("; try "), "{args:?}: {line}");
    }
}

#[test]
fn every_decision_of_a_match_is_judged_once() {
    let analyse = |more: &[&str]| {
        let document = json(&[&["backgammon", "analyse", "--match", MATCH, "--depth", "0"], more].concat());
        assert_ledger(&document);
        document
    };
    let found = analyse(&["--threads", "1"]);
    let again = analyse(&["--threads", "3"]);
    assert_eq!((&found["decisions"], &found["players"]), (&again["decisions"], &again["players"]));
    let decisions = found["decisions"].as_array().unwrap();
    assert_eq!(count(&found["tasks"], "created"), 173);
    assert_eq!((count(&found, "games"), count(&found, "length")), (4, 3));
    for (side, player) in [("White", &found["players"][0]), ("Black", &found["players"][1])] {
        let own = || decisions.iter().filter(|line| line["side"] == side && line["counts"] == true);
        let lost: f64 = own().map(|line| number(&line["loss"])).sum();
        let counted = own().count();
        assert_eq!(counted as u64, count(player, "plays") + count(player, "cubes"));
        assert!((number(&player["pr"]) - 500.0 * lost / counted as f64).abs() < 1e-9, "{player}");
        assert!((number(&player["error_rate"]) - 2.0 * number(&player["pr"])).abs() < 1e-9);
        assert!(own().all(|line| number(&line["loss"]) >= 0.0));
    }
    let line = &decisions[0];
    assert_eq!(
        keys(line),
        [
            "number", "decision", "mat_line", "side", "position", "choice", "best", "equity", "loss",
            "counts", "luck", "depth", "value", "plays", "cube"
        ]
    );
    // The opening roll of Black, which it plays as the network would.
    assert_eq!((&line["side"], &line["luck"]), (&"Black".into(), &0.0.into()));
    assert!(line["choice"].as_str().unwrap().starts_with("52: "), "{line}");
}

/// The dice of every play stand in the line that the file numbers so.
#[test]
fn decisions_have_the_numbers_of_the_file() {
    let document = json(&["backgammon", "analyse", "--match", MATCH, "--depth", "0"]);
    let file = std::fs::read_to_string(MATCH).unwrap();
    let games: Vec<&str> = file.split(" Game ").skip(1).collect();
    let mut plays = 0;
    for decision in document["decisions"].as_array().unwrap() {
        let number = format!("{:3}) ", count(decision, "mat_line"));
        let mut lines = games[count(decision, "number") as usize - 1].lines();
        let line = lines.find(|line| line.starts_with(&number)).unwrap_or_else(|| panic!("{decision}"));
        let choice = decision["choice"].as_str().unwrap();
        let expected = match choice {
            "no double" => continue,
            "double" => "Doubles",
            "take" => "Takes",
            "pass" => "Drops",
            _ => &choice[..3],
        };
        assert!(line.contains(expected), "{expected} is not in {line}");
        plays += 1;
    }
    assert!(plays > 100);
    let text = stdout(&["backgammon", "analyse", "--match", MATCH, "--depth", "0"]);
    let worst = document["decisions"]
        .as_array()
        .unwrap()
        .iter()
        .max_by(|a, b| number(&a["loss"]).total_cmp(&number(&b["loss"])));
    let worst = worst.unwrap();
    let place = format!("{}.{}", worst["number"], worst["mat_line"]);
    assert!(text.lines().any(|line| line.trim_start().starts_with(&place)), "{place} is not in {text}");
}

#[test]
fn matches_that_are_none_are_refused() {
    for (args, words) in [
        (&["--match", "no-such-file"][..], "--match: got 'no-such-file'"),
        (&["--match", "README.md"], "--match: README.md"),
        (&["--match", MATCH, "--depth", "4"], "--depth"),
        (&["--match", MATCH, "--roll", "31"], "--roll"),
        (&["--match", MATCH, "--eval", "pubeval"], "--eval"),
        (&["--json"], "--match"),
        (&["--match", MATCH, "--resume", "out"], "--resume"),
    ] {
        let line = refusal(&[&["backgammon", "analyse"], args].concat());
        assert!(line.contains(words), "{args:?}: {line}");
    }
}

//! Claim: `sparring backgammon rollout` says the same for a seed whoever plays the trials, also
//! when it is interrupted and goes on; a task is created for each trial; what it cannot do is
//! refused in one line.

use std::time::Duration;

use crate::support::binary::{assert_ledger, count, document, json, process, refusal, run, stdout};
use crate::support::folder::Folder;
use crate::support::keys::keys;
use crate::support::running::Running;
use serde_json::Value;

/// Both sides bear off: trials are short.
const SHORT: &str = "-BBC--------------abcc----";

fn rollout(args: &[&str]) -> Value {
    let document = json(&[&["backgammon", "rollout"], args].concat());
    assert_ledger(&document);
    document
}

/// What does not depend on the machine.
fn said(document: &Value) -> (&Value, &Value, &Value) {
    (&document["lines"], &document["trials"], &document["best"])
}

#[test]
fn the_same_is_said_at_every_number_of_threads() {
    let args = ["--roll", "42", "--top", "2", "--trials", "10", "--truncate", "4", "--seed", "7"];
    let one = rollout(&[&args[..], &["--threads", "1"]].concat());
    assert_eq!(count(&one["tasks"], "created"), 20);
    assert_eq!((one["best"].as_str(), count(&one, "trials")), (Some("8/4 6/4"), 10));
    for threads in ["2", "5"] {
        let some = rollout(&[&args[..], &["--threads", threads]].concat());
        assert_eq!((said(&some), &some["tasks"]["created"]), (said(&one), &one["tasks"]["created"]));
    }
    let line = &one["lines"][1];
    assert_eq!(
        keys(line),
        [
            "rank",
            "move",
            "result",
            "equity",
            "standard_error",
            "value",
            "loss",
            "loss_error",
            "chances",
            "network"
        ]
    );
    assert!(one["cube"].is_null() && line["value"].is_null());
    // Points are what the chances say.
    let chance = |name: &str| line["chances"][name].as_f64().unwrap();
    let won = 2.0 * chance("win") - 1.0 + chance("win_gammon") + chance("win_backgammon");
    let points = won - chance("lose_gammon") - chance("lose_backgammon");
    assert!((line["equity"].as_f64().unwrap() - points).abs() < 1e-12, "{line}");
    let best = one["lines"][0]["equity"].as_f64().unwrap();
    assert!((best - points - line["loss"].as_f64().unwrap()).abs() < 1e-12, "{line}");
}

#[test]
fn named_plays_and_positions_are_rolled_out() {
    let plays = ["--play", "24/20 13/10", "--play", "13/10 13/9"];
    let two = rollout(&[&["--roll", "43", "--trials", "4", "--truncate", "1"], &plays[..]].concat());
    let names: Vec<&str> =
        two["lines"].as_array().unwrap().iter().map(|line| line["move"].as_str().unwrap()).collect();
    assert!(names.contains(&"24/20 13/10") && names.len() == 2, "{names:?}");
    let one = rollout(&["--position", SHORT, "--trials", "36"]);
    assert!(one["roll"].is_null() && one["best"].is_null() && one["lines"][0]["move"].is_null());
    assert_eq!(one["lines"][0]["result"], SHORT);
    let text = stdout(&["backgammon", "rollout", "--position", SHORT, "--trials", "36"]);
    assert!(text.contains("before a roll") && text.contains("TASKS: 36 created"), "{text}");
}

/// A position in which a cube is soon turned.
const DOUBLE: &str = "-a-BaBC-A---eE---c-e----B-";

#[test]
fn the_cube_action_before_a_roll_is_rolled_out() {
    let args = ["--position", DOUBLE, "--trials", "12", "--truncate", "3", "--cube", "1"];
    let money = rollout(&args);
    let cube = &money["cube"];
    assert_eq!((&cube["unit"], &money["best"]), (&"points".into(), &Value::Null));
    assert_eq!(count(&money["tasks"], "created"), 24);
    let line = |document: &Value, name: &str| {
        let lines = document["lines"].as_array().unwrap();
        lines
            .iter()
            .find(|line| line["move"] == name)
            .unwrap_or_else(|| panic!("no {name}: {document}"))
            .clone()
    };
    let number = |value: &Value| value.as_f64().unwrap();
    let score = ["--length", "7", "--score", "2,4"];
    let to_seven = rollout(&[&args[..6], &score].concat());
    // The action is what the lines say; at the score a double wins more, without it less.
    for (document, doubles) in [(&money, false), (&to_seven, true)] {
        let [held, taken] = ["no double", "double, take"].map(|name| number(&line(document, name)["equity"]));
        assert_eq!((taken.min(1.0) > held, taken < 1.0), (doubles, true), "{document}");
        let action = if doubles { "Double, take" } else { "No double, take" };
        assert_eq!(document["cube"]["action"], action);
    }
    // A turned cube: equities stay those of a cube of one, values are points.
    for cube in ["2", "8"] {
        let turned = rollout(&[&args[..7], &[cube, "--owner", "white"]].concat());
        let points = number(&line(&turned, "no double")["value"]);
        let equity = number(&line(&turned, "no double")["equity"]);
        assert!((points - cube.parse::<f64>().unwrap() * equity).abs() < 1e-9, "{turned}");
        assert_eq!(number(&turned["cube"]["double_pass"]["equity"]), 1.0);
    }
    // The owner's opponent has no choice.
    let other = rollout(&[&args[..7], &["2", "--owner", "black"]].concat());
    assert!(other["cube"]["action"].is_null() && other["lines"][0]["move"].is_null(), "{other}");
    // In a match: chances to win it. Double match point is a game without a cube.
    let value = number(&line(&to_seven, "double, take")["value"]);
    assert!((0.3..0.5).contains(&value) && to_seven["cube"]["unit"] == "match", "{to_seven}");
    let last = rollout(&[&args[..6], &["--length", "7", "--score", "6,6"]].concat());
    let cubeless = rollout(&["--position", DOUBLE, "--trials", "12", "--truncate", "3"]);
    let win = number(&last["lines"][0]["value"]);
    assert_eq!(last["cube"]["action"], "No double, take", "a dead cube");
    let wins = number(&line(&last, "no double")["chances"]["win"]);
    assert!((win - wins).abs() < 1e-4, "{last}");
    assert!((wins - number(&cubeless["lines"][0]["chances"]["win"])).abs() < 0.1, "{last}");
}

#[test]
fn plays_are_rolled_out_with_the_cube() {
    let args = ["--roll", "31", "--top", "2", "--trials", "6", "--truncate", "2", "--cubeful", "--seed", "4"];
    let one = rollout(&[&args[..], &["--threads", "1"]].concat());
    assert_eq!(one["best"], "8/5 6/5");
    assert!(one["cube"]["action"].is_null() && one["cube"]["double_pass"].is_null());
    let three = rollout(&[&args[..], &["--threads", "3"]].concat());
    assert_eq!(said(&three), said(&one));
    // At double match point gammons count for nothing: the lines' values are chances to win.
    let last = rollout(&[&args[..8], &["--length", "3", "--score", "2,2"]].concat());
    let line = &last["lines"][0];
    let (value, win) = (line["value"].as_f64().unwrap(), line["chances"]["win"].as_f64().unwrap());
    assert!((value - win).abs() < 1e-4, "{line}");
}

#[test]
fn an_interrupted_rollout_goes_on_where_it_was() {
    let folder = Folder::new("rollout-command");
    let file = folder.path().join("rollout");
    let args = ["backgammon", "rollout", "--roll", "42", "--top", "1", "--json", "--threads", "2"];
    let kept = ["--checkpoint", file.to_str().unwrap()];
    let mut rollout = Running::start(&mut process(&[&args[..], &kept, &["--trials", "100000"]].concat()));
    rollout.until("the lock that is there when the trials begin", || {
        folder.names().iter().any(|name| name.ends_with(".lock"))
    });
    rollout.works(Duration::from_secs(2));
    rollout.interrupt();
    let output = rollout.end();
    assert_eq!(output.status.code(), Some(130));
    let some = document(&String::from_utf8(output.stdout).unwrap());
    let done = count(&some, "trials");
    assert!(done < 100_000, "{done}");
    assert_eq!(count(&some, "trials_wanted"), 100_000);
    let more = (done + 3).to_string();
    let resumed = json(&[&args[..6], &kept, &["--trials", &more]].concat());
    let whole = json(&[&args[..6], &["--trials", &more]].concat());
    assert_eq!(said(&resumed), said(&whole));
    assert_eq!((count(&resumed, "earlier_trials"), count(&resumed["tasks"], "created")), (done, 3));
    let fewer = run(&[&args[..], &kept, &["--trials", "1"]].concat());
    assert_eq!(fewer.status.code(), Some(if done > 1 { 2 } else { 0 }));
    refusal(&[&args[..6], &kept, &["--seed", "9"]].concat());
}

#[test]
fn what_cannot_be_rolled_out_is_refused() {
    for (args, words) in [
        (&["--play", "8/5 6/5"][..], "--play without dice"),
        (&["--roll", "31", "--play", "8/2"], "--play: "),
        (&["--roll", "31", "--play", "8/5 6/5", "--play", "6/5 8/5"], "twice"),
        (&["--roll", "31", "--play", "8/5 6/5", "--top", "2"], "--top"),
        (&["--trials", "0"], "1 to 1000000000"),
        (&["--crawford"], "expected a match"),
        (&["--length", "3", "--bearoff"], "--bearoff: got a match"),
        (&["--length", "3", "--score", "3,0"], "a score of 3 to 0"),
        (&["--until", "2"], "standard error"),
        (&["--until", "nan"], "standard error"),
        (&["--depth", "2"], "0 to 1"),
        (&["--truncate", "-1"], "0 to 1000"),
        (&["--position", "-A------------------------"], "a game that is over"),
        // Both have three checkers on the bar and a closed board.
        (&["--position", "cBBBBBB------------bbbbbbC"], "no roll moves a checker of either side"),
        (&["--trials", "1", "--checkpoint", "/"], "--checkpoint: got"),
        (&["--trials", "1", "--checkpoint", "a", "--trace", "a"], "--trace"),
    ] {
        let line = refusal(&[&["backgammon", "rollout"], args].concat());
        assert!(line.contains(words) && line.contains("; try "), "{args:?}: {line}");
    }
}

//! Claim: `sparring backgammon rollout` says the same for a seed whoever plays the trials, also
//! when it is interrupted and goes on; a task is created for each trial; what it cannot do is
//! refused in one line.

use std::process::Stdio;
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::support::binary::{assert_ledger, count, document, json, process, refusal, run, stdout};
use crate::support::folder::Folder;
use crate::support::keys::keys;
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
        ["rank", "move", "result", "equity", "standard_error", "loss", "loss_error", "chances", "network"]
    );
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

#[test]
fn an_interrupted_rollout_goes_on_where_it_was() {
    let folder = Folder::new("rollout-command");
    let file = folder.path().join("rollout");
    let args = ["backgammon", "rollout", "--roll", "42", "--top", "1", "--json", "--threads", "2"];
    let kept = ["--checkpoint", file.to_str().unwrap()];
    let child = process(&[&args[..], &kept, &["--trials", "100000"]].concat())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    // The lock is there when the trials begin.
    let start = Instant::now();
    while !folder.names().iter().any(|name| name.ends_with(".lock")) {
        assert!(start.elapsed() < Duration::from_secs(60), "no lock");
        sleep(Duration::from_millis(10));
    }
    sleep(Duration::from_millis(1500));
    let pid = rustix::process::Pid::from_child(&child);
    rustix::process::kill_process(pid, rustix::process::Signal::INT).unwrap();
    let output = child.wait_with_output().unwrap();
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
        (&["--until", "2"], "standard error"),
        (&["--until", "nan"], "standard error"),
        (&["--depth", "2"], "0 to 1"),
        (&["--truncate", "-1"], "0 to 1000"),
        (&["--position", "-A------------------------"], "a game that is over"),
        (&["--trials", "1", "--checkpoint", "/"], "--checkpoint: got"),
        (&["--trials", "1", "--checkpoint", "a", "--trace", "a"], "--trace"),
    ] {
        let line = refusal(&[&["backgammon", "rollout"], args].concat());
        assert!(line.contains(words) && line.contains("; try "), "{args:?}: {line}");
    }
}

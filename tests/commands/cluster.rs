//! Claim: a Dask cluster gives the answers and totals of one machine, each line once, also if a
//! worker is killed.
//!
//! Needs Python with the package dask[distributed], either of this machine or of `python/` in the
//! target folder, where `.ci/run` puts it.

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use crate::support::binary::{document, json, stdout};
use crate::support::folder::Folder;
use crate::support::python::python_with;
use crate::support::sparring::sparring;
use serde_json::Value;

/// The cluster's tool, on two workers of this machine.
fn cluster(python: &str, args: &[&str]) -> Command {
    let tool = Path::new(env!("CARGO_MANIFEST_DIR")).join("tools/cluster/cluster.py");
    let mut command = Command::new(python);
    command.arg(tool).args(["--workers", "2"]).args(args);
    command.env("SPARRING", env!("CARGO_BIN_EXE_sparring")).stdin(Stdio::null());
    command
}

/// Kills a worker process of the tool.
fn kill_a_worker(tool: &Child) {
    let tool = tool.id().to_string();
    let found = Command::new("pgrep").args(["-P", &tool, "-f", "spawn_main"]).output().unwrap();
    let workers = String::from_utf8(found.stdout).unwrap();
    let worker = workers.lines().next().expect("the tool has workers");
    assert!(Command::new("kill").args(["-9", worker]).status().unwrap().success());
}

#[test]
fn the_tools_answer_help_without_what_they_need() {
    let Some(python) = python_with("argparse", "python3", "the_tools_answer_help") else { return };
    for tool in ["cluster.py", "speedup_plot.py"] {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tools/cluster").join(tool);
        let output = Command::new(&python).arg(path).arg("--help").output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(output.status.success() && output.stderr.is_empty(), "{tool}");
        assert!(text.contains(&format!("tools/cluster/{tool}")), "{text}");
    }
}

#[test]
fn what_cannot_be_done_is_refused_in_one_line() {
    let Some(python) = python_with("argparse", "python3", "what_cannot_be_done_is_refused") else { return };
    let refused = |args: &[&str], why: &[&str]| {
        let output = cluster(&python, args).output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{args:?}: {said}");
        let last = said.lines().last().unwrap_or_default();
        assert!(last.starts_with("cluster") && why.iter().all(|why| last.contains(why)), "{args:?}: {said}");
        assert!(!said.contains("Traceback"), "{said}");
    };
    refused(&["analyse", "chess", "nowhere.epd", "out"], &["got 'nowhere.epd'", "try -"]);
    refused(&["matches", "out", "nowhere.mat"], &["got 'nowhere.mat'", "try another"]);
    refused(&["match", "3"], &["got 3, expected an even number"]);
    refused(&["analyse", "chess", "-", "out", "--batch", "0"], &["got '0'", "try 2"]);
}

#[test]
fn flags_are_tried_before_anything_is_sent() {
    let Some(python) = python_with("distributed", "dask", "flags_are_tried") else { return };
    let folder = Folder::new("cluster-flags");
    let [input, output] = ["in.epd", "out.jsonl"].map(|name| folder.path().join(name));
    fs::write(&input, include_str!("../data/bratko-kopec.epd")).unwrap();
    let (from, to) = (input.to_str().unwrap(), output.to_str().unwrap());
    let said = |flags: &[&str], code: i32| {
        let args = [&["analyse", "chess", from, to, "--"], flags].concat();
        let ended = cluster(&python, &args).output().unwrap();
        let said = String::from_utf8(ended.stderr).unwrap();
        assert_eq!(ended.status.code(), Some(code), "{said}");
        said
    };
    let wrong = said(&["--dpth", "2"], 2);
    assert!(wrong.contains("cluster: got '--dpth'") && !wrong.contains("Traceback"), "{wrong}");
    assert!(!output.exists());
    said(&["--depth", "1"], 0);
    let answers = fs::read_to_string(&output).unwrap();
    fs::write(&output, answers.split_inclusive('\n').take(20).collect::<String>()).unwrap();
    let other = said(&["--depth", "2"], 2);
    assert!(other.contains("made with --strategy play --depth 1"), "{other}");
}

#[test]
fn a_cluster_answers_as_one_machine_does_though_a_worker_is_killed() {
    let Some(python) = python_with("distributed", "dask", "a_cluster_answers_as_one_machine_does") else {
        return;
    };
    let folder = Folder::new("cluster");
    let [input, output] = ["in.epd", "out.jsonl"].map(|name| folder.path().join(name));
    fs::write(&input, include_str!("../data/bratko-kopec.epd").repeat(20)).unwrap();
    let (from, to) = (input.to_str().unwrap(), output.to_str().unwrap());
    let flags = ["--depth", "3", "--repeatable"];
    let args = [&["analyse", "chess", from, to, "--batch", "20", "--"], &flags[..]].concat();

    let mut tool = cluster(&python, &args).stderr(Stdio::null()).spawn().unwrap();
    while fs::metadata(&output).map_or(0, |file| file.len()) == 0 {
        assert!(tool.try_wait().unwrap().is_none(), "the tool ended without an answer");
        sleep(Duration::from_millis(10));
    }
    kill_a_worker(&tool);
    assert!(tool.wait().unwrap().success());
    let one = stdout(&[&["chess", "analyse", from, "--jobs", "1"], &flags[..]].concat());
    assert!(fs::read_to_string(&output).unwrap() == one, "the cluster's file is another");

    // A torn last line is answered again, the others are not.
    fs::write(&output, &one[..one.len() - 10]).unwrap();
    let again = cluster(&python, &args).output().unwrap();
    let said = String::from_utf8_lossy(&again.stderr);
    assert!(said.contains("1 positions in"), "{said}");
    assert!(fs::read_to_string(&output).unwrap() == one, "the file that was mended is another");
}

#[test]
fn a_match_on_a_cluster_has_the_totals_of_one_machine() {
    let Some(python) = python_with("distributed", "dask", "a_match_on_a_cluster") else { return };
    // Parts of several pairs and, at the end, of a single one, which has no standard error.
    for (games, batch, players) in [
        ("302", "50", &["pubeval", "blots:keep=3", "--seed", "7"][..]),
        ("12", "5", &["net", "balanced", "--luck"]),
        ("12", "5", &["net:depth=1:filter=2,0.1", "net", "--length", "3", "--luck", "--seed", "2"]),
        ("2", "5", &["net", "pubeval", "--length", "1", "--luck"]),
        ("18", "4", &["net", "pubeval", "--cube", "--jacoby", "--luck"]),
        ("14", "3", &["net", "random", "--cube"]),
    ] {
        let args = [&["match", games, "--batch", batch, "--"], players].concat();
        let many = cluster(&python, &args).output().unwrap();
        assert!(many.status.success(), "{}", String::from_utf8_lossy(&many.stderr));
        let many = document(&String::from_utf8(many.stdout).unwrap());
        let one = json(&[&["backgammon", "match", "--games", games], players].concat());
        assert_eq!(one["without_luck"].is_null(), !players.contains(&"--luck"), "{players:?}");
        // Sums of luck are rounded in another order.
        for key in ["match_share", "points_per_game", "standard_error"] {
            let [one, many] = [&one, &many].map(|document| document["without_luck"][key].as_f64());
            let near = one.zip(many).map_or(one == many, |(one, many)| (one - many).abs() < 1e-12);
            assert!(near, "{players:?} {key}: {one:?}, {many:?}");
        }
        let said = |mut document: Value| {
            let keys = document.as_object_mut().unwrap();
            keys.retain(|key, _| !["time_ns", "threads", "without_luck"].contains(&key.as_str()));
            document
        };
        assert_eq!(said(many), said(one), "{players:?}");
    }
}

/// A Python without Dask is enough to be refused: nothing is started before.
#[test]
fn flags_of_matches_are_tried_before_the_cluster_is_started() {
    let Some(python) = python_with("argparse", "python3", "flags_of_matches_are_tried") else { return };
    let folder = Folder::new("cluster-depth");
    let output = folder.path().join("out.jsonl");
    let refused = |flags: &[&str]| {
        let file = "tests/data/gnubg-match.mat";
        let args = [&["matches", output.to_str().unwrap(), file, "--"], flags].concat();
        let ended = cluster(&python, &args).output().unwrap();
        let said = String::from_utf8(ended.stderr).unwrap();
        assert_eq!(ended.status.code(), Some(2), "{said}");
        assert!(said.lines().count() == 1 && said.contains("; try "), "{said}");
        said
    };
    let deep = refused(&["--depth", "4"]);
    assert!(deep.contains("cluster: --depth: got 4 with --match, expected 0 to 3"), "{deep}");
    let word = refused(&["--depth", "two"]);
    assert!(word.contains("--depth") && word.contains("got 'two', expected"), "{word}");
    assert!(!output.exists());
    // Matches that were judged by other flags do not add up with these.
    let judged = |flags: &[&str]| {
        let args = ["backgammon", "analyse", "--match", "tests/data/gnubg-match.mat", "--json"];
        fs::write(&output, stdout(&[&args[..], flags].concat())).unwrap();
    };
    judged(&["--depth", "0"]);
    let other = refused(&["--depth", "1"]);
    assert!(other.contains("made with --depth 0, and this would be with --depth 1"), "{other}");
    judged(&["--depth", "0", "--bearoff"]);
    assert!(refused(&["--depth", "0"]).contains("made with --depth 0 --bearoff, and this"));
}

#[test]
fn matches_on_a_cluster_are_judged_as_on_one_machine() {
    let Some(python) = python_with("distributed", "dask", "matches_on_a_cluster") else { return };
    let folder = Folder::new("cluster-matches");
    let output = folder.path().join("out.jsonl");
    let files = ["tests/data/gnubg-match.mat", "README.md", "tests/data/gnubg-session.sgf"];
    let judge = |files: &[&str], flags: &[&str]| {
        let args = [&["matches", output.to_str().unwrap()], files, &["--"], flags].concat();
        cluster(&python, &args).output().unwrap()
    };
    let wrong = judge(&files, &["--dpth", "2"]);
    let said = String::from_utf8_lossy(&wrong.stderr).into_owned();
    assert_eq!(wrong.status.code(), Some(2), "{said}");
    assert!(said.contains("cluster: got '--dpth'") && !said.contains("Traceback"), "{said}");

    // What an earlier run has written, whole or torn, is judged once.
    assert_eq!(judge(&files[..1], &["--depth", "0"]).status.code(), Some(0));
    fs::write(&output, fs::read_to_string(&output).unwrap() + "{\"game\":").unwrap();
    let all = judge(&files, &["--depth", "0"]);
    let said = String::from_utf8_lossy(&all.stderr).into_owned();
    assert_eq!(all.status.code(), Some(1), "{said}");
    assert!(said.contains("2 matches in") && said.contains("got 1 files without a match"), "{said}");
    let args = ["backgammon", "analyse", "--depth", "0", "--json", "--match"];
    let one = sparring(&[&args[..], &files].concat()).output();
    let one: Vec<Value> = String::from_utf8(one.stdout).unwrap().lines().map(document).collect();
    let (totals, matches) = one.split_last().unwrap();
    let written = fs::read_to_string(&output).unwrap();
    let written: Vec<Value> = written.lines().map(document).collect();
    assert_eq!(written, matches);
    let players: Value = serde_json::from_slice(&all.stdout).unwrap();
    assert_eq!(players, totals["players"]);
}

//! Claims: `backgammon analyse --match` with several files says of each what it says of it alone,
//! the same with any number of jobs and threads; the totals are sums by name; a file without a
//! match does not cost the others; Ctrl-C leaves whole matches.

use std::io::{BufRead, BufReader, Read};
use std::process::{Command, Output, Stdio};

use crate::support::binary::{assert_ledger, count, document, json, process, refusal};
use crate::support::sparring::sparring;
use serde_json::Value;

const MATCH: &str = "tests/data/gnubg-match.mat";
const SESSION: &str = "tests/data/gnubg-session.sgf";

fn analyse(files: &[&str], more: &[&str]) -> Output {
    sparring(&[&["backgammon", "analyse", "--depth", "0", "--match"], files, more].concat()).output()
}

fn lines(output: &Output) -> Vec<Value> {
    std::str::from_utf8(&output.stdout).unwrap().lines().map(document).collect()
}

/// The documents of the matches, and that of all.
fn documents(files: &[&str], more: &[&str]) -> (Vec<Value>, Value) {
    let output = analyse(files, &[&["--json"], more].concat());
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    let mut lines = lines(&output);
    let all = lines.pop().unwrap();
    assert_ledger(&all);
    (lines, all)
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("no number: {value}"))
}

#[test]
fn of_each_match_is_said_what_is_said_of_it_alone() {
    let files = [SESSION, MATCH, SESSION];
    let (together, all) = documents(&files, &["--threads", "1"]);
    assert_eq!((together.len(), count(&all, "matches"), count(&all, "errors")), (3, 3, 0));
    for (file, line) in files.iter().zip(&together) {
        let alone = json(&["backgammon", "analyse", "--depth", "0", "--match", file]);
        for (key, value) in line.as_object().unwrap() {
            assert_eq!(*value, alone[key], "{file}: {key}");
        }
    }
    let said = |(lines, all): (Vec<Value>, Value)| (lines, all["players"].clone());
    let one = said((together, all));
    assert_eq!(said(documents(&files, &["--jobs", "3"])), one);
    assert_eq!(said(documents(&files, &["--jobs", "2", "--threads", "2"])), one);
    let repeated = [SESSION, "--match", MATCH, "--match", SESSION];
    assert_eq!(said(documents(&repeated, &[])), one, "the flag may be given again");
}

#[test]
fn totals_are_sums_by_name() {
    let (matches, all) = documents(&[MATCH, SESSION], &[]);
    let players = all["players"].as_array().unwrap();
    let names: Vec<&str> = players.iter().map(|player| player["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["gnubg", "Ben"]);
    for player in players {
        let own: Vec<&Value> = matches
            .iter()
            .flat_map(|line| line["players"].as_array().unwrap())
            .filter(|line| line["name"] == player["name"])
            .collect();
        let sum = |key: &str| own.iter().map(|line| number(&line[key])).sum::<f64>();
        for key in ["points", "plays", "cubes", "plays_lost", "cubes_lost", "luck", "moves"] {
            assert!((number(&player[key]) - sum(key)).abs() < 1e-9, "{key}: {player}");
        }
        let (lost, counted) = (sum("plays_lost") + sum("cubes_lost"), sum("plays") + sum("cubes"));
        assert!((number(&player["pr"]) - 500.0 * lost / counted).abs() < 1e-9, "{player}");
        assert!((number(&player["snowie"]) - 1000.0 * lost / sum("moves")).abs() < 1e-9, "{player}");
        assert_eq!(count(player, "matches"), 2);
    }
    // A session for money is not won.
    assert_eq!([0, 1].map(|i| count(&players[i], "won")), [1, 0]);
}

#[test]
fn a_file_without_a_match_does_not_cost_the_others() {
    let files = [MATCH, "README.md", "no-such-file", SESSION];
    let output = analyse(&files, &["--json"]);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains("got 2 of 4 files without a match") && said.lines().count() == 1, "{said}");
    let lines = lines(&output);
    let read: Vec<bool> = lines[..4].iter().map(|line| line["error"].is_null()).collect();
    assert_eq!(read, [true, false, false, true]);
    assert!(lines[2]["error"].as_str().unwrap().contains("got 'no-such-file'"), "{}", lines[2]);
    assert_eq!((count(&lines[4], "matches"), count(&lines[4], "errors")), (2, 2));

    let output = analyse(&files, &[]);
    let (text, said) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    let of_files: Vec<&str> = text.lines().take_while(|line| !line.is_empty()).collect();
    assert!(
        of_files.len() == 2
            && of_files[0].starts_with("tests/data/gnubg-match.mat: gnubg 3 - 2 Ben, match to 3 points"),
        "{text}"
    );
    assert!(text.contains("2 matches of 4 files judged") && said.lines().count() == 3, "{text}{said}");
}

#[test]
fn what_cannot_be_asked_of_matches_is_refused() {
    let copy = std::env::temp_dir().join(format!("match-series-{}.html", std::process::id()));
    std::fs::copy(MATCH, &copy).unwrap();
    let copy = copy.to_str().unwrap();
    for (args, words) in [
        (&["--match", MATCH, SESSION, "--report", "page.html"][..], "got 2 matches, expected one"),
        (&["--match", MATCH, "--report", "page.svg"], "expected the name of a page"),
        (&["--match", MATCH, "--report", "."], "--report: got '.'"),
        (&["--match", copy, "--report", copy], "the same file for --match and --report"),
        (&["--report", "page.html"], "--match"),
        (&["--match", MATCH, "--jobs", "300"], "--jobs"),
        (&["--match"], "--match"),
    ] {
        let line = refusal(&[&["backgammon", "analyse"], args].concat());
        assert!(line.contains(words), "{args:?}: {line}");
    }
    assert_eq!(std::fs::read(copy).unwrap(), std::fs::read(MATCH).unwrap());
    std::fs::remove_file(copy).unwrap();
}

#[test]
fn ctrl_c_leaves_whole_matches() {
    let files = [MATCH; 400];
    let args =
        [&["backgammon", "analyse", "--json", "--threads", "1", "--depth", "1", "--match"], &files[..]];
    let mut child = process(&args.concat()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    let mut out = BufReader::new(child.stdout.take().unwrap());
    let mut first = String::new();
    out.read_line(&mut first).unwrap();
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let mut rest = String::new();
    out.read_to_string(&mut rest).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130));
    let rest: Vec<Value> = rest.lines().map(document).collect();
    let (all, matches) = rest.split_last().unwrap();
    assert_eq!(count(all, "matches"), matches.len() as u64 + 1);
    assert!(matches.len() < 399, "it was interrupted");
    let first = document(first.trim_end());
    assert!(matches.iter().all(|line| *line == first), "no match is half judged");
}

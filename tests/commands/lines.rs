//! Claim: `bestmove --multipv`, in backgammon `--top`, and `backgammon moves --rank` print the best
//! moves in order, in the documented form. (That they are the best: `tests/searches`.)

use crate::support::binary::{assert_ledger, json, process, refusal, stdout};
use crate::support::folder::Folder;
use crate::support::keys::keys;
use serde_json::{Value, json as value};

/// Both sides bear off; White wins or loses by a few rolls.
const BEARING_OFF: &str = "-AAB-A----------------bbb-";

/// The lines of a document, which has to have `wanted` and to begin with its best move.
fn lines(document: &Value, wanted: usize) -> Vec<Value> {
    let lines = document["lines"].as_array().unwrap().clone();
    assert_eq!(lines.len(), wanted, "{document}");
    for (place, line) in lines.iter().enumerate() {
        assert_eq!((&line["rank"], &line["pv"][0]), (&value!(place + 1), &line["move"]));
    }
    let first = &lines[0];
    assert_eq!((&first["move"], &first["pv"]), (&document["best"], &document["pv"]));
    assert_eq!((first.get("score"), first.get("mate")), (document.get("score"), document.get("mate")));
    assert_ledger(document);
    lines
}

fn number(line: &Value, key: &str) -> f64 {
    line[key].as_f64().unwrap_or_else(|| panic!("no number {key} in {line}"))
}

#[test]
fn lines_of_chess_are_ranked_by_their_scores() {
    let search = ["chess", "bestmove", "--strategy", "ybw", "--depth", "4", "--threads", "2"];
    let one = json(&search);
    assert_eq!(one["lines"], Value::Null);
    let document = json(&[&search[..], &["--multipv", "5"]].concat());
    let lines = lines(&document, 5);
    assert_eq!(keys(&lines[0]), ["rank", "move", "score", "pv", "san"]);
    assert!(lines.is_sorted_by(|a, b| number(a, "score") >= number(b, "score")));
    assert_eq!((&document["best"], &document["score"]), (&one["best"], &one["score"]));
    assert_eq!(lines[0]["san"], document["san"]);
    let alias = json(&[&search[..], &["--top", "5"]].concat());
    assert_eq!(alias["lines"].as_array().unwrap().len(), 5);
}

#[test]
fn mates_are_ranked_by_their_length_and_lines_end_with_the_legal_moves() {
    let place = ["chess", "bestmove", "--fen", "7k/8/5K2/6Q1/8/8/8/8 w - -"];
    let exact = ["--strategy", "ybw", "--depth", "4", "--multipv", "256"];
    let document = json(&[&place[..], &exact].concat());
    // Six moves of the king and twenty of the queen.
    let lines = lines(&document, 26);
    assert_eq!((&lines[0]["move"], &lines[0]["mate"]), (&value!("g5g7"), &value!(1)));
    let rest = &lines[1..];
    let mates = rest.iter().take_while(|line| line.get("mate").is_some()).count();
    assert!(rest[..mates].iter().all(|line| line["mate"] == 2) && mates > 3, "{document}");
    assert!(rest[mates..].iter().all(|line| line.get("score").is_some()));
}

#[test]
fn lines_of_dots_have_their_edges() {
    let search = ["dots", "bestmove", "--size", "2x2", "--drawn", "3", "--depth", "10", "--multipv", "4"];
    for threads in ["1", "2", "3"] {
        let document = json(&[&search[..], &["--threads", threads]].concat());
        let lines = lines(&document, 4);
        assert_eq!(keys(&lines[0]), ["rank", "move", "score", "pv", "edge"]);
        assert_eq!(lines[0]["edge"], document["edge"]);
        assert!(lines.is_sorted_by_key(|line| (-number(line, "score") as i32, line["edge"].as_u64())));
    }
    let over = json(&["dots", "bestmove", "--size", "1x1", "--drawn", "f", "--multipv", "3"]);
    assert_eq!(over["lines"], value!([]));
}

#[test]
fn plays_of_backgammon_have_their_equity_and_what_is_lost_by_them() {
    let document = json(&["backgammon", "bestmove", "--roll", "31", "--top", "3", "--depth", "1"]);
    let lines = lines(&document, 3);
    let of_dice = ["rank", "move", "score", "pv", "result", "equity", "loss", "chances"];
    assert_eq!(keys(&lines[0]), of_dice);
    assert_eq!(lines[0]["result"], document["result"]);
    for line in &lines {
        assert_eq!(line["equity"], line["score"]);
        assert!(line["chances"]["win"].is_f64(), "{line}");
        let lost = number(&lines[0], "equity") - number(line, "equity");
        assert_eq!(number(line, "loss"), lost);
        assert!(lost >= 0.0);
    }
    // The same under the name that the other games have, and in the ranking of all plays.
    let search = ["backgammon", "bestmove", "--roll", "31", "--depth", "1", "--multipv", "256"];
    let all = json(&search);
    let ranked = json(&["backgammon", "moves", "--roll", "31", "--rank", "--depth", "1"]);
    assert_eq!(ranked["ranking"], value!({"unit": "points", "depth": 1}));
    let (all, plays) = (all["lines"].as_array().unwrap(), ranked["plays"].as_array().unwrap());
    assert_eq!((all.len(), plays.len()), (16, 16));
    for (line, play) in all.iter().zip(plays) {
        assert_eq!(keys(play), ["rank", "move", "result", "equity", "loss", "chances"]);
        assert!(keys(play).iter().all(|key| line[key] == play[key]), "{line} {play}");
    }
}

#[test]
fn ranked_plays_are_the_legal_plays() {
    for place in [&["--roll", "31"][..], &["--roll", "64", "--board", "midgame", "--side", "black"]] {
        let moves = |more: &[&str]| json(&[&["backgammon", "moves"], place, more].concat());
        let (listed, ranked) = (moves(&[]), moves(&["--rank", "--eval", "pubeval"]));
        assert_eq!(listed["ranking"], Value::Null);
        let results = |document: &Value| -> Vec<String> {
            let plays = document["plays"].as_array().unwrap().iter();
            plays.map(|play| play["result"].as_str().unwrap().to_owned()).collect()
        };
        let mut sorted = results(&ranked);
        sorted.sort();
        assert_eq!(sorted, results(&listed));
        let plays = ranked["plays"].as_array().unwrap();
        assert!(plays.is_sorted_by(|a, b| number(a, "equity") >= number(b, "equity")));
        let best = json(&[&["backgammon", "bestmove", "--depth", "0", "--eval", "pubeval"], place].concat());
        assert_eq!((&plays[0]["move"], &plays[0]["equity"]), (&best["best"], &best["score"]));
    }
    let shut = ["backgammon", "moves", "--roll", "52", "--position", "-------------------bbbbbbA", "--rank"];
    assert_eq!(json(&shut)["plays"][0]["move"], "");
    assert!(stdout(&shut).contains("no play"));
}

#[test]
fn the_databases_know_the_chances_to_win() {
    let folder = Folder::new("lines");
    let run = |args: &[&str]| {
        let mut command = process(&[args, &["--position", BEARING_OFF, "--json"]].concat());
        let output = command.env("XDG_CACHE_HOME", folder.path()).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        serde_json::from_slice::<Value>(&output.stdout).unwrap()
    };
    let ranked = run(&["backgammon", "moves", "--roll", "61", "--rank", "--bearoff"]);
    for play in ranked["plays"].as_array().unwrap() {
        // The database's own entry, of the other side about to roll.
        let turned: String = play["result"].as_str().unwrap().to_owned();
        let mut command = process(&["backgammon", "bearoff", "--json", "--position", &handed_over(&turned)]);
        let output = command.env("XDG_CACHE_HOME", folder.path()).output().unwrap();
        let entry: Value = serde_json::from_slice(&output.stdout).unwrap();
        let chances = &play["chances"];
        assert_eq!(number(chances, "win"), 1.0 - number(&entry, "win"));
        assert_eq!(number(chances, "win_gammon"), number(&entry, "lose_gammon"));
        assert_eq!(number(chances, "win_backgammon"), 0.0);
    }
    let best = run(&["backgammon", "bestmove", "--roll", "61", "--depth", "0", "--top", "2", "--bearoff"]);
    assert_eq!(best["lines"][1]["chances"], ranked["plays"][1]["chances"]);
}

/// A position seen by the other side.
fn handed_over(position: &str) -> String {
    let turned = |c: char| if c.is_lowercase() { c.to_ascii_uppercase() } else { c.to_ascii_lowercase() };
    position.chars().rev().map(turned).collect()
}

#[test]
fn the_text_is_a_row_a_line() {
    let text = stdout(&["chess", "bestmove", "--depth", "3", "--multipv", "3"]);
    let head = text.lines().position(|line| line.split_whitespace().eq(["rank", "score", "line"])).unwrap();
    let rows: Vec<&str> = text.lines().skip(head + 1).take(3).collect();
    for (rank, row) in ["1", "2", "3"].iter().zip(rows) {
        assert_eq!(row.split_whitespace().next(), Some(*rank), "{text}");
    }
    assert!(!stdout(&["chess", "bestmove", "--depth", "3"]).contains("rank"));
    let plays = stdout(&["backgammon", "moves", "--roll", "31", "--rank"]);
    assert!(plays.starts_with("values in points; depth 0\n") && plays.lines().count() == 18);
}

#[test]
fn refusals() {
    for number in ["0", "257", "-1", "two"] {
        assert!(refusal(&["chess", "bestmove", "--multipv", number]).contains("from 1 to 256"));
        assert!(
            refusal(&["backgammon", "bestmove", "--roll", "31", "--top", number]).contains("from 1 to 256")
        );
    }
    assert!(refusal(&["backgammon", "moves", "--roll", "31", "--depth", "1"]).contains("--rank"));
    let race = ["backgammon", "moves", "--roll", "31", "--rank", "--bearoff", "--eval", "race"];
    assert!(refusal(&race).contains("--eval race"));
}

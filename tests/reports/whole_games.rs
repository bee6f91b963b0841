//! Claim: a recorded game is whole: its document, its eventlog and its trace tell the same
//! decisions and the same tasks, and its actions lead to its last position.

use std::fs;
use std::path::PathBuf;

use super::recordings::{assert_eventlog, assert_trace, nanoseconds};
use crate::support::binary::{assert_ledger, count, json, refusal, stdout};
use crate::support::eventlog_reader::{USER_MARKER, read};
use serde_json::Value;
use sparring_engine::games::backgammon::{Position, parse_play};

/// One game of each kind: of the 2020 ancestor's players, and of the engine against itself.
const GAMES: [&[&str]; 4] = [
    &["backgammon", "match", "--side", "black", "--eval", "race", "--depth", "2", "--keep", "3"],
    &["backgammon", "play", "--as", "none", "--depth", "1", "--keep", "3", "--seed", "3"],
    &["chess", "play", "--as", "none", "--depth", "4", "--hash", "8"],
    &["dots", "play", "--as", "none", "--size", "3x3", "--depth", "6", "--hash", "8"],
];

fn file(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("game-{}-{name}", std::process::id()));
    let _there_is_none = fs::remove_file(&path);
    path
}

fn course(document: &Value) -> &[Value] {
    document["course"].as_array().unwrap()
}

/// The searches behind the moves of a game, in order.
fn decisions(document: &Value) -> Vec<&Value> {
    course(document).iter().map(|action| &action["search"]).filter(|search| !search.is_null()).collect()
}

/// Every number of the document that is a sum over decisions.
fn assert_sums(document: &Value) {
    let decisions = decisions(document);
    assert_eq!(count(document, "decisions"), decisions.len() as u64);
    assert_eq!(count(document, "actions"), course(document).len() as u64);
    let sum = |of: &dyn Fn(&Value) -> u64| decisions.iter().map(|decision| of(decision)).sum::<u64>();
    assert_eq!(sum(&|decision| count(decision, "time_ns")), count(document, "time_ns"));
    for (kind, all) in document["tasks"].as_object().unwrap() {
        assert_eq!(sum(&|decision| count(&decision["tasks"], kind)), all.as_u64().unwrap(), "{kind}");
    }
    let workers = document["workers"].as_array().unwrap();
    let nodes: u64 = workers.iter().map(|worker| count(worker, "nodes")).sum();
    assert_eq!(sum(&|decision| count(decision, "nodes")), nodes);
    decisions.iter().for_each(|decision| assert_ledger(decision));
    for pair in decisions.windows(2) {
        let end = count(pair[0], "at_ns") + count(pair[0], "time_ns");
        assert!(end <= count(pair[1], "at_ns"), "two decisions at once: {pair:?}");
    }
}

/// The marks of a trace, which are those of the eventlog, stand where the searches begin, and
/// what was installed lies within them: between decisions nothing runs.
fn assert_marks(log: &[u8], trace: &[u8], document: &Value) {
    let log = read(log);
    let in_log: Vec<String> =
        log.iter().filter(|event| event.kind == USER_MARKER).map(|event| event.text(0)).collect();
    let trace: Value = serde_json::from_slice(trace).unwrap();
    let events = || trace["traceEvents"].as_array().unwrap().iter();
    let marks: Vec<&Value> = events().filter(|event| event["ph"] == "i" && event["s"] == "p").collect();
    assert_eq!(marks.iter().map(|mark| mark["name"].as_str().unwrap()).collect::<Vec<_>>(), in_log);
    let moves = course(document).iter().filter(|action| !action["search"].is_null());
    assert_eq!(marks.len(), moves.clone().count());
    let mut before = 0;
    for (mark, action) in marks.iter().zip(moves) {
        let [name, side] = ["name", "side"].map(|key| action[key].as_str().unwrap());
        let text = mark["name"].as_str().unwrap();
        assert!(text.contains(name) && text.contains(&format!("  {side}  ")), "{text} for {action}");
        assert_eq!(nanoseconds(mark, "ts"), count(&action["search"], "at_ns"), "{text}");
        assert_eq!(count(&mark["args"], "nodes"), before, "{text}");
        before += count(&action["search"], "nodes");
    }
    for install in events().filter(|event| event["name"] == "install") {
        let (start, length) = (nanoseconds(install, "ts"), nanoseconds(install, "dur"));
        let around = |decision: &&Value| {
            let (at, time) = (count(decision, "at_ns"), count(decision, "time_ns"));
            at <= start && start + length <= at + time
        };
        assert!(decisions(document).iter().any(around), "{install} is in no decision");
    }
}

#[test]
fn files_and_document_of_a_game_agree() {
    for (nth, game) in GAMES.into_iter().enumerate() {
        for threads in ["1", "2", "8"] {
            let [log, trace] = ["eventlog", "json"].map(|kind| file(&format!("{nth}-{threads}.{kind}")));
            let files = ["--eventlog", log.to_str().unwrap(), "--trace", trace.to_str().unwrap()];
            let document = json(&[game, &["--threads", threads, "--stats"], &files].concat());
            println!("{game:?} on {threads}: {} decisions", document["decisions"]);
            assert_ledger(&document);
            assert_sums(&document);
            let [log, trace] = [log, trace].map(|path| fs::read(path).unwrap());
            let stolen = assert_eventlog(&log, &document);
            assert!(assert_trace(&trace, &document) <= stolen);
            assert_marks(&log, &trace, &document);
            assert_eq!(document["stats"]["stolen_tasks"]["count"], document["tasks"]["stolen"]);
        }
    }
}

#[test]
fn recording_a_game_does_not_change_it() {
    // In chess and dots workers share a table, so on several two games may differ.
    for game in GAMES {
        let played = |more: &[&str]| {
            let document = json(&[game, &["--threads", "1", "--movetime", "600000"], more].concat());
            let moves =
                course(&document).iter().map(|action| (action["kind"].clone(), action["name"].clone()));
            (moves.collect::<Vec<_>>(), document["outcome"].clone(), document["end_position"].clone())
        };
        let trace = file("same.json");
        assert_eq!(played(&[]), played(&["--stats", "--trace", trace.to_str().unwrap()]), "{game:?}");
    }
}

/// The names of the moves of a game, separated by blanks.
fn names(document: &Value) -> String {
    let names: Vec<&str> = course(document).iter().map(|action| action["name"].as_str().unwrap()).collect();
    names.join(" ")
}

#[test]
fn the_moves_of_a_game_lead_to_its_last_position() {
    for (game, verb) in [(GAMES[2], &["chess", "bestmove"]), (GAMES[3], &["dots", "bestmove"])] {
        let document = json(game);
        let board: &[&str] = if game[0] == "dots" { &["--size", "3x3"] } else { &[] };
        let end = json(&[&verb[..], board, &["--moves", &names(&document)]].concat());
        assert_eq!(end["position"], document["end_position"]);
        // A draw by repetition or by 75 moves depends on more than the position.
        assert!(end["best"].is_null() || document["outcome"].as_str().unwrap().starts_with("draw by "));
    }
}

#[test]
fn the_throws_and_plays_of_a_game_lead_to_its_last_position() {
    for game in &GAMES[..2] {
        let document = json(game);
        let (mut dice, mut position, mut last) = (String::new(), Position::START, Position::START);
        for (nth, action) in course(&document).iter().enumerate() {
            let name = action["name"].as_str().unwrap();
            if action["kind"] == "throw" {
                dice += name;
                continue;
            }
            if nth == 2 && action["side"] == "Black" {
                position = position.handed_over();
            }
            let roll = dice.parse().unwrap();
            let played = if name.is_empty() { position } else { parse_play(&position, roll, name).unwrap() };
            assert!(position.results(roll).contains(&played), "{name} in {position}");
            (last, position, dice) = (played, played.handed_over(), String::new());
        }
        assert!(last.is_over());
        assert_eq!(document["end_position"], last.to_string(), "seen by the winner");
    }
}

#[test]
fn the_text_of_a_game_has_all_moves_and_the_last_board() {
    let text = stdout(GAMES[1]);
    let document = json(GAMES[1]);
    let moves = course(&document).iter().filter(|action| action["kind"] == "move");
    for (number, action) in (1..).zip(moves) {
        let start = format!(" {number:<3} {:<5}  ", action["side"].as_str().unwrap());
        let line = text.lines().find(|line| line.starts_with(&start));
        let name = action["name"].as_str().unwrap();
        let said = if name.is_empty() { "no play" } else { name };
        assert!(line.is_some_and(|line| line.contains(said)), "{number} {said}: {text}");
    }
    assert!(text.contains(document["outcome"].as_str().unwrap()), "{text}");
    assert!(text.contains("+12-11-10--9--8--7-------6") && text.contains("the game is over"), "{text}");
    let text = stdout(&[GAMES[2], &["--fen", "7k/8/6K1/8/8/8/8/R7 w - - 0 1"]].concat());
    assert!(text.contains(" 1.  White  Ra8#"), "{text}");
    assert!(text.contains("8 R . . . . . . k\n") && text.contains("checkmate, White wins"), "{text}");
    let text = stdout(&["dots", "play", "--as", "none", "--size", "1x1"]);
    assert!(text.contains("result   B wins 1 to 0 after 4 actions\n") && text.contains("| B |"), "{text}");
}

#[test]
fn a_game_that_is_over_has_no_course() {
    let document =
        json(&["chess", "play", "--as", "none", "--fen", "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", "--stats"]);
    assert_eq!((count(&document, "actions"), course(&document).len()), (0, 0));
    assert_eq!((&document["winner"], &document["position"]), (&"White".into(), &document["end_position"]));
}

#[test]
fn only_one_game_and_no_conversation_is_recorded() {
    let new = file("refused");
    let new = new.to_str().unwrap();
    let flags: [&[&str]; 6] =
        [&["--eventlog", new], &["--trace", new], &["--report", new], &["--stats"], &["--json"], &["--live"]];
    for flag in flags {
        for game in ["chess", "backgammon", "dots"] {
            let line = refusal(&[&[game, "play"], flag].concat());
            let start = format!("got {} for a game with a person, expected ", flag[0]);
            assert!(line.starts_with(&start) && line.ends_with("; try --as none"), "{line}");
        }
        assert!(!PathBuf::from(new).exists());
    }
    for flag in &flags[..4] {
        let line = refusal(&[&["backgammon", "match", "pubeval", "random", "--games", "2"], *flag].concat());
        let start = format!("got {} for a series of games, expected one game", flag[0]);
        assert!(line.starts_with(&start) && line.contains("try match --side"), "{line}");
        assert!(!PathBuf::from(new).exists());
    }
    for more in [&["--resume"][..], &["--as", "red"], &["--trace", "/nowhere/at/all"]] {
        let line = refusal(&[&["dots", "play", "--as", "none"], more].concat());
        assert!(line.contains(more[0]), "{line}");
    }
}

//! Claim: `sparring chess match` keeps the time control that people type, plays round robins, and
//! writes games as other match runners do.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use serde_json::{Value, json as value};
use sparring_engine::games::chess::{GameRecord, PgnGames};

use super::chess_match::puppet;
use crate::support::binary::{count, document, json, refusal, run, stdout};
use crate::support::folder::Folder;
use crate::support::python::{python_with, said_by};

fn records(path: &Path) -> Vec<GameRecord> {
    let text = fs::read_to_string(path).unwrap();
    PgnGames::new(&text).map(Result::unwrap).collect()
}

#[test]
fn time_controls_are_told_to_engines_and_readers() {
    let folder = Folder::new("chess-match-tc");
    // It writes down what it is told and loses at once.
    let engine = puppet(folder.path(), "scribe", "echo \"$line\" >> \"$0.told\"", "a1a1");
    let (told, pgn) = (folder.path().join("scribe.told"), folder.path().join("games.pgn"));
    for (tc, tag, go) in [
        ("40/60+1", "40/60+1", "go wtime 60000 btime 60000 winc 1000 binc 1000 movestogo 40"),
        ("40/10", "40/10", "go wtime 10000 btime 10000 winc 0 binc 0 movestogo 40"),
        ("5:00+3", "300+3", "go wtime 300000 btime 300000 winc 3000 binc 3000"),
        ("1:30:00+30", "5400+30", "go wtime 5400000 btime 5400000 winc 30000 binc 30000"),
        ("0+5", "0+5", "go wtime 5000 btime 5000 winc 5000 binc 5000"),
        ("60", "60+0", "go wtime 60000 btime 60000 winc 0 binc 0"),
    ] {
        let args = [engine.as_str(), "sparring depth=1", "--games", "2", "--tc", tc];
        let output =
            run(&[&["chess", "match"], &args[..], &["--json", "--pgn", pgn.to_str().unwrap()]].concat());
        document(&String::from_utf8(output.stdout).unwrap());
        let first = fs::read_to_string(&told).unwrap().lines().next().unwrap().to_owned();
        let own: Vec<&str> = go.split(' ').collect();
        // Its opponent has no clock.
        let expected = own.iter().enumerate().filter(|(at, _)| ![3, 4, 7, 8].contains(at));
        assert_eq!(first, expected.map(|(_, word)| *word).collect::<Vec<_>>().join(" "), "{tc}");
        let game = records(&pgn).remove(0);
        assert_eq!(game.tags.get("WhiteTimeControl"), Some(tag));
        assert_eq!((game.tags.get("BlackTimeControl"), game.tags.get("TimeControl")), (Some("-"), None));
        fs::remove_file(&told).unwrap();
        fs::remove_file(&pgn).unwrap();
    }
    let document =
        json(&["chess", "match", "sparring", "sparring", "--tc", "inf", "--depth", "1", "--games", "2"]);
    assert_eq!(document["pace"], "depth 1");
    for (flags, why) in [
        (&["--tc", "inf"][..], "without another limit"),
        (&["--tc", "40/7200:3600"], "MOVES/TIME+INCREMENT"),
        (&["--tc", "10+0,1"], "MOVES/TIME+INCREMENT"),
        (&["--tc", "10", "--movetime", "5"], "together"),
    ] {
        let line = refusal(&[&["chess", "match", "sparring", "sparring"], flags].concat());
        assert!(line.starts_with("--tc") && line.contains(why), "{line}");
    }
}

#[test]
fn several_engines_play_a_round_robin() {
    let folder = Folder::new("chess-match-round-robin");
    let pgn = folder.path().join("games.pgn");
    let hopeless = puppet(folder.path(), "hopeless", "", "a1a1");
    let engines = ["sparring depth=1 name=one", "sparring nodes=400 name=many", &hopeless];
    let flags = ["--games", "4", "--concurrency", "2", "--pgn", pgn.to_str().unwrap()];
    let args = [&["chess", "match"], &engines[..], &flags].concat();
    let output = run(&[&args[..], &["--json"]].concat());
    let found = document(&String::from_utf8(output.stdout).unwrap());
    assert_eq!(count(&found, "games"), 12, "{found}");
    let pairings = found["pairings"].as_array().unwrap();
    let met: Vec<&Value> = pairings.iter().map(|pairing| &pairing["engines"]).collect();
    assert_eq!(met, [&value!([0, 1]), &value!([0, 2]), &value!([1, 2])]);
    assert!(pairings.iter().all(|pairing| count(pairing, "games") == 4), "{found}");
    let points = |line: &Value| 2 * count(line, "won") + count(line, "drawn");
    let lines = found["engines"].as_array().unwrap();
    assert_eq!(lines.iter().map(points).sum::<u64>(), 24, "each game has two half points");
    let duel = &pairings[0];
    assert_eq!(points(&lines[0]), points(duel) + 8);
    assert_eq!(points(&lines[1]), 8 - points(duel) + 8);
    assert_eq!((count(&lines[2], "lost"), count(&lines[2], "illegal_moves")), (8, 8));
    assert_eq!((&lines[0]["pace"], &lines[1]["pace"]), (&value!("depth 1"), &value!("400 nodes a move")));
    let mut seats = BTreeMap::<String, Vec<[String; 2]>>::new();
    let games = records(&pgn);
    for game in &games {
        let tag = |name| game.tags.get(name).unwrap().to_owned();
        seats.entry(tag("Round")).or_default().push([tag("White"), tag("Black")]);
    }
    assert_eq!(seats.keys().collect::<Vec<_>>(), ["1.1", "1.2", "1.3", "2.1", "2.2", "2.3"]);
    assert!(seats.values().all(|pair| pair[0][0] == pair[1][1] && pair[0][1] == pair[1][0]), "{seats:?}");
    assert!(games[..6].iter().all(|game| game.start == games[0].start), "a round has one opening");
    let rest = json(
        &[&["chess", "match"], &engines[..2], &["sparring depth=1", "--games", "2", "--first-pair", "4"]]
            .concat(),
    );
    let games = |pairing: usize| count(&rest["pairings"][pairing], "games");
    assert_eq!([0, 1, 2].map(games), [0, 2, 2], "a part ends with a round: {rest}");
    let line = refusal(&[&["chess", "match"], &engines[..], &["--sprt", "0,5"]].concat());
    assert!(line.contains("got 3 engines"), "{line}");
    let line = refusal(&["chess", "match", "sparring"]);
    assert!(line.contains("got one engine"), "{line}");
}

#[test]
fn a_cross_table_is_printed() {
    let engines = ["sparring depth=1 name=one", "sparring depth=2 name=two", "sparring depth=1 name=three"];
    let text = stdout(&[&["chess", "match"], &engines[..], &["--games", "2"]].concat());
    assert!(text.starts_with("3 engines, each against each, depth 1 against depth 2\n"), "{text}");
    let row = |rank: &str| text.lines().find(|line| line.trim_start().starts_with(rank)).unwrap().to_owned();
    let names = ["1. ", "2. ", "3. "].map(|rank| row(rank).split_whitespace().nth(1).unwrap().to_owned());
    assert!(["one", "two", "three"].iter().all(|name| names.contains(&(*name).to_owned())), "{text}");
}

/// Prints for every game on standard input its tags, and for every move its comment.
const SCRIPT: &str = r#"
import io, json, sys, chess.pgn
text = io.StringIO(sys.stdin.read())
while (game := chess.pgn.read_game(text)) is not None:
    assert not game.errors, game.errors
    assert game.end().board().is_valid()
    comments = [node.comment for node in game.mainline()]
    print(json.dumps({"tags": dict(game.headers), "comments": comments}))
"#;

#[test]
fn python_chess_reads_the_games_of_a_match() {
    let test = "python_chess_reads_the_games_of_a_match";
    let Some(python) = python_with("chess.pgn", "python-chess", test) else { return };
    let folder = Folder::new("chess-match-pgn");
    let (book, pgn) = (folder.path().join("book.epd"), folder.path().join("games.pgn"));
    fs::write(&book, "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1\n").unwrap();
    let files = ["--openings", book.to_str().unwrap(), "--pgn", pgn.to_str().unwrap()];
    let flags = ["--games", "2", "--depth", "3", "--event", "Back \"rank\""];
    stdout(&[&["chess", "match", "sparring", "sparring"], &flags[..], &files].concat());
    let said = said_by(&python, SCRIPT, &fs::read_to_string(&pgn).unwrap());
    assert_eq!(said.lines().count(), 2);
    for line in said.lines() {
        let game: Value = serde_json::from_str(line).unwrap();
        let tags = &game["tags"];
        let date: Vec<&str> = tags["Date"].as_str().unwrap().split('.').collect();
        let numbers: Vec<u32> = date.iter().map(|number| number.parse().unwrap()).collect();
        assert!(numbers.len() == 3 && numbers[0] >= 2024 && numbers[1] <= 12 && numbers[2] <= 31, "{tags}");
        assert_eq!(
            (&tags["Round"], &tags["Result"], &tags["PlyCount"]),
            (&value!("1"), &value!("1-0"), &value!("1"))
        );
        assert!(tags["Event"].as_str().unwrap().contains("rank"), "{tags}");
        assert_eq!((&tags["Termination"], &tags["TimeControl"]), (&value!("normal"), &value!("-")));
        // A mate in one: one ply.
        let comment = game["comments"][0].as_str().unwrap();
        assert!(comment.starts_with("+M1/") && comment.ends_with("s, White mates"), "{comment}");
    }
}

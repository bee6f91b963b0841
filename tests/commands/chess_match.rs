//! Claim: `sparring chess match` plays by the rules and the clock, counts what goes wrong,
//! exchanges colours, and writes games that can be read.

use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::time::Duration;

use serde_json::{Value, json as value};
use sparring_engine::games::chess::{Epd, GameRecord, GameResult, PgnGames, Position};

use crate::support::binary::{count, document, json, process, refusal, run, stdout};
use crate::support::folder::Folder;
use crate::support::running::Running;
use rustix::process::Signal;

/// A program that speaks UCI, always plays the same move and does `on_go` first.
pub fn puppet(folder: &Path, name: &str, on_go: &str, best: &str) -> String {
    let script = format!(
        "while read -r line; do case $line in\nuci) echo 'option name Hash type spin'; echo uciok ;;\n\
         isready) echo readyok ;;\ngo*) {on_go}\necho bestmove {best} ;;\nquit) exit ;;\nesac; done"
    );
    shell_script(folder, name, &script)
}

pub fn shell_script(folder: &Path, name: &str, script: &str) -> String {
    let path = folder.join(name);
    fs::write(&path, format!("#!/bin/sh\n{script}\n")).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    path.to_str().unwrap().to_owned()
}

fn games(args: &[&str]) -> Value {
    json(&[&["chess", "match"], args].concat())
}

#[test]
fn an_engine_against_itself_scores_half_of_every_pair() {
    let folder = Folder::new("chess-match-itself");
    let pgn = folder.path().join("games.pgn");
    let args = ["sparring", "sparring name=other", "--games", "6", "--depth", "2", "--concurrency", "2"];
    let document = games(&[&args[..], &["--pgn", pgn.to_str().unwrap()]].concat());
    assert_eq!((&document["pairs"], &document["share"]), (&value!([0, 0, 3, 0, 0]), &value!(0.5)));
    assert_eq!((&document["elo"], &document["elo_error"]), (&value!(0.0), &Value::Null));
    let names: Vec<&Value> = [0, 1].map(|engine| &document["engines"][engine]["name"]).to_vec();
    assert_eq!(names, ["sparring", "other"]);
    let text = fs::read_to_string(pgn).unwrap();
    let records: Vec<GameRecord> = PgnGames::new(&text).map(Result::unwrap).collect();
    assert_eq!(records.len(), 6);
    let rounds: BTreeSet<&str> = records.iter().map(|game| game.tags.get("Round").unwrap()).collect();
    assert_eq!(rounds, BTreeSet::from(["1", "2", "3"]));
    let moves: usize = records.iter().map(|game| game.moves.len()).sum();
    let counted: u64 = [0, 1].map(|engine| count(&document["engines"][engine], "moves")).iter().sum();
    assert_eq!(moves as u64, counted);
    for pair in records.chunks(2) {
        assert_eq!((&pair[0].start, &pair[0].moves), (&pair[1].start, &pair[1].moves));
        assert_eq!(pair[0].tags.get("White"), pair[1].tags.get("Black"));
        assert_ne!(pair[0].result, GameResult::Unfinished);
    }
}

#[test]
fn faults_lose_the_game_and_are_counted() {
    let folder = Folder::new("chess-match-faults");
    let expected = ["crashes", "time_losses", "illegal_moves"];
    for (name, on_go, best, fault) in [
        ("crash", "exit 3", "e2e4", "crashes"),
        ("late", "sleep 1", "e2e4", "time_losses"),
        ("illegal", "", "a1a1", "illegal_moves"),
        ("garbage", "printf '\\377\\0info depth x score\\n'", "\"e2e4\\33[2J\"", "illegal_moves"),
    ] {
        let engine = puppet(folder.path(), name, on_go, best);
        for players in [[engine.as_str(), "sparring"], ["sparring", engine.as_str()]] {
            let flags = ["--games", "2", "--movetime", "20", "--margin", "800", "--json"];
            let output = run(&[&["chess", "match"], &players[..], &flags].concat());
            let found = document(&String::from_utf8(output.stdout).unwrap());
            let seat = usize::from(players[0] == "sparring");
            assert_eq!(count(&found, ["lost", "won"][seat]), 2, "{name}: {found}");
            assert_eq!(found["elo"], Value::Null);
            for key in expected {
                let counted = [seat, 1 - seat].map(|engine| count(&found["engines"][engine], key));
                assert_eq!(counted, [2 * u64::from(key == fault), 0], "{name}: {found}");
            }
            let said = String::from_utf8(output.stderr).unwrap();
            assert_eq!(said.lines().count(), 2, "{said}");
            assert!(!said.contains('\u{1b}') && said.contains(name), "{said}");
        }
    }
}

#[test]
fn engines_that_cannot_play_are_refused() {
    let folder = Folder::new("chess-match-refused");
    let fine = puppet(folder.path(), "fine", "", "e2e4");
    let no_option = format!("{fine} option.Threads=2");
    for (engine, why) in [
        ("/nowhere/engine", "No such file"),
        ("true", "try its full path"),
        (no_option.as_str(), "the option 'Threads'"),
        ("", "got no program"),
        ("x option.Hash", "an option and its value"),
    ] {
        let line = refusal(&["chess", "match", "sparring", engine, "--games", "2"]);
        assert!(line.contains(why), "{line}");
    }
    let book = folder.path().join("book.epd");
    for (text, why) in [
        ("", "got no position"),
        ("4k3/8/8/8/8/8/8/4K2R w K -\n8/8", "line 2"),
        ("7k/6Q1/6K1/8/8/8/8/8 b - -", "a game that is over"),
    ] {
        fs::write(&book, text).unwrap();
        let openings = ["--openings", book.to_str().unwrap()];
        let line = refusal(&[&["chess", "match", "sparring", "sparring"], &openings[..]].concat());
        assert!(line.contains(why) && line.contains("book.epd"), "{line}");
    }
    for (flags, why) in [
        (&["--games", "3"][..], "an even number"),
        (&["--tc", "fast"], "seconds for the game"),
        (&["--tc", "1", "--nodes", "5"], "together"),
        (&["--sprt", "5,0"], "two Elo differences"),
    ] {
        let line = refusal(&[&["chess", "match", "sparring", "sparring"], flags].concat());
        assert!(line.contains(why), "{line}");
    }
}

#[test]
fn a_decided_test_ends_the_match() {
    let folder = Folder::new("chess-match-sprt");
    let engine = puppet(folder.path(), "hopeless", "", "a1a1");
    let args = ["sparring", &engine, "--games", "1000", "--depth", "1", "--sprt", "-300,300"];
    let output = run(&[&["chess", "match"], &args[..], &["--json"]].concat());
    let found = document(&String::from_utf8(output.stdout).unwrap());
    assert_eq!(found["sprt"]["verdict"], "elo1", "{found}");
    assert!(count(&found, "games") < 1000, "{found}");
}

#[test]
fn an_interrupted_match_tells_the_games_so_far() {
    let talks = "while :; do echo info depth 1; sleep 0.01; done";
    let sleeps = "exec sleep 100000";
    let (int, term, hup) = (Signal::INT, Signal::TERM, Signal::HUP);
    let ends = [(int, 130, sleeps), (term, 143, sleeps), (hup, 129, sleeps), (int, 130, talks)];
    for (signal, code, never_ends) in ends {
        let folder = Folder::new(&format!("chess-match-{code}-{}", never_ends.len()));
        let (pgn, stuck) = (folder.path().join("games.pgn"), folder.path().join("stuck"));
        // Two games are lost at once, the third never ends.
        let on_go = format!(
            "echo x >> \"$0.asked\"; if [ $(wc -l < \"$0.asked\") -gt 2 ]; then touch '{}'; {never_ends}; fi",
            stuck.display()
        );
        let engine = puppet(folder.path(), "stuck-engine", &on_go, "a1a1");
        let args = ["chess", "match", "sparring", &engine, "--depth", "1", "--json", "--pgn"];
        let mut command = process(&[&args[..], &[pgn.to_str().unwrap()]].concat());
        let mut running = Running::start(&mut command);
        running.until("the third game", || stuck.exists());
        running.signal(signal);
        let output = running.end();
        assert_eq!(output.status.code(), Some(code));
        let found = document(&String::from_utf8(output.stdout).unwrap());
        assert_eq!((count(&found, "games"), count(&found, "won")), (2, 2));
        assert_eq!(count(&found["engines"][1], "illegal_moves"), 2);
        let text = fs::read_to_string(pgn).unwrap();
        assert_eq!(PgnGames::new(&text).map(Result::unwrap).count(), 2);
    }
}

/// An engine is given 20 seconds to start.
#[test]
fn a_match_that_is_interrupted_while_an_engine_starts_ends_it() {
    let folder = Folder::new("chess-match-starting");
    let started = folder.path().join("started");
    let silent = format!("echo $$ > '{}'; exec sleep 100000", started.display());
    let engine = shell_script(folder.path(), "silent", &silent);
    let mut command = process(&["chess", "match", "sparring", &engine]);
    let mut running = Running::start(&mut command);
    let written = || fs::read_to_string(&started).unwrap_or_default();
    running.until("the start of the engine", || written().ends_with('\n'));
    let id = written().trim_end().to_owned();
    running.interrupt();
    assert_eq!(running.end().status.code(), Some(130), "it does not wait until the engine is given up");
    assert!(!Path::new("/proc").join(id).exists(), "the engine still runs");
}

#[test]
fn positions_of_chess960_are_played_in_its_notation() {
    let folder = Folder::new("chess-match-960");
    let book = folder.path().join("book.epd");
    let start = "bqnbnrkr/pppppppp/8/8/8/8/PPPPPPPP/BQNBNRKR w HFhf - 0 1";
    fs::write(&book, format!("# one of Chess960\n\n{start}\n")).unwrap();
    let pgn = folder.path().join("games.pgn");
    let files = ["--openings", book.to_str().unwrap(), "--pgn", pgn.to_str().unwrap()];
    let document = games(&[&["sparring", "sparring", "--games", "2", "--nodes", "200"], &files[..]].concat());
    assert_eq!(document["openings"], 1);
    let text = fs::read_to_string(pgn).unwrap();
    for game in PgnGames::new(&text) {
        assert_eq!(game.unwrap().start, start.parse::<Position>().unwrap());
    }
}

#[test]
fn making_a_book_ends_when_it_is_interrupted() {
    // The search of the first position would take for ever.
    let flags = ["chess", "openings", "--count", "5", "--level", "0", "--depth", "60", "--threads", "1"];
    let mut running = Running::start(&mut process(&flags));
    running.listens();
    running.works(Duration::from_millis(300));
    running.interrupt();
    let (output, time) = running.end_timed();
    assert_eq!(output.status.code(), Some(130));
    assert!(time < Duration::from_secs(20), "went on for {time:?} of processor time");
}

#[test]
fn a_book_is_made_by_a_command() {
    let made = |seed| {
        let search = ["--depth", "3", "--threads", "1", "--seed", seed];
        stdout(&[&["chess", "openings", "--count", "20", "--plies", "6"], &search[..]].concat())
    };
    let text = made("7");
    let keys = text.lines().map(|line| line.parse::<Epd>().unwrap().position.key());
    assert_eq!(keys.collect::<BTreeSet<u64>>().len(), 20);
    let told = text.lines().map(|line| line.rsplit_once("ce ").unwrap().1.trim_end_matches(';').to_owned());
    assert!(told.map(|told| told.parse::<i32>().unwrap()).all(|score| score.abs() <= 60), "{text}");
    assert_eq!(made("7"), text);
    assert_ne!(made("8"), text);
    let few = ["chess", "openings", "--count", "21", "--plies", "1", "--depth", "1", "--threads", "1"];
    let output = run(&[&few[..], &["--level", "10000"]].concat());
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(String::from_utf8(output.stdout).unwrap().lines().count(), 20);
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("got 20 positions, expected 21"), "{said}");
}

#[test]
fn openings_may_be_games() {
    let folder = Folder::new("chess-match-pgn-book");
    let (book, pgn) = (folder.path().join("book.pgn"), folder.path().join("games.pgn"));
    let stale = "[Event \"b\"]\n[FEN \"r5k1/ppp2ppp/8/8/8/8/PPP2PPP/R3K2R w KQq - 0 1\"]\n\n1. O-O *\n";
    fs::write(
        &book,
        [&b"[White \"J\xf6rg\"]\n\n1. e4 {best} c5 2. Nf3 *\n\n"[..], stale.as_bytes()].concat(),
    )
    .unwrap();
    let files = ["--openings", book.to_str().unwrap(), "--pgn", pgn.to_str().unwrap()];
    let output =
        run(&[&["chess", "match", "sparring", "sparring", "--games", "4", "--depth", "1"], &files[..]]
            .concat());
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success() && said.contains("line 6: castling q is ignored"), "{said}");
    let text = fs::read_to_string(pgn).unwrap();
    let starts: BTreeSet<String> = PgnGames::new(&text).map(|game| game.unwrap().start.to_string()).collect();
    let expected = [
        "r5k1/ppp2ppp/8/8/8/8/PPP2PPP/R4RK1 b - - 1 1",
        "rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2",
    ];
    assert_eq!(starts, BTreeSet::from(expected.map(str::to_owned)));
}

//! Claim: what engines and interruptions do to a match is judged rightly: doubled answers, time
//! against a bare king, engines without UCI, pairs that are finished before earlier ones.

use std::collections::BTreeSet;
use std::fs;

use rustix::process::Signal;
use serde_json::Value;
use sparring_engine::games::chess::{GameRecord, PgnGames};

use super::chess_match::{puppet, shell_script};
use crate::support::binary::{count, document, process, refusal, run};
use crate::support::folder::Folder;
use crate::support::running::Running;

/// The document of a match, and what it says on standard error.
fn played(args: &[&str]) -> (Value, String) {
    let output = run(&[&["chess", "match"], args, &["--json"]].concat());
    let said = String::from_utf8(output.stderr).unwrap();
    (document(&String::from_utf8(output.stdout).unwrap()), said)
}

#[test]
fn a_second_answer_is_not_the_next_move() {
    let folder = Folder::new("chess-match-doubled");
    for (name, pause) in [("at-once", ""), ("later", "sleep 0.02; ")] {
        let doubling = format!("case $line in bestmove*) {pause}echo \"$line\" ;; esac");
        let script = format!(
            "'{}' uci | while read -r line; do echo \"$line\"; {doubling}; done",
            env!("CARGO_BIN_EXE_sparring")
        );
        let engine = shell_script(folder.path(), name, &script);
        let (found, said) = played(&["sparring", &engine, "--games", "2", "--depth", "1"]);
        assert_eq!(count(&found["engines"][1], "illegal_moves"), 0, "{name}: {said}");
        assert!(count(&found["engines"][1], "moves") > 2, "{name}: {found}");
    }
}

/// FIDE's laws, 6.9.
#[test]
fn time_that_runs_out_against_a_bare_king_is_a_draw() {
    let folder = Folder::new("chess-match-bare-king");
    let engine = puppet(folder.path(), "late", "sleep 1", "a1a2");
    let (book, pgn) = (folder.path().join("book.epd"), folder.path().join("games.pgn"));
    let files = ["--openings", book.to_str().unwrap(), "--pgn", pgn.to_str().unwrap()];
    let flags = ["--games", "2", "--movetime", "20", "--margin", "800"];
    // The late engine has White in the first game. In the second one White can mate.
    fs::write(&book, "7k/8/8/8/8/8/8/KQ6 w - - 0 1\n").unwrap();
    let (found, said) = played(&[&[engine.as_str(), "sparring"], &flags[..], &files].concat());
    assert_eq!((count(&found, "drawn"), count(&found, "lost")), (1, 1), "{found}");
    assert_eq!(count(&found["engines"][0], "time_losses"), 1);
    assert!(said.contains("its opponent cannot mate"), "{said}");
    let text = fs::read_to_string(pgn).unwrap();
    let games: Vec<GameRecord> = PgnGames::new(&text).map(Result::unwrap).collect();
    assert_eq!(games[0].result.to_string(), "1/2-1/2");
    assert_eq!(games[0].tags.get("Termination"), Some("time forfeit"));
}

#[test]
fn an_engine_that_speaks_xboard_is_told_from_others() {
    let folder = Folder::new("chess-match-xboard");
    for (name, answer) in [
        ("xboard", "Error (unknown command): uci"),
        ("gnu", "Illegal move: uci"),
        ("prompt", "White (1) : Invalid move: uci"),
    ] {
        let script = format!("echo 'Chess 1.0'; while read -r line; do echo '{answer}'; done");
        let engine = shell_script(folder.path(), name, &script);
        let line = refusal(&["chess", "match", "sparring", &engine, "--games", "2"]);
        assert!(line.contains(&format!("got '{answer}' for uci")), "{line}");
        assert!(line.contains(&format!("\"{engine} --uci\"")), "{line}");
        let line = refusal(&["chess", "match", "sparring", &format!("{engine} proto=xboard")]);
        assert!(line.contains("proto=uci"), "{line}");
    }
}

#[test]
fn a_value_that_an_engine_does_not_declare_is_refused() {
    for (option, expected) in [
        ("Hash=999999999", "'999999999' for the option Hash, expected a whole number from 1 to 65536; try "),
        (
            "hash=16MB",
            "'16MB' for the option hash, expected a whole number from 1 to 65536; try option.hash=16",
        ),
        ("Hash=", "'' for the option Hash, expected a whole number"),
        ("Ponder=maybe", "'maybe' for the option Ponder, expected true or false; try option.Ponder=false"),
    ] {
        let engine = format!("sparring option.{option}");
        let line = refusal(&["chess", "match", "sparring", &engine, "--games", "2", "--nodes", "5"]);
        assert!(line.contains(&format!("got {expected}")), "{option}: {line}");
    }
}

/// An entry has 16 bytes: key, move, weight, learning.
#[test]
fn a_polyglot_book_is_named() {
    let folder = Folder::new("chess-match-polyglot");
    let book = folder.path().join("book.bin");
    fs::write(&book, b"\x46\x3b\x96\x18\x16\x91\xfc\x9c\x03\x1c\x00\x01\x00\x00\x00\x00").unwrap();
    let line = refusal(&["chess", "match", "sparring", "sparring", "--openings", book.to_str().unwrap()]);
    assert!(line.contains("(a binary file), expected a file of FEN, EPD or PGN, no Polyglot book"), "{line}");
}

#[test]
fn a_stopped_match_has_no_gaps() {
    let folder = Folder::new("chess-match-gaps");
    let [book, pgn, stuck] = ["book.epd", "games.pgn", "stuck"].map(|name| folder.path().join(name));
    // Both workers get stuck in games of the second opening, pairs 1 and 4.
    let quick = ["4k3/8/8/8/8/8/8/4K2R w K - 0 1", "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1"];
    let never_ends = "4k3/8/8/8/8/8/8/4K2Q w - - 0 1";
    fs::write(&book, format!("{}\n{never_ends}\n{}\n", quick[0], quick[1])).unwrap();
    let script = format!(
        "while read -r line; do case $line in\nuci) echo uciok ;;\nisready) echo readyok ;;\n\
         position*4K2Q*) waits=1 ;;\nposition*) waits= ;;\n\
         go*) if [ \"$waits\" ]; then echo x >> '{}'; exec sleep 100000; fi; echo bestmove a1a1 ;;\n\
         quit) exit ;;\nesac; done",
        stuck.display()
    );
    let engine = shell_script(folder.path(), "stuck-engine", &script);
    let flags = ["--depth", "1", "--games", "12", "--concurrency", "2", "--json"];
    let files = ["--openings", book.to_str().unwrap(), "--pgn", pgn.to_str().unwrap()];
    let args = [&["chess", "match", engine.as_str(), "sparring"], &flags[..], &files].concat();
    let mut running = Running::start(&mut process(&args));
    let waiting = || fs::read_to_string(&stuck).unwrap_or_default().lines().count();
    running.until("both workers", || waiting() == 2);
    running.signal(Signal::INT);
    let output = running.end();
    let found = document(&String::from_utf8(output.stdout).unwrap());
    assert_eq!((count(&found, "games"), count(&found, "won")), (2, 0), "{found}");
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("try --first-pair 1 --games 10"), "{said}");
    assert!(said.contains("left out 2 pairs"), "{said}");
    let text = fs::read_to_string(pgn).unwrap();
    let games: Vec<GameRecord> = PgnGames::new(&text).map(Result::unwrap).collect();
    let rounds: BTreeSet<&str> = games.iter().map(|game| game.tags.get("Round").unwrap()).collect();
    assert_eq!((games.len(), rounds), (2, BTreeSet::from(["1"])));
}

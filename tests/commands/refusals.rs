//! Claim: bad usage ends with exit code 2 and one line that says what was got, what was expected
//! and what to try.

use std::fs;
use std::path::PathBuf;

use crate::support::binary::{refusal, run};

fn refused(args: &[&str], words: &[&str]) {
    let line = refusal(args);
    for word in words {
        assert!(line.contains(word), "{args:?}: {word:?} is not in: {line}");
    }
}

#[test]
fn every_field_of_a_fen_is_checked() {
    for (fen, word) in [
        ("", "0 fields"),
        ("8/8/8/8/8/8/8/K1k5", "1 field"),
        ("8/8/8/8/8/8/8/K1k5 w - - 0 1 2", "7 fields"),
        ("8/8/8/8/8/8/K1k5 w - - 0 1", "7 ranks"),
        ("8/8/8/8/8/8/8/K1k6 w - - 0 1", "9 squares"),
        ("8/8/8/8/8/8/8/K1x5 w - - 0 1", "'x'"),
        ("8/8/8/8/8/8/8/K1k5 v - - 0 1", "side to move"),
        ("8/8/8/8/8/8/8/K1k5 w Z - 0 1", "castling"),
        ("8/8/8/8/8/8/8/K1k5 w - e9 0 1", "en-passant"),
        ("8/8/8/8/8/8/8/K1k5 w - - x 1", "clock"),
        ("8/8/8/8/8/8/8/K1k5 w - - 0 x", "move number"),
    ] {
        for verb in ["bestmove", "perft", "play"] {
            refused(&["chess", verb, "--fen", fen], &["FEN", word]);
        }
    }
}

#[test]
fn impossible_positions_are_refused() {
    for (fen, words) in [
        ("8/8/8/8/8/8/8/2k5 w - - 0 1", ["White", "no king"]),
        ("8/8/8/8/8/8/8/K1K1k3 w - - 0 1", ["White", "2 kings"]),
        ("8/8/8/8/8/8/8/K1k1k3 w - - 0 1", ["Black", "2 kings"]),
        ("k7/8/8/8/8/8/8/R3K3 w - - 0 1", ["Black", "in check"]),
        ("k6P/8/8/8/8/8/8/4K3 w - - 0 1", ["pawn", "h8"]),
        ("k7/8/8/8/8/8/8/p3K3 w - - 0 1", ["pawn", "a1"]),
    ] {
        let line = refusal(&["chess", "bestmove", "--fen", fen]);
        assert!(words.iter().all(|word| line.contains(word)), "{fen}: {line}");
    }
    refused(
        &["chess", "bestmove", "--fen", "7k/8/5QK1/8/8/8/8/8 b - -", "--side", "white"],
        &["--side", "in check"],
    );
}

#[test]
fn what_is_missing_is_named() {
    refused(&["chess", "match"], &["got no ENGINE, expected it here; try --help"]);
    refused(&["backgammon", "convert"], &["got no IN and OUT, expected it here"]);
    refused(
        &["chess", "bestmove", "--depth", "1", "--reps", "5"],
        &["got no --compare, expected it too; try to add --compare"],
    );
    refused(&["backgammon", "analyse", "--json"], &["got no --match, expected it too"]);
}

#[test]
fn a_refusal_is_one_line_whatever_was_got() {
    refused(&["chess", "bestmove", "--depth", "a\nb"], &["got 'a\\nb', expected"]);
    refused(&["che\nss"], &["got 'che\\nss', expected a command"]);
    refused(&["chess", "bestmove", "--strategy", "\u{1b}[1m"], &["\\u{1b}[1m"]);
    refused(
        &["chess", "bestmove", "--depth", "1", "--eventlog", "/nonexistent/a\nb"],
        &["/nonexistent/a\\nb"],
    );
}

#[test]
fn flags_and_commands_that_do_not_exist() {
    refused(&[], &["no command", "chess"]);
    refused(&["chess"], &["no command", "bestmove"]);
    refused(&["chess", "bestmvoe"], &["bestmvoe", "bestmove"]);
    refused(&["checkers"], &["checkers"]);
    refused(&["sched"], &["BENCH"]);
    refused(&["sched", "fub"], &["fub", "fib"]);
    refused(&["chess", "bestmove", "--dpth", "3"], &["--dpth", "--depth"]);
    refused(&["chess", "bestmove", "surplus"], &["surplus"]);
    for flag in ["--eventlog", "--trace", "--report"] {
        refused(&["chess", "bestmove", flag, "nowhere/file"], &[flag, "nowhere/file"]);
        refused(&["sched", "fib", flag, "file"], &[flag]);
    }
    refused(&["chess", "perft", "--depth", "1", "--report", "nowhere/x.svg"], &["--report", "nowhere/x.svg"]);
    refused(&["reproduce", "C", "--report", "x.svg"], &["--report", "x.svg", "report.html"]);
    refused(&["reproduce", "C", "--nodes", "4"], &["--nodes", "reproduce scaling"]);
    refused(&["reproduce", "C", "--workers", "2000"], &["--workers", "2000", "1024"]);
    refused(&["reproduce", "scaling", "--workers", "2000"], &["--workers", "2000", "1024"]);
    refused(&["chess", "bestmove", "--trace", "x", "--report", "x"], &["same file", "--trace", "--report"]);
    refused(&["chess", "bestmove", "--strategy", "best"], &["--strategy", "best", "ybw"]);
    refused(&["chess", "bestmove", "--board", "french"], &["--board", "french", "sicilian"]);
    refused(&["chess", "bestmove", "--side", "red"], &["--side", "red", "white"]);
    refused(&["chess", "bestmove", "--board", "start", "--fen", "x"], &["--board", "--fen"]);
    refused(&["chess", "bestmove", "--depth"], &["--depth", "no value"]);
    refused(&["chess", "bestmove", "--depth", "2", "--depth", "3"], &["--depth", "twice"]);
    refused(&["chess", "bestmove", "--compare", "--movetime", "5"], &["--compare", "--movetime"]);
}

/// What a refusal says to try.
fn hint(args: &[&str]) -> String {
    refusal(args).rsplit_once("; try ").unwrap().1.to_owned()
}

#[test]
fn hints_are_close_to_what_was_typed_or_lead_to_the_help() {
    for (args, instead) in [
        (&["chess", "bestmove", "--dpth", "3"][..], "--depth"),
        (&["chess", "bestmove", "--detph", "3"], "--depth"),
        (&["chess", "bestmove", "--repo", "x"], "--report"),
        (&["dots", "solve", "--depth", "3"], "--help"),
        (&["chess", "bestmove", "--time", "3"], "--movetime"),
        (&["backgammon", "play", "--points", "3"], "--length"),
        (&["chess", "perft", "--points", "3"], "--help"),
        (&["chess", "bestmove", "--foo"], "--help"),
        (&["chess", "bestmoves"], "bestmove"),
        (&["chess", "x"], "--help"),
        (&["ches"], "chess"),
        (&["checkers"], "--help"),
        (&["play"], "sparring chess play"),
        (&["solve"], "sparring dots solve"),
        (&["chess", "bestmove", "--board", "sicillian"], "sicilian"),
        (&["chess", "bestmove", "--board", "french"], "--help"),
        (&["chess", "bestmove", "--strategy", "alpha"], "alphabeta"),
        (&["sched", "fub"], "fib"),
        (&["help", "fomats"], "sparring help formats"),
        (&["help", "dost"], "sparring help dots"),
        (&["help", "everything"], "sparring help"),
    ] {
        assert_eq!(hint(args), instead, "{args:?}");
    }
}

#[test]
fn numbers_outside_their_range() {
    for threads in ["0", "257", "-1", "two", "99999999999999999999"] {
        refused(&["chess", "bestmove", "--threads", threads], &["--threads", threads, "1 to 256"]);
        refused(&["sched", "fib", "--threads", threads], &["--threads", threads, "1 to 256"]);
    }
    for depth in ["0", "129", "4294967297", "-3", "5.5", ""] {
        refused(&["chess", "bestmove", "--depth", depth], &["--depth", depth, "1 to 128"]);
    }
    for depth in ["21", "-1", "1e3"] {
        refused(&["chess", "perft", "--depth", depth], &["--depth", depth, "0 to 20"]);
    }
    for hash in ["0", "65537", "18446744073709551615", "-1"] {
        refused(&["chess", "bestmove", "--hash", hash], &["--hash", hash]);
    }
    refused(&["chess", "bestmove", "--par-depth", "0"], &["--par-depth"]);
    for (strategy, flag) in [
        ("pvs", "--split-depth"),
        ("root-split", "--split-depth"),
        ("lazy", "--split-depth"),
        ("chunks", "--split-depth"),
        ("ybw", "--chunks"),
    ] {
        let line = [flag, "got 4 with --strategy", strategy, "; try --strategy"];
        refused(&["chess", "bestmove", "--strategy", strategy, flag, "4"], &line);
    }
    for (strategy, flag) in [("star2", "--par-depth"), ("root-split", "--split-depth")] {
        let line = [flag, "got 1 with --strategy", strategy, "; try --strategy par-expectimax"];
        refused(&["backgammon", "bestmove", "--roll", "31", "--strategy", strategy, flag, "1"], &line);
    }
    refused(&["chess", "bestmove", "--movetime", "0"], &["--movetime"]);
    refused(&["chess", "bestmove", "--nodes", "-5"], &["--nodes"]);
    refused(&["chess", "bestmove", "--seed", "x"], &["--seed"]);
    refused(&["chess", "bestmove", "--stack", "0"], &["--stack"]);
    refused(&["sched", "fib", "--n", "99"], &["--n", "99", "34"]);
    refused(&["sched", "tree", "--n", "64"], &["--n", "64"]);
    refused(&["sched", "fib", "--reps", "0"], &["--reps"]);
    refused(&["sched", "latency", "--threads", "1"], &["latency", "--threads 2"]);
}

#[test]
fn processors_that_are_not_there() {
    refused(&["chess", "bestmove", "--pin", "everywhere"], &["--pin", "everywhere", "compact"]);
    refused(&["sched", "fib", "--pin", "4095"], &["4095", "--pin cores"]);
    let fib = ["simulate", "sched", "fib", "--topology"];
    let with = |more: &[&'static str]| [&fib[..], more].concat();
    refused(&with(&["2x"]), &["--topology", "2x", "expected packages", "2x16"]);
    refused(&with(&["no such file"]), &["--topology", "no such file", "lscpu -p", "2x16"]);
    refused(&with(&["2x2", "--workers", "2,5"]), &["--workers", "5", "4 processors"]);
    refused(&with(&["2x2", "--pin", "0,1"]), &["--pin", "cores"]);
    refused(&["simulate", "chess", "--victims", "near"], &["got no --topology"]);
    refused(&["simulate", "chess", "--far-ns", "100"], &["got no --topology"]);
}

#[test]
fn moves_that_cannot_be_played() {
    refused(&["chess", "bestmove", "--moves", "e2e4 e7e4"], &["--moves", "e7e4", "move 2"]);
}

fn file(name: &str, contents: &[u8]) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, contents).unwrap();
    path
}

#[test]
fn words_without_a_flag_and_pages_of_another_kind() {
    refused(&["chess", "bestmove", "pos.txt"], &["got 'pos.txt', expected a flag before it"]);
    refused(&["chess", "bestmove", "--report", "x.pdf"], &["--report: got 'x.pdf'", ".html or .svg"]);
    refused(&["backgammon", "cube", "--length", "7", "--score", "2/1"], &["got '2/1'", "try --score 2,4"]);
    let dashed = ["backgammon", "cube", "--depth", "0", "--length", "7", "--score", "2-1"];
    let joined = ["chess", "bestmove", "--fen=4k3/8/8/8/8/8/8/4K2R w K - 0 1", "--depth", "1"];
    for args in [&dashed[..], &joined] {
        assert_eq!(run(args).status.code(), Some(0), "{args:?}");
    }
}

#[test]
fn board_files_that_are_none() {
    let refused = |path: &PathBuf, word: &str| {
        let line = refusal(&["chess", "bestmove", "--board-file", path.to_str().unwrap()]);
        assert!(line.contains(word), "{line}");
    };
    refused(&PathBuf::from("no/such/file"), "no/such/file");
    refused(&std::env::temp_dir(), "--board-file");
    let row = "|br|bn|bb|bq|bk|bb|bn|br|\n";
    refused(&file("short.board", row.as_bytes()), "1 rows");
    refused(&file("narrow.board", "|br|bn|\n".repeat(8).as_bytes()), "line 1");
    refused(&file("strange.board", row.replace("bq", "bx").repeat(8).as_bytes()), "bx");
    refused(&file("crowded.board", row.repeat(8).as_bytes()), "king");
    refused(&file("binary.board", &[0xff; 200]), "1 rows");
    refused(&file("huge.board", &vec![b'|'; 1 << 20]), "bytes");
}

#[test]
fn help_and_version_are_no_refusals() {
    for args in [&["--help"][..], &["--version"], &["chess", "perft", "--help"], &["help", "sched"]] {
        let output = run(args);
        assert_eq!(output.status.code(), Some(0), "{args:?}");
        assert!(!output.stdout.is_empty() && output.stderr.is_empty(), "{args:?}");
    }
}

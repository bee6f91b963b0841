//! Claim: `sparring backgammon` refuses what it cannot do in one line: what was got, what was
//! expected and what to try.

use crate::support::binary::{process, refusal, run};

const START: &str = "-b----E-C---eE---c-e----B-";
const OVER: &str = "-A------------------------";

/// Each of these arguments of `sparring backgammon` is refused with these words.
fn refused(cases: &[(&[&str], &[&str])]) {
    for (args, words) in cases {
        let line = refusal(&[&["backgammon"], *args].concat());
        for word in *words {
            assert!(line.contains(word), "{args:?}: {word:?} is not in: {line}");
        }
        assert!(line.contains("; try "), "{args:?}: {line}");
    }
}

#[test]
fn dice_that_are_none() {
    for verb in ["moves", "bestmove"] {
        refused(&[
            (&[verb], &["no dice", "--roll 31"]),
            (&[verb, "--position", "4HPwATDgc/ABMA"], &["no dice", "--roll 31"]),
            (&[verb, "--roll", "07"], &["--roll", "'07'", "1 to 6"]),
            (&[verb, "--roll", "7"], &["--roll", "'7'"]),
            (&[verb, "--roll", "-1"], &["--roll", "'-1'"]),
            (&[verb, "--roll", ""], &["--roll", "''"]),
            (&[verb, "--roll", "311"], &["--roll", "'311'"]),
            (&[verb, "--roll"], &["--roll", "no value"]),
        ]);
    }
}

#[test]
fn positions_that_are_none() {
    refused(&[
        (&["moves", "--roll", "31", "--position", ""], &["--position", "got ''"]),
        (&["moves", "--roll", "31", "--position", "-b----E-C---eE---c-?----B-"], &["'?'", "character 20"]),
        (&["moves", "--roll", "31", "--position", "-b----E-C---eE---c-e----C-"], &["16 checkers of White"]),
        (&["moves", "--roll", "31", "--position", "-c----E-C---eE---c-e----B-"], &["16 checkers of Black"]),
        (&["moves", "--roll", "31", "--position", "Ab----E-C---eE---c-e------"], &["opponent's bar"]),
        (&["bestmove", "--roll", "31", "--position", "UQngADAAEAAE"], &["match id without a position id"]),
        (&["bestmove", "--position", "4HPwAT!gc/ABMA"], &["'!'", "character 7"]),
        (
            &["bestmove", "--position", "XGID=-b----E-C---eE---c-e----B-:0:0:1:71:0:0:0:0:10"],
            &["'71'", "dice"],
        ),
        (&["play", "--position", "board:you:me:1"], &["FIBS board", "4 fields"]),
        (&["perft", "--position", "--------------------------"], &["no checker"]),
        (&["perft", "--position", "x"], &["--position", "'x'"]),
        (&["moves", "--roll", "31", "--position", START, "--board", "start"], &["--position", "--board"]),
        (&["moves", "--roll", "31", "--board", "middle"], &["--board", "middle", "start"]),
        (&["moves", "--roll", "31", "--side", "red"], &["--side", "red", "white"]),
        (&["play", "--as", "red"], &["--as", "red", "white"]),
    ]);
}

#[test]
fn numbers_outside_their_range() {
    for verb in ["bestmove", "play", "external", "match"] {
        for (flag, number, range) in [
            ("--threads", "0", "1 to 256"),
            ("--threads", "257", "1 to 256"),
            ("--depth", "6", "0 to 5"),
            ("--depth", "-1", "0 to 5"),
            ("--keep", "0", "1 to 10000"),
            ("--keep", "10001", "1 to 10000"),
            ("--movetime", "0", "1 to"),
            ("--nodes", "0", "1 to"),
            ("--seed", "-1", "0 to"),
        ] {
            refused(&[(&[verb, flag, number], &[flag, number, range])]);
        }
    }
    refused(&[
        (&["bestmove", "--roll", "31", "--clamp", "0"], &["--clamp", "'0'", "0.001"]),
        (&["bestmove", "--roll", "31", "--clamp", "nan"], &["--clamp", "'nan'"]),
        (
            &["bestmove", "--roll", "31", "--clamp", "0.2", "--eval", "race"],
            &["--clamp", "half a unit of race"],
        ),
        (&["perft", "--depth", "21"], &["--depth", "21", "0 to 20"]),
        (&["perft", "--threads", "0"], &["--threads", "1 to 256"]),
        (&["external", "--port", "65536"], &["--port", "65536", "0 to 65535"]),
    ]);
}

#[test]
fn flags_and_verbs_that_do_not_exist_or_apply() {
    refused(&[
        (&[], &["no command", "bestmove", "external"]),
        (&["mvoes"], &["mvoes", "moves"]),
        (&["bestmove", "--roll", "31", "--strategy", "ybw"], &["--strategy", "ybw", "par-star2"]),
        (&["bestmove", "--roll", "31", "--eval", "gnubg"], &["--eval", "gnubg", "pubeval"]),
        (&["bestmove", "--roll", "31", "--compare", "--movetime", "5"], &["--compare", "--movetime"]),
        (
            &["bestmove", "--roll", "31", "--bearoff", "--eval", "race"],
            &["--bearoff", "--eval race", "pubeval"],
        ),
        (&["bestmove", "--depth", "1", "--depth", "2"], &["--depth", "twice"]),
        (&["moves", "--roll", "31", "--keep", "2"], &["--keep"]),
        (&["moves", "--roll", "31", "--depth", "2"], &["no --rank"]),
        (&["perft", "--roll", "31"], &["--roll"]),
        (&["play", "--clamp", "3"], &["--clamp"]),
        (&["external", "--port", "0", "--json"], &["--json"]),
        (&["external"], &["got no --port, expected it too"]),
    ]);
}

#[test]
fn players_that_cannot_play() {
    refused(&[
        (&["match"], &["no player", "two", "--side", "match pubeval random"]),
        (&["match", "pubeval"], &["one player", "two"]),
        (&["match", "pubeval", "random", "race"], &["'race'"]),
        (&["match", "bot", "random"], &["PLAYER: got 'bot'", "random, gnubg:PORT"]),
        (&["match", "gnubg", "random"], &["PLAYER: got 'gnubg'", "gnubg:4321"]),
        (&["match", "gnubg:4321:depth=1", "random"], &["PLAYER: got 'gnubg:4321:depth=1'", "port"]),
        (&["match", "random", "gnubg:1"], &["on port 1", "external localhost:1"]),
        (&["match", "pubeval:depth=6", "random"], &["'depth=6'", "0 to 5"]),
        (&["match", "random", "race:keep=0"], &["'keep=0'", "1 or more"]),
        (&["match", "random:depth=1", "race"], &["'depth=1' after random"]),
        (&["match", "pubeval", "random", "--games", "7"], &["got 7", "even", "--games 8"]),
        (&["match", "pubeval", "random", "--games", "0"], &["--games", "'0'"]),
        (&["match", "pubeval", "random", "--depth", "2"], &["PLAYER and --depth together"]),
        (&["match", "pubeval", "random", "--side", "white"], &["PLAYER and --side together"]),
        (&["match", "--side", "white", "--games", "10"], &["--games", "--side"]),
        (&["match", "--side", "red"], &["--side", "red"]),
        (&["match", "race", "random", "--bearoff"], &["--bearoff for race:depth=0 and random", "pubeval"]),
        (&["match", "--side", "white", "--eval", "blots", "--bearoff"], &["--bearoff", "pubeval"]),
    ]);
}

#[test]
fn help_is_no_refusal_and_says_what_a_depth_is() {
    for verb in ["bestmove", "moves", "perft", "play", "match", "external", "bearoff"] {
        let output = run(&["backgammon", verb, "--help"]);
        assert_eq!(output.status.code(), Some(0), "{verb}");
        assert!(output.stderr.is_empty());
        let help = String::from_utf8(output.stdout).unwrap();
        if ["bestmove", "play", "match", "external"].contains(&verb) {
            let words: Vec<&str> = help.split_whitespace().collect();
            let help = words.join(" ");
            assert!(
                help.contains("in gnubg's plies: 0 takes the static value after each own play"),
                "{help}"
            );
            assert!(help.contains("Examples: sparring backgammon"), "{help}");
        }
    }
}

#[test]
fn a_finished_game_needs_no_dice() {
    for verb in ["moves", "bestmove"] {
        let output = process(&["backgammon", verb, "--position", OVER]).output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{verb}");
    }
}

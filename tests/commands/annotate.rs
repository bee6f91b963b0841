//! Claim: `chess analyse --pgn` says of every move of a game what a search for all moves says of
//! it, and writes games that come back as they were, here and in python-chess.
//!
//! The part with python-chess needs Python with the package chess (see `support/python.rs`).

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Output};
use std::time::Duration;

use sparring_engine::games::chess::{GameRecord, Outcome, PgnGames, Position};

use crate::support::binary::{json, refusal};
use crate::support::folder::Folder;
use crate::support::piped::piped;
use crate::support::python::{python_with, said_by};
use crate::support::running::Running;
use crate::support::sparring::sparring;

/// Games with checks, castling, a repetition, a promotion and a mate; from other positions, of
/// Chess960; with foreign annotations.
pub(super) const GAMES: &str = r#"[Event "Opera"]
[White "Morphy"]
[Black "Duke \"Karl\""]
[Result "1-0"]

1. e4 e5 2. Nf3 d6 3. d4 Bg4? 4. dxe5 (4. Bb5+ {too (early} 4... c6 $1) 4... Bxf3 $6
5. Qxf3 dxe5 {[%clk 0:01:00] [%eval 1.5] theory} 6. Bc4 Nf6 7. Qb3 Qe7 8. Nc3 c6 9. Bg5 b5 10. Nxb5
cxb5 11. Bxb5+ Nbd7 12. O-O-O Rd8 13. Rxd7 Rxd7 14. Rd1 Qe6 15. Bxd7+ Nxd7 16. Qb8+ Nxb8 17. Rd8# 1-0

[Event "Repetition"]
[Result "1/2-1/2"]

1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Qa9 1/2-1/2

[Event "Broken off"]

{before all} 1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 *

[Event "Promotion"]
[SetUp "1"]
[FEN "8/P6k/8/8/8/8/6K1/8 w - - 0 60"]

60. a8=Q Kg6 61. Qa6+ Kf5 *

[Event "960"]
[Variant "Chess960"]
[SetUp "1"]
[FEN "rkbbnnqr/pppppppp/8/8/8/8/PPPPPPPP/RKBBNNQR w HAha - 0 1"]

1. e4 e5 2. Ne3 Ne6 3. Nf5 *

[Event "Dead"]
[SetUp "1"]
[FEN "8/8/8/4k3/8/8/3p4/3K4 w - - 0 1"]

1. Kxd2 Kd4 2. Ke2 1/2-1/2
"#;

/// Annotates a text: the games, standard error and the exit code.
pub(super) fn annotate(text: impl Into<Vec<u8>>, more: &[&str]) -> (String, String, i32) {
    let args = [&["chess", "analyse", "--pgn", "-", "--hash", "2"], more].concat();
    let Output { stdout, stderr, status } = sparring(&args).write_stdin(text).output();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (text(stdout), text(stderr), status.code().unwrap())
}

pub(super) fn read(text: &str) -> Vec<GameRecord> {
    PgnGames::new(text).collect::<Result<_, _>>().unwrap_or_else(|why| panic!("{why}: {text}"))
}

/// The games, without the one that is broken.
pub(super) fn sound() -> String {
    let broken = GAMES.find("[Event \"Repetition\"]").unwrap()..GAMES.find("[Event \"Broken off\"]").unwrap();
    GAMES.replace(&GAMES[broken], "")
}

#[test]
fn games_come_back_with_their_moves() {
    let (text, told, code) = annotate(sound(), &["--strategy", "ybw", "--depth", "2"]);
    assert_eq!(code, 0, "{told}");
    let (before, after) = (read(&sound()), read(&text));
    assert_eq!(before.len(), after.len());
    for (before, mut after) in before.into_iter().zip(after) {
        let annotator = after.tags.get("Annotator").unwrap().to_owned();
        assert!(annotator.starts_with("sparring ") && annotator.ends_with(", ybw, depth 2"), "{annotator}");
        after.tags.set("Annotator", "");
        assert_eq!(before, after);
    }
    assert!(
        text.contains("{before all} 1. Nf3 {[%eval ") && text.contains("[%clk 0:01:00] theory"),
        "{text}"
    );
    assert!(!text.contains("[%eval 1.5]") && text.lines().all(|line| line.len() < 80), "{text}");
    assert!(
        told.contains("5 games of ") && told.contains("1 variation and 2 glyphs of the input left out"),
        "{told}"
    );
    assert!(told.contains("\nSPARKS: "), "{told}");
}

/// Longer lines than of one move may differ from run to run, their values may not.
#[test]
fn annotated_games_may_be_annotated_again() {
    let exact = ["--strategy", "ybw", "--depth", "1"];
    let (text, _, _) = annotate(sound(), &exact);
    for more in [&["--jobs", "1", "--threads", "2"][..], &["--jobs", "3"]] {
        let (again, _, _) = annotate(text.as_str(), &[&exact, more].concat());
        assert_eq!(again, text, "{more:?}");
    }
}

/// A value in an annotation: centipawns or a mate, for White.
fn value(text: &str) -> (bool, f64) {
    match text.strip_prefix('#') {
        Some(moves) => (true, moves.parse().unwrap()),
        None => (false, text.parse().unwrap()),
    }
}

/// Every move's value is the one that it has among all moves of the position, with the game before
/// it.
#[test]
fn moves_have_the_value_that_they_have_among_all() {
    let text = sound();
    let exact = ["--strategy", "ybw", "--depth", "3"];
    let (annotated, _, _) = annotate(text.as_str(), &exact);
    let mut seen = (0, 0);
    let texts = annotated.split("[Event ").skip(1);
    for (game, text) in read(&annotated).into_iter().zip(texts) {
        let comments = text.split('{').skip(1).filter(|rest| !rest.starts_with("before all"));
        let mut comments = comments.map(|rest| rest.split('}').next().unwrap());
        let (mut position, mut moves) = (game.start.clone(), Vec::new());
        for &m in &game.moves {
            let so_far = moves.join(" ");
            let args = ["chess", "bestmove", "--fen", &game.start.to_string(), "--moves", &so_far];
            let all = json(&[&args[..], &exact, &["--multipv", "256", "--hash", "2"]].concat());
            let uci = position.uci(m);
            moves.push(uci.clone());
            let over = position.is_dead();
            let side = if position.to_string().contains(" w ") { 1.0 } else { -1.0 };
            position = position.play(m);
            if over {
                assert_eq!(comments.next(), Some("[%eval 0.00]"), "after the end");
                continue;
            }
            let lines = all["lines"].as_array().unwrap();
            let own = lines.iter().find(|line| line["move"] == uci.as_str()).unwrap();
            let comment = if position.outcome() == Some(Outcome::Checkmate) {
                continue;
            } else {
                comments.next().unwrap()
            };
            let said = comment.strip_prefix("[%eval ").unwrap().split(']').next().unwrap();
            let expected = match own["mate"].as_f64() {
                // One of the full moves of a mate is made.
                Some(n) => (true, side * if n > 0.0 { n - 1.0 } else { n }),
                None => (false, side * own["score"].as_f64().unwrap() / 100.0),
            };
            assert_eq!(value(said), expected, "{uci} after {so_far}: {own}\n{comment}");
            let better = lines[0]["score"] != own["score"] || lines[0]["mate"] != own["mate"];
            let best = format!(") {} was best.", lines[0]["san"][0].as_str().unwrap());
            assert_eq!(comment.replace('\n', " ").contains(&best), better, "{comment}");
            seen = (seen.0 + 1, seen.1 + usize::from(better));
        }
    }
    assert!(seen.0 > 40 && seen.1 > 20, "{seen:?}");
}

#[test]
fn glyphs_follow_the_loss() {
    // White gives away the queen.
    let (text, told, _) =
        annotate("1. e4 e5 2. Qg4 d5 3. Qg6 hxg6 *", &["--strategy", "ybw", "--depth", "3"]);
    let words: Vec<&str> = text.split_whitespace().collect();
    let glyph = |m: &str| words[words.iter().position(|word| *word == m).unwrap() + 1];
    assert_eq!((glyph("Qg6"), glyph("e4").starts_with('{')), ("$4", true), "{text}");
    assert!(text.contains("(3. Bb5+") && told.contains("1 ??"), "{text}{told}");
}

/// Prints for every game on standard input its moves, and checks what is said about them.
const SCRIPT: &str = r#"
import io, sys, chess.pgn
sys.stdin.reconfigure(encoding="utf-8")
text = io.StringIO(sys.stdin.read())
while (game := chess.pgn.read_game(text)) is not None:
    assert not game.errors, game.errors
    evals = glyphs = lines = 0
    for node in game.mainline():
        value = node.eval()
        over = node.parent.board().is_insufficient_material()
        assert value is not None or node.board().is_checkmate() or over, node.comment
        evals += value is not None
        judged = bool(node.nags & {2, 4, 6})
        assert judged == (len(node.parent.variations) == 2), node
        glyphs += judged
    print(game.headers["Event"], " ".join(move.uci() for move in game.mainline_moves()), evals, sep="|")
    assert game.board().chess960 == (game.headers.get("Variant") == "Chess960")
"#;

#[test]
fn python_chess_reads_annotated_games() {
    let Some(python) = python_with("chess.pgn", "python-chess", "python_chess_reads_annotated_games") else {
        return;
    };
    let (text, _, _) = annotate(sound(), &["--depth", "2"]);
    let said = said_by(&python, SCRIPT, &text);
    let games = read(&text);
    assert_eq!(said.lines().count(), games.len());
    for (game, line) in games.iter().zip(said.lines()) {
        let mut position: Position = game.start.clone();
        let mut moves = Vec::new();
        for &m in &game.moves {
            moves.push(position.uci(m));
            position = position.play(m);
        }
        let said: Vec<&str> = line.split('|').collect();
        assert_eq!(said[..2], [game.tags.get("Event").unwrap(), &moves.join(" ")], "{line}");
    }
}

#[test]
fn broken_games_are_named_and_the_others_annotated() {
    let long = format!("[Event \"long\"]\n\n1. e4 {{{}}} e5 *\n\n", "word ".repeat(1 << 18));
    let open = "[Event \"open\"]\n\n1. e4 { no end\n\n";
    let text = [GAMES, "\n", &long, open, "[Event \"last\"]\n\n1. d4 \u{bd}-\u{bd}\n"].concat();
    for end in ["\n", "\r\n"] {
        let (text, told, code) = annotate(text.replace('\n', end), &["--depth", "1"]);
        assert_eq!(code, 1, "{told}");
        let events: Vec<String> =
            read(&text).iter().map(|game| game.tags.get("Event").unwrap().to_owned()).collect();
        assert_eq!(events, ["Opera", "Broken off", "Promotion", "960", "Dead", "long", "last"]);
        let lines: Vec<&str> = told.lines().collect();
        assert!(lines[0].contains("-, line 13: got 'Qa9' as move 4., expected a legal move"), "{told}");
        assert!(lines[1].contains("got no end of the comment that begins here"), "{told}");
        assert!(
            told.ends_with("got 2 of 9 games that could not be read, expected none; try to correct them\n")
        );
    }
    let latin = [&b"[White \"J\xf6rg\"]\n1. e4 {\xbd}\n"[..], b"\n[Event \"x\"]\n1. f3 \x1b[2J *"].concat();
    let (text, told, _) = annotate(latin, &["--depth", "1"]);
    assert_eq!(read(&text)[0].tags.get("White"), Some("J\u{f6}rg"));
    assert!(!told.contains('\u{1b}') && told.contains("line 5: "), "{told}");
}

/// Nothing of a file is lost in silence, and nothing is written that it does not say.
#[test]
fn awkward_files_come_back_whole() {
    let text = "[Event \"3rd \"Harbour Cup\" open\"]\r[Result \"0-1\"]\r\r1. d4 -- 2. e4 = d5 ; good\r3. Z0 *\r\
                {ran away}\r\r[Event \"none came\"]\r[Result \"0-0\"]\r\r0-0\r\r\
                [Event \"mated\"]\r[Result \"1-0\"]\r\r1. f3 e5 2. g4 Qh4# 1-0*\r";
    let (text, told, code) = annotate(text, &["--depth", "1"]);
    assert_eq!(code, 0, "{told}");
    let (games, words) = (read(&text), text.split_whitespace().collect::<Vec<_>>().join(" "));
    let results: Vec<String> = games.iter().map(|game| game.result.to_string()).collect();
    let moves: Vec<usize> = games.iter().map(|game| game.moves.len()).collect();
    assert_eq!((results.join(" ").as_str(), moves), ("0-1 0-0 1-0", vec![5, 0, 4]), "{text}");
    assert_eq!(games[0].tags.get("Event"), Some("3rd \"Harbour Cup\" open"));
    assert!(words.contains("1... -- {[%eval") && words.contains("good}"), "{text}");
    assert!(words.contains("ran away} 0-1"), "{text}");
    assert!(
        told.contains("-, line 14: got the result 1-0 of a game that ends on the board, expected 0-1"),
        "{told}"
    );
    assert!(told.contains("0 variations and 1 glyph of the input left out"), "{told}");
}

#[test]
fn the_encoding_of_a_file_is_named_or_read() {
    let utf16: Vec<u8> =
        "\u{feff}[Event \"a\"]\n1. e4 *\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
    let (text, told, code) = annotate(utf16, &["--depth", "1"]);
    assert!(text.is_empty() && told.contains("UTF-16") && code != 0 && told.lines().count() == 1, "{told}");
    let (text, _, _) =
        annotate(b"[White \"Kova\x9aevi\xe6\"]\n1. e4 {\x93good\x94 \x96 so} *".to_vec(), &["--depth", "1"]);
    assert!(
        text.contains("[White \"Kova\u{161}evi\u{e6}\"]") && text.contains("\u{201c}good\u{201d} \u{2013}"),
        "{text}"
    );
}

#[test]
fn what_is_no_file_of_games_is_refused() {
    let folder = Folder::new("annotate-refused");
    let empty = folder.path().join("empty.pgn");
    fs::write(&empty, "% nothing\n").unwrap();
    let pgn = ["chess", "analyse", "--pgn"];
    for (args, got) in [
        (vec![folder.path().to_str().unwrap()], "a directory"),
        (vec!["missing.pgn"], "No such file"),
        (vec!["-", "--unordered"], "--unordered"),
        (vec!["-", "--resume", "x"], "--resume"),
    ] {
        assert!(refusal(&[&pgn, &args[..]].concat()).contains(got), "{args:?}");
    }
    let (text, told, code) = annotate("% nothing\n", &[]);
    assert!(text.is_empty() && told.contains("no game") && code == 2, "{told}");
}

#[test]
fn ctrl_c_keeps_the_games_that_are_finished() {
    let mut child = piped(&["chess", "analyse", "--pgn", "-", "--depth", "60"]);
    let dead = "[FEN \"8/8/8/4k3/8/8/8/3K4 w - - 0 1\"]\n\n1. Kd2 *\n\n";
    child.stdin.take().unwrap().write_all([dead, "[White \"x\"]\n1. e4 e5 *\n"].concat().as_bytes()).unwrap();
    let mut analysis = Running::of(child, "chess analyse --pgn".to_owned());
    analysis.works(Duration::from_secs(1));
    analysis.interrupt();
    let Output { stdout, stderr, status } = analysis.end();
    assert_eq!(status.code(), Some(130), "{}", String::from_utf8_lossy(&stderr));
    let games = read(std::str::from_utf8(&stdout).unwrap());
    assert_eq!((games.len(), games[0].moves.len()), (1, 1));
}

#[test]
fn a_game_that_ctrl_c_has_cut_off_is_no_error() {
    let mut child = piped(&["chess", "analyse", "--pgn", "-", "--depth", "1"]);
    let mut input = child.stdin.take().unwrap();
    input.write_all(b"[White \"a\"]\n\n1. e4 *\n\n[White \"b\"]\n\n1. e4 e5 2. Nf").unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    let mut line = String::new();
    while !line.ends_with("*\n") {
        line.clear();
        assert!(output.read_line(&mut line).unwrap() > 0);
    }
    Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    let told = child.wait_with_output().unwrap();
    drop(input);
    let stderr = String::from_utf8_lossy(&told.stderr);
    assert!(told.status.code() == Some(130) && !stderr.contains("Nf"), "{stderr}");
}

/// What the better move leads to is shown as far as it was looked at, not the move alone.
#[test]
fn a_variation_is_as_long_as_the_search_was_deep() {
    let play = &["--depth", "8"];
    for (flags, least) in [(&["--strategy", "ybw", "--depth", "5"][..], 5), (play, 4)] {
        let (text, _, code) = annotate(POOR, flags);
        let text = text.replace('\n', " ");
        let variations: Vec<&str> =
            text.split(" (").skip(1).filter(|rest| rest.starts_with(|c: char| c.is_ascii_digit())).collect();
        let moves = |variation: &&str| {
            let words = variation.split(')').next().unwrap().split_whitespace();
            words.filter(|word| word.starts_with(char::is_alphabetic)).count()
        };
        // Values in brackets have no letter.
        let lengths: Vec<usize> = variations.iter().map(moves).filter(|&moves| moves > 0).collect();
        assert!(code == 0 && lengths.len() >= 3, "{flags:?}: {text}");
        assert!(lengths.iter().all(|&moves| moves >= least), "{flags:?}, {lengths:?}: {text}");
    }
}

/// A game with bad moves.
pub(super) const POOR: &str =
    "1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6 6. Bg5 e6 7. f4 Be7 8. Qf3 h6 9. Bh4 g5
10. fxg5 Nfd7 11. Nxe6 fxe6 12. Qh5+ Kf8 13. Bb5 Ne5 14. Bg3 Bxg5 15. O-O+ Ke7 16. Bxe5 Qb6+ *";

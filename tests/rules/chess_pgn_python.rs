//! Claim: python-chess reads saved games as what they are.
//!
//! Needs Python with the package chess (`pip install chess`), either of this machine or of
//! `python/` in the target folder, where `.ci/run` puts it.

use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::TestRunner;
use sparring_engine::game::Side;
use sparring_engine::games::chess::{GameRecord, PgnGames};

use super::chess_pgn::game;
use crate::support::python::{python_with, said_by};

/// Prints for every game on standard input: result, White's name, moves in UCI, the last board.
const SCRIPT: &str = r#"
import io, sys, chess.pgn
sys.stdin.reconfigure(encoding="utf-8")
sys.stdout.reconfigure(encoding="utf-8")
text = io.StringIO(sys.stdin.read())
while (game := chess.pgn.read_game(text)) is not None:
    assert not game.errors, game.errors
    moves = " ".join(move.uci() for move in game.mainline_moves())
    end = game.end().board()
    side = "w" if end.turn else "b"
    print(game.headers["Result"], game.headers["White"], moves, end.board_fen(), side, sep="|")
"#;

/// What the script says of a game.
fn summary(game: &GameRecord) -> String {
    let mut position = game.start.clone();
    let mut moves = Vec::new();
    for &m in &game.moves {
        moves.push(position.uci(m));
        position = position.play(m);
    }
    let fen = position.to_string();
    let board = fen.split(' ').next().unwrap_or_default();
    let side = if position.side_to_move() == Side::First { "w" } else { "b" };
    // It leaves the escapes of a tag as they are.
    let white = game.tags.get("White").unwrap_or("?").replace('\\', "\\\\").replace('"', "\\\"");
    format!("{}|{white}|{}|{board}|{side}", game.result, moves.join(" "))
}

#[test]
fn python_chess_reads_saved_games() {
    let Some(python) = python_with("chess.pgn", "python-chess", "python_chess_reads_saved_games") else {
        return;
    };
    let mut runner = TestRunner::deterministic();
    let games: Vec<GameRecord> = (0..200).map(|_| game().new_tree(&mut runner).unwrap().current()).collect();
    let text: Vec<String> = games.iter().map(GameRecord::to_pgn).collect();
    let said = said_by(&python, SCRIPT, &text.join("\n"));
    let read: Vec<&str> = said.lines().collect();
    assert_eq!(read.len(), games.len());
    for ((game, text), read) in games.iter().zip(&text).zip(read) {
        assert_eq!(read, summary(game), "{text}");
    }
}

/// Spellings, null moves, comments and tags that python-chess reads.
const AWKWARD: &str = r#"[Event "3rd "Harbour Cup" open"]
[White "x"]
[Result "1-0"]

1. e4 {a} {b} = e5 += {c} 2. Nf3 +- -- -+ 3. Bb5 1-0 {Black resigns on time}

[White "late"]
[Result "0-1"]

1. d4 ± Z0 2. e4 d5 ∞ *
{ran away}

[White "tag first"]
[Result "1/2-1/2"]

1. f3 e5 2. g4 Qh4 mate 0-1

[White "spelled"]
[Result "*"]

1. e4 a6 2. e5 d5 3. exd6 e.p. c5 4. dxe7?! Bxe7 ch 5. Bb5+ axb5 1/2-1/2
"#;

/// Prints for every game its result, moves in UCI and comments with their plies.
const COMMENTS: &str = r#"
import io, sys, chess.pgn
sys.stdin.reconfigure(encoding="utf-8")
text = io.StringIO(sys.stdin.read())
while (game := chess.pgn.read_game(text)) is not None:
    assert not game.errors, game.errors
    said = [f"{node.ply()} {node.comment}" for node in [game, *game.mainline()] if node.comment]
    moves = " ".join(move.uci() for move in game.mainline_moves())
    print(game.headers["Result"], game.headers.get("Event", "?"), moves, *said, sep="|")
"#;

#[test]
fn awkward_games_are_read_as_python_chess_reads_them() {
    let name = "awkward_games_are_read_as_python_chess_reads_them";
    let Some(python) = python_with("chess.pgn", "python-chess", name) else { return };
    let mut games = PgnGames::new(AWKWARD);
    let mut ours = Vec::new();
    while let Some(game) = games.next_with_notes() {
        let (game, notes) = game.unwrap();
        let mut position = game.start.clone();
        let mut moves = Vec::new();
        for &m in &game.moves {
            moves.push(position.uci(m));
            position = position.play_or_pass(m);
        }
        let comments = notes.comments.iter().map(|(at, said)| format!("{at} {said}"));
        let event = game.tags.get("Event").unwrap_or("?");
        let parts = [game.result.to_string(), event.to_owned(), moves.join(" ")];
        ours.push(parts.into_iter().chain(comments).collect::<Vec<_>>().join("|"));
    }
    let said = said_by(&python, COMMENTS, AWKWARD);
    assert_eq!(said.lines().collect::<Vec<_>>(), ours);
}

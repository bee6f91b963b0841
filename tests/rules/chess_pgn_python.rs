//! Claim: python-chess reads saved games as what they are.
//!
//! Needs Python with the package chess (`pip install chess`), either of this machine or of
//! `python/` in the target folder, where `.ci/run` puts it.

use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::TestRunner;
use sparring_engine::game::Side;
use sparring_engine::games::chess::GameRecord;

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

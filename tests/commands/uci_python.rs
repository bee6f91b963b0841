//! Claim: python-chess plays whole games of chess and of Chess960 with `sparring uci`, and finds
//! nothing wrong with a move or a line.
//!
//! Needs Python with the package chess (`pip install chess`), either of this machine or of
//! `python/` in the target folder, where `.ci/run` puts it.

use std::process::Command;

use crate::support::python::python_with;

/// Plays games of the engine against itself, one with pondering, and prints how many moves of each
/// were checked. python-chess raises an error if a move is illegal or a line cannot be read.
const SCRIPT: &str = r#"
import sys, chess, chess.engine
LIMITS = [chess.engine.Limit(nodes=2000), chess.engine.Limit(time=0.005),
          chess.engine.Limit(white_clock=2, black_clock=2, white_inc=0.01, black_inc=0.01)]
with chess.engine.SimpleEngine.popen_uci([sys.argv[1], "uci"]) as engine:
    engine.configure({"Threads": 2, "Hash": 8, "Move Overhead": 5})
    for place in [None, 0, 518, 959]:
        board = chess.Board() if place is None else chess.Board.from_chess960_pos(place)
        plies = 0
        while not board.is_game_over(claim_draw=True) and plies < 150:
            played = engine.play(board, LIMITS[plies % 3], game=place, info=chess.engine.INFO_ALL,
                                 ponder=plies % 5 == 0)
            line = board.copy(stack=False)
            for move in played.info.get("pv", []):
                line.push(move)
            board.push(played.move)
            if played.ponder is not None:
                assert played.ponder in board.legal_moves
            plies += 1
        print(plies)
    several = engine.analyse(chess.Board(), chess.engine.Limit(depth=3), multipv=4)
    assert [info["multipv"] for info in several] == [1, 2, 3, 4]
"#;

#[test]
fn python_chess_plays_whole_games() {
    let Some(python) = python_with("chess.engine", "python-chess", "python_chess_plays_whole_games") else {
        return;
    };
    let output = Command::new(python).args(["-c", SCRIPT, env!("CARGO_BIN_EXE_sparring")]).output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{said}{}", String::from_utf8_lossy(&output.stderr));
    let plies: Vec<u32> = said.lines().map(|line| line.parse().unwrap()).collect();
    assert_eq!(plies.len(), 4, "{said}");
    assert!(plies.iter().all(|plies| *plies > 5), "{said}");
}

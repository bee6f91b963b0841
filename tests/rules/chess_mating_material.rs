//! Claim: the pieces with which a side can mate by some sequence of legal moves are those of
//! python-chess, so that who cannot mate does not win on time.

use sparring_engine::game::Side;
use sparring_engine::games::chess::Position;

use crate::support::python::{python_with, said_by};

/// Prints for every FEN on standard input whether White and Black can mate.
const SCRIPT: &str = r#"
import sys, chess
for line in sys.stdin:
    board = chess.Board(line)
    print(*(not board.has_insufficient_material(side) for side in (chess.WHITE, chess.BLACK)))
"#;

fn can_mate(fen: &str) -> [bool; 2] {
    let position: Position = fen.parse().unwrap();
    [Side::First, Side::Second].map(|side| position.can_mate(side))
}

#[test]
fn mating_needs_pieces() {
    for (fen, expected) in [
        ("4k3/8/8/8/8/8/8/QQQ1K3 w - - 0 1", [true, false]),
        ("4k3/4p3/8/8/8/8/8/N3K3 w - - 0 1", [true, true]),
        ("4k3/4q3/8/8/8/8/8/N3K3 w - - 0 1", [false, true]),
        ("4k3/8/8/8/8/8/8/NN2K3 w - - 0 1", [true, false]),
        ("3bk3/8/8/8/8/8/8/2B1K3 w - - 0 1", [false, false]),
        ("2b1k3/8/8/8/8/8/8/2B1K3 w - - 0 1", [true, true]),
        ("4k3/4r3/8/8/8/8/8/2B1K3 w - - 0 1", [false, true]),
    ] {
        assert_eq!(can_mate(fen), expected, "{fen}");
    }
}

#[test]
fn mating_material_is_that_of_python_chess() {
    let test = "mating_material_is_that_of_python_chess";
    let Some(python) = python_with("chess", "python-chess", test) else { return };
    // The two ranks of each side have squares of different colours.
    let kinds = ["8", "2p5", "2n5", "2b5", "2r5", "2q5"];
    let mut fens = Vec::new();
    for [a, b] in kinds.map(|a| kinds.map(|b| [a, b])).concat() {
        for [c, d] in kinds.map(|c| kinds.map(|d| [c, d])).concat() {
            let white = format!("{c}/{d}").to_uppercase();
            fens.push(format!("4k3/8/{a}/{b}/{white}/8/4K3 w - - 0 1"));
        }
    }
    let said = said_by(&python, SCRIPT, &(fens.join("\n") + "\n"));
    assert_eq!(said.lines().count(), 1296);
    for (fen, said) in fens.iter().zip(said.lines()) {
        let expected = can_mate(fen).map(|can| if can { "True" } else { "False" });
        assert_eq!(said, expected.join(" "), "{fen}");
    }
}

//! Claim: `sparring uci` drops castling rights that are dead, and searches no position that it has
//! refused.

use crate::support::uci::Uci;

/// The castling right of Black's king on g8 made a Chess960 position of this one.
#[test]
fn a_stale_right_is_dropped_and_said() {
    let mut uci = Uci::start();
    let fen = "r4rk1/pppq1ppp/2np1n2/2b1p3/2B1P3/2NP1N2/PPP2PPP/R1BQK2R w KQq - 0 9";
    let said = uci.ask(&format!("position fen {fen}"));
    assert_eq!(said, ["info string position: castling q is ignored, because king or rook has moved"]);
    let said = uci.go("go depth 2 searchmoves e1g1");
    assert!(said.last().unwrap().starts_with("bestmove e1g1"), "{said:?}");
    assert_eq!(uci.end(), [""; 0]);
}

#[test]
fn a_refused_position_is_not_searched() {
    let mut uci = Uci::start();
    uci.send("position startpos moves e2e4");
    uci.ask("position fen 8/8/8/8/8/8/8/8 w - - 0 1");
    let said = uci.go("go depth 2");
    assert!(said.len() == 2 && said[0].contains("refused") && said[1] == "bestmove 0000", "{said:?}");
    assert!(uci.go("position startpos\ngo depth 2").last().unwrap().len() > "bestmove 0000".len());
    assert_eq!(uci.end(), [""; 0]);
}

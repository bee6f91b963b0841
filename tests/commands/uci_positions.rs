//! Claim: `sparring uci` drops castling rights that are dead, searches no position that it has
//! refused, and has a line where nobody can win.

use crate::support::uci::Uci;

/// The castling right of Black's king on g8 made a Chess960 position of this one.
#[test]
fn a_stale_right_is_dropped_and_said() {
    let mut uci = Uci::start();
    let fen = "r4rk1/pppq1ppp/2np1n2/2b1p3/2B1P3/2NP1N2/PPP2PPP/R1BQK2R w KQq - 0 9";
    let said = uci.ask(&format!("position fen {fen}"));
    assert_eq!(said, ["info string position: castling q is ignored, because king or rook is not at home"]);
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

/// Kings alone, and a king with a bishop or a knight against one.
#[test]
fn a_dead_position_has_a_line_and_a_move() {
    let mut uci = Uci::start();
    for men in ["k7/8/8/8/8/8/8/K7", "k7/8/8/8/8/8/8/KB6", "k7/8/8/8/8/8/8/KN6"] {
        for go in ["go depth 5", "go movetime 20", "go nodes 100", "go wtime 1000 btime 1000"] {
            let said = uci.go(&format!("position fen {men} w - - 0 1\n{go}"));
            let [info, best] = &said[..] else { panic!("{said:?}") };
            let pv = info.split_once(" pv ").unwrap().1;
            assert!(info.starts_with("info depth 1 ") && info.contains(" score cp 0 "), "{info}");
            assert_eq!(*best, format!("bestmove {pv}"));
        }
    }
    // It is told before the stop.
    uci.send("setoption name MultiPV value 2\ngo infinite searchmoves a1b2 a1a2");
    let said = uci.until("info depth 1 seldepth 1 multipv 2 ");
    uci.send("stop");
    assert!(said[0].ends_with(" pv a1b2") && said[1].ends_with(" pv a1a2"), "{said:?}");
    assert_eq!(uci.until("bestmove"), ["bestmove a1b2"]);
    uci.send("position fen 7k/6Q1/6K1/8/8/8/8/8 b - - 0 1\ngo infinite");
    assert_eq!(uci.until("info"), ["info depth 0 score mate 0"]);
    assert_eq!(uci.go("stop"), ["bestmove (none)"]);
    assert_eq!(uci.end(), [""; 0]);
}

/// The first depth alone has 600,000 nodes. No processor searches them in 10 ms.
#[test]
fn the_clock_ends_the_first_depth_too() {
    let mut uci = Uci::start();
    let fen = "nq3q2/2r4q/6bb/1Nq1R1Q1/Q1r1nBqq/K1QNR1Qq/QQ2Q2q/QB2Q1qk w - - 0 1";
    let said = uci.go(&format!("position fen {fen}\ngo movetime 10"));
    let [.., info, best] = &said[..] else { panic!("{said:?}") };
    let nodes: u64 = info.split(" nodes ").nth(1).unwrap().split(' ').next().unwrap().parse().unwrap();
    assert!(nodes < 300_000, "{said:?}");
    let line = said.iter().find(|line| line.starts_with("info depth 1 ")).unwrap();
    let first = line.split(" pv ").nth(1).unwrap().split(' ').next().unwrap();
    assert_eq!(best.split(' ').nth(1), Some(first), "{said:?}");
    assert_eq!(uci.end(), [""; 0]);
}

//! Claim: an option of `sparring uci` holds for what comes after it, and one that is refused
//! changes no other.

use std::time::{Duration, Instant};

use crate::support::uci::Uci;

#[test]
fn an_option_keeps_its_value_when_another_is_refused() {
    let mut uci = Uci::start();
    if uci.ask("setoption name Hash value 65536").is_empty() {
        return; // so much memory that nothing is refused
    }
    assert_eq!(uci.ask("setoption name Threads value 2\ndebug on"), [""; 0]);
    let said = uci.go("go depth 9");
    assert!(said.iter().any(|line| line.contains("TASKS") && !line.contains("TASKS: 0 created")), "{said:?}");
    assert_eq!(uci.end(), [""; 0]);
}

#[test]
fn castling_is_written_as_the_option_says_now() {
    let mut uci = Uci::start();
    let fen = |castling: &str| format!("position fen 4k3/8/8/8/8/8/8/4K2R w {castling} - 0 1");
    let set = |on: &str| format!("setoption name UCI_Chess960 value {on}");
    for (castling, spelt) in [("K", ["e1h1", "e1g1"]), ("H", ["e1h1", "e1g1"])] {
        for (on, spelt) in [("true", spelt[0]), ("false", spelt[1])] {
            let said = uci.go(&format!(
                "{}\n{}\n{}\ngo depth 1 searchmoves e1g1",
                set("true"),
                fen(castling),
                set(on)
            ));
            assert_eq!(said.last().unwrap().split(' ').nth(1), Some(spelt), "{castling} {on} {said:?}");
        }
    }
    assert_eq!(uci.end(), [""; 0]);
}

#[test]
fn the_exact_strategy_says_that_it_looks_at_all_moves() {
    let mut uci = Uci::start();
    let said = uci.go("setoption name Strategy value ybw\ngo depth 2 searchmoves a2a3");
    assert!(said[0].starts_with("info string got go searchmoves"), "{said:?}");
    assert_eq!(uci.end(), [""; 0]);
}

/// The clock begins to run at `ponderhit`, and a depth is searched to its end.
#[test]
fn an_exact_search_that_ponders_uses_its_time_and_its_depth() {
    let mut uci = Uci::start();
    uci.send("setoption name Strategy value pvs\nposition startpos\ngo ponder depth 4\nponderhit");
    let said = uci.until("bestmove");
    assert!(said.iter().any(|line| line.starts_with("info depth 4 ")), "{said:?}");
    uci.send("go ponder movetime 300");
    uci.until("info depth 1 ");
    let begin = Instant::now();
    uci.send("ponderhit");
    uci.until("bestmove");
    assert!(begin.elapsed() > Duration::from_millis(200), "{:?}", begin.elapsed());
    assert_eq!(uci.end(), [""; 0]);
}

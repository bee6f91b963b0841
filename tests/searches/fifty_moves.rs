//! Claim: a playing search sees the end of fifty moves coming, whatever its table knows.

use sparring_engine::game::{Score, WIN, forced_end};
use sparring_engine::games::chess::{Chess, Simplified};
use sparring_engine::search::{Limits, PlayRequest, Settings};
use sparring_engine::{Compiled, Engine};
use sparring_sched::Pool;

/// The score of each depth, the last one last.
fn scores(engine: &Engine<Chess>, fen: &str, (depth, nodes): (u32, u64)) -> Vec<Score> {
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let request = PlayRequest::new(fen.parse().unwrap(), Settings::depth(depth).within(limits));
    let mut scores = Vec::new();
    let stop = engine.stop_switch();
    engine.go(&Compiled(Simplified), &request, &stop, &mut |found| scores.push(found.score));
    scores
}

/// A queen ahead, but the clock runs out: only mate or a capture would help.
#[test]
fn they_are_seen_coming() {
    let engine = Engine::new(Chess, Pool::new(1).unwrap(), 16);
    let last = |fen: &str| *scores(&engine, fen, (60, 20_000)).last().unwrap();
    assert_eq!(last("8/8/8/3k4/8/8/8/KQ6 w - - 99 90"), 0);
    assert!(last("8/8/8/3k4/8/8/8/KQ6 w - - 0 90") > 500);
    // Mate on the hundredth ply counts.
    assert_eq!(last("7k/8/6K1/8/8/8/8/5Q2 w - - 99 90"), WIN - 1);
}

/// No pawn moves here, and nothing is taken: the mate in ten that the table knows is a draw now.
#[test]
fn a_mate_that_comes_too_late_is_no_won_game() {
    let engine = Engine::new(Chess, Pool::new(1).unwrap(), 16);
    let early = scores(&engine, "8/8/8/8/8/4k3/8/4K2R w - - 0 1", (26, 3_000_000));
    assert!(forced_end(*early.last().unwrap()).is_some(), "{early:?}");
    let late = scores(&engine, "8/8/8/8/8/4k3/8/4K2R w - - 84 100", (12, u64::MAX));
    assert!(late.len() == 12 && late.iter().all(|&score| score < 2_000), "{late:?}");
}

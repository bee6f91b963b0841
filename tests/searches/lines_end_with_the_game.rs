//! Claim: the lines of a playing search are legal, end where the game does by mate or a draw, and
//! those of a forced mate go on to it.

use crate::support::random_chess::perft_suite;
use sparring_engine::game::forced_end;
use sparring_engine::games::chess::{Chess, Move, Position, Simplified};
use sparring_engine::search::{Bound, Limits, PlayRequest, Settings};
use sparring_engine::{Compiled, Engine};
use sparring_sched::Pool;

/// True if the game is over after `line` (keys of the positions before `position`).
fn is_over(position: &Position, line: &[u64]) -> bool {
    let drawn = position.halfmove_clock() >= 100 || line.contains(&position.key());
    drawn || position.outcome().is_some()
}

/// Panics unless the line ends where it should. Returns true if it ends with the game.
fn check(position: &Position, pv: &[Move], mate: Option<i32>) -> bool {
    let (mut at, mut keys) = (position.clone(), Vec::new());
    for (ply, &m) in pv.iter().enumerate() {
        assert!(at.legal_moves().contains(&m), "{position}: {m:?} of {pv:?}");
        assert!(ply == 0 || !is_over(&at, &keys), "{position}: {pv:?} goes on after {ply} plies");
        keys.push(at.key());
        at = at.play(m);
    }
    if let Some(plies) = mate {
        let mated = at.legal_moves().is_empty() && at.checkers().any();
        assert!(mated && pv.len() == plies.unsigned_abs() as usize, "{position}: mate in {plies} by {pv:?}");
    }
    is_over(&at, &keys)
}

/// Checks every line of a search. Returns the numbers of all, of those with a mate, and of those
/// that end with the game.
fn searched(fen: &str, threads: usize, depth: u32, lines: usize) -> (usize, usize, usize) {
    let engine = Engine::new(Chess, Pool::new(threads).unwrap(), 4);
    let position: Position = fen.parse().unwrap();
    let limits = Limits { nodes: Some(150_000), ..Limits::default() };
    let settings = Settings::depth(depth).within(limits).with_lines(lines);
    let request = PlayRequest::new(position.clone(), settings);
    let (mut all, mut mates, mut over) = (0, 0, 0);
    engine.go(&Compiled(Simplified), &request, &engine.stop_switch(), &mut |found| {
        for line in &found.lines {
            let mate = forced_end(line.score).filter(|_| found.bound == Bound::Exact);
            all += 1;
            mates += usize::from(mate.is_some());
            over += usize::from(check(&position, &line.pv, mate));
        }
    });
    (all, mates, over)
}

/// Rook and bishop against rook: the fifty moves are over before anything is decided.
#[test]
fn no_line_goes_on_behind_the_fiftieth_move() {
    let (mut all, mut over) = (0, 0);
    for threads in [1, 2] {
        for clock in 88..100 {
            let fen = format!("8/8/1k6/2r5/8/2K5/4B3/4R3 w - - {clock} 119");
            let (lines, _, ended) = searched(&fen, threads, 12, 2);
            (all, over) = (all + lines, over + ended);
        }
    }
    assert!(all > 200 && over > 50, "{over} of {all} lines end with the game");
}

#[test]
fn the_line_of_a_mate_leads_to_it() {
    let wac = include_str!("../data/wac.epd").lines();
    let fields = |line: &str| line.split(' ').take(4).collect::<Vec<_>>().join(" ");
    let endings = ["8/8/8/8/8/4k3/8/4K2R w - - 0 1", "8/8/8/3k4/8/8/8/KQ6 w - - 0 1"];
    let fens: Vec<String> = wac.step_by(7).chain(endings).map(fields).collect();
    let mut mates = 0;
    for threads in [1, 2] {
        for (turn, fen) in fens.iter().enumerate() {
            mates += searched(fen, threads, 30, 1 + turn % 3).1;
        }
    }
    assert!(mates > 100, "{mates} lines with a mate");
}

#[test]
fn the_lines_of_other_positions_end_with_the_game_too() {
    for (turn, position) in perft_suite().iter().step_by(5).enumerate() {
        searched(&position.to_string(), 1 + turn % 2, 30, 1 + turn % 3);
    }
}

use std::ops::ControlFlow;

use super::outcome::Outcome;
use super::plays::{Board, Results};
use super::position::Position;
use super::roll::Roll;

/// Counts the sequences of `depth` turns on one thread without a cache. A turn is one of the 21
/// rolls and a distinct result. No legal play counts as one result; finished games do not
/// continue.
pub fn perft(position: &Position, depth: u32) -> u64 {
    if depth == 0 {
        1
    } else if position.is_over() {
        0
    } else {
        below(position, depth, &mut Results::new())
    }
}

/// Counts at least one turn of an unfinished game. `last` is a buffer for the last turn's results.
fn below(position: &Position, depth: u32, last: &mut Results) -> u64 {
    let board = Board::of(position);
    let mut count = 0;
    for roll in Roll::ALL {
        if depth == 1 {
            count += board.results(roll, last).len() as u64;
        } else {
            board.each_result(roll, |result| {
                if Outcome::of(result).is_none() {
                    count += below(&result.handed_over(), depth - 1, last);
                }
                ControlFlow::Continue(())
            });
        }
    }
    count
}

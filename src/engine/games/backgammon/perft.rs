//! Perft: the number of ways a game can go on for a number of turns.

use std::ops::ControlFlow;

use super::outcome::Outcome;
use super::plays::{Board, Results};
use super::position::Position;
use super::roll::Roll;

/// Counts the sequences of `depth` turns, a turn being any of the 21 rolls and a distinct result of
/// playing it, by one thread and without memory. No legal play is one result; a finished game does
/// not go on.
///
/// Every result is made, those of the last turn too.
pub fn perft(position: &Position, depth: u32) -> u64 {
    if depth == 0 {
        1
    } else if position.is_over() {
        0
    } else {
        below(position, depth, &mut Results::new())
    }
}

/// At least one turn of a game that goes on. `last` is where the results of a last turn are made.
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

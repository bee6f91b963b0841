//! Backgammon: the full rules on an array of counts, identifiers, evaluators.

mod moves;
mod outcome;
mod perft;
mod plays;
mod position;
mod roll;

pub use moves::{Play, Step};
pub use outcome::Outcome;
pub use perft::perft;
pub use plays::{Board, Results};
pub use position::{CHECKERS, Position, PositionError, name};
pub use roll::{Roll, RollError};

use std::ops::ControlFlow;

use crate::game::{Side, Stochastic};

/// The rules of backgammon.
#[derive(Clone, Copy, Debug, Default)]
pub struct Backgammon;

/// All rolls and their weights out of 36.
static ROLLS: [(Roll, i64); 21] = {
    let mut rolls = [(Roll::ALL[0], 0); 21];
    let mut i = 0;
    while i < 21 {
        rolls[i] = (Roll::ALL[i], Roll::ALL[i].weight() as i64);
        i += 1;
    }
    rolls
};

impl Stochastic for Backgammon {
    type Position = Position;
    type Roll = Roll;
    type Outcome = Outcome;
    type Rank = u128;

    const WEIGHTS: i64 = Roll::WEIGHTS as i64;

    #[inline]
    fn side(&self, position: &Position) -> Side {
        position.side()
    }

    #[inline]
    fn rolls(&self) -> &'static [(Roll, i64)] {
        &ROLLS
    }

    #[inline]
    fn each_result(&self, position: &Position, roll: Roll, visit: impl FnMut(&Position) -> ControlFlow<()>) {
        position.each_result(roll, visit);
    }

    #[inline]
    fn rank(&self, result: &Position) -> u128 {
        result.rank()
    }

    #[inline]
    fn outcome(&self, result: &Position) -> Option<Outcome> {
        Outcome::of(result)
    }

    #[inline]
    fn hand_over(&self, result: &Position) -> Position {
        result.handed_over()
    }
}

//! Backgammon: the full rules on an array of counts, identifiers, evaluators, a network.

mod boards;
pub mod cube;
mod dice;
mod drawing;
mod eval;
mod fibs;
mod gnubg_id;
mod id;
mod mat;
mod moves;
pub mod network;
mod notation;
mod outcome;
mod parse;
mod perft;
mod plays;
mod position;
mod probabilities;
mod record;
mod refusal;
mod roll;
mod sgf;
mod state;
mod xgid;

pub use boards::NamedBoard;
pub use dice::Dice;
pub use drawing::{Picture, draw};
pub use eval::{Blots, Clamped, NamedEvaluator, Pubeval, Race};
pub use fibs::{FibsBoard, fibs_board};
pub use gnubg_id::{gnubg_id, match_id, position_id};
pub use id::{Form, Id, IdError, MatchState, Offer};
pub use mat::{MatError, MatFault, MatUnwritable};
pub use moves::{Play, Step};
pub use notation::parse_play;
pub use outcome::Outcome;
pub use parse::parse_id;
pub use perft::perft;
pub use plays::{Board, Results};
pub use position::{CHECKERS, Position, PositionError, name};
pub use probabilities::Probabilities;
pub use record::{
    Choice, Decision, End, Finish, GameRecord, MAX_GAMES, MAX_MATCH_BYTES, MAX_MATCH_TURNS, MAX_TURNS,
    MatchFileError, MatchRecord, RecordError, Turn,
};
pub use refusal::PlayError;
pub use roll::{Roll, RollError};
pub use sgf::{SgfError, SgfFault};
pub use state::{Action, GameState, Refusal, Stage};
pub use xgid::xgid;

use std::ops::ControlFlow;

use crate::game::{Side, Stochastic};

/// The rules of backgammon.
#[derive(Clone, Copy, Debug, Default)]
pub struct Backgammon;

/// All rolls and their weights out of 36, in search order: large rolls first, doubles last because
/// they weigh half and have the most plays. In this order Star1 and Star2 cut most
/// (`benches/results/engine-search.md`).
static ROLLS: [(Roll, i64); 21] = {
    let mut rolls = [(Roll::ALL[0], 0); 21];
    let (mut i, mut n) = (0, 0);
    while i < 42 {
        let roll = Roll::ALL[20 - i % 21];
        if roll.is_double() == (i >= 21) {
            rolls[n] = (roll, roll.weight() as i64);
            n += 1;
        }
        i += 1;
    }
    rolls
};

impl Stochastic for Backgammon {
    type Position = Position;
    type Roll = Roll;
    type Outcome = Outcome;
    type Prepared = Board;

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
    fn prepare(&self, position: &Position) -> Board {
        Board::of(position)
    }

    #[inline]
    fn each_result(&self, board: &Board, roll: Roll, visit: impl FnMut(&Position) -> ControlFlow<()>) {
        board.each_result(roll, visit);
    }

    #[inline]
    fn play_key(&self, position: &Position, result: &Position) -> u64 {
        position.play_key(result)
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

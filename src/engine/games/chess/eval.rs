//! The Simplified Evaluation: the sum of the values in `piece_square.rs`. Positions carry it, so
//! evaluating a leaf reads one word.

use super::position::Position;
use super::{Chess, Move, Outcome};
use crate::game::{Evaluator, IncrementalEvaluator, Score, WIN};

/// The Simplified Evaluation in centipawns, from the side to move's view.
#[derive(Clone, Copy, Debug, Default)]
pub struct Simplified;

impl Evaluator<Chess> for Simplified {
    fn unit(&self) -> &'static str {
        "centipawn"
    }

    #[inline]
    fn evaluate(&self, _game: &Chess, position: &Position) -> Score {
        position.score()
    }

    #[inline]
    fn outcome_value(&self, _game: &Chess, _position: &Position, outcome: Outcome, ply: u32) -> Score {
        match outcome {
            Outcome::Checkmate => -(WIN - ply as Score),
            _ => 0,
        }
    }
}

impl IncrementalEvaluator<Chess> for Simplified {
    type State = ();

    fn start(&self, _game: &Chess, _position: &Position) {}

    #[inline]
    fn advance(&self, _game: &Chess, _state: &mut (), _before: &Position, _m: Move, _after: &Position) {}

    #[inline]
    fn evaluate(&self, _game: &Chess, _state: &(), position: &Position) -> Score {
        position.score()
    }
}

//! The evaluation of positions whose end a search does not see: the boxes won so far.

use super::{Dots, Finished};
use crate::game::{Evaluator, Score};

/// The value of the boxes the side to move has won so far, less that of the other's.
#[derive(Clone, Copy, Debug)]
pub struct BoxesWon {
    total: Score,
}

impl BoxesWon {
    /// For boards like that of `game`.
    pub fn of(game: &Dots) -> BoxesWon {
        BoxesWon { total: game.board().total() }
    }
}

impl Evaluator<Dots> for BoxesWon {
    fn unit(&self) -> &'static str {
        "boxes"
    }

    fn bounds(&self) -> (Score, Score) {
        (-self.total, self.total)
    }

    #[inline]
    fn evaluate(&self, _game: &Dots, position: &super::Position) -> Score {
        position.net()
    }

    #[inline]
    fn outcome_value(&self, _game: &Dots, position: &super::Position, _: Finished, _ply: u32) -> Score {
        position.net()
    }
}

use super::{Dots, Finished};
use crate::game::{Evaluator, Score};

/// The value of the side to move's boxes minus the other side's.
#[derive(Clone, Copy, Debug)]
pub struct BoxesWon {
    total: Score,
}

impl BoxesWon {
    /// Creates the evaluator for the board of `game`.
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

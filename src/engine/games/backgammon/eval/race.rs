//! `race`: how far one side has got.

use super::super::position::{BAR, OFF, OPPONENT_OFF};
use super::super::{Backgammon, Outcome, Position};
use crate::game::{EquityEvaluator, Score, Side};

/// Home checkers + 10 for each borne off - points still to travel - 10 for each on the bar - the
/// opponent's checkers in the opponent's home.
///
/// The formula of the 2020 ancestor. It looks at the progress of one side only. So every position
/// of a search is valued for the same side, the one that searches; but each side's plays are
/// ordered, and with forward pruning kept, by the formula for the side that plays them. A checker
/// on the bar still has 25 points to travel. A finished game is worth what the formula says of it.
#[derive(Clone, Copy, Debug)]
pub struct Race {
    /// The side whose progress is valued.
    pub side: Side,
}

/// The amount that one checker adds, by the index where it stands: a checker of the valued side,
/// then one of its opponent.
type Weights = [[i16; 32]; 2];

/// The formula for the side from whose view the position is seen.
const OWN: Weights = {
    let mut weights = [[0; 32]; 2];
    let mut i = 1;
    while i <= BAR {
        weights[0][i] = (i <= 6) as i16 - i as i16;
        weights[1][i] = -((i >= 19 && i <= 24) as i16);
        i += 1;
    }
    weights[0][BAR] -= 10;
    weights[0][OFF] = 10;
    weights
};

/// The formula for the other side.
const THEIRS: Weights = {
    let mut weights = [[0; 32]; 2];
    let mut i = 0;
    while i <= BAR {
        weights[0][i] = OWN[1][25 - i];
        weights[1][i] = OWN[0][25 - i];
        i += 1;
    }
    // Checkers off are counted positive for both.
    weights[0][OPPONENT_OFF] = OWN[0][OFF];
    weights
};

fn sum(position: &Position, weights: &Weights) -> Score {
    let mut sum = 0i16;
    for (i, &n) in position.cells.iter().enumerate() {
        let n = i16::from(n);
        sum += n.max(0) * weights[0][i] + (-n).max(0) * weights[1][i];
    }
    Score::from(sum)
}

impl Race {
    /// The formula for the side whose view `position` has.
    pub fn formula(position: &Position) -> Score {
        sum(position, &OWN)
    }

    fn value(self, result: &Position) -> Score {
        if result.side() == self.side { sum(result, &OWN) } else { -sum(result, &THEIRS) }
    }
}

impl EquityEvaluator<Backgammon> for Race {
    type Before = ();

    fn unit(&self) -> &'static str {
        "race"
    }

    /// From everything on the bar and the opponent home, to everything off and no opponent home.
    fn bounds(&self, _: &Backgammon, position: &Position) -> (Score, Score) {
        let (worst, best) = (-15 * (25 + 10) - 15, 15 * 10);
        if position.side() == self.side { (worst, best) } else { (-best, -worst) }
    }

    #[inline]
    fn before(&self, _: &Backgammon, _: &Position) {}

    #[inline]
    fn evaluate(&self, _: &Backgammon, (): (), result: &Position) -> Score {
        self.value(result)
    }

    #[inline]
    fn outcome_value(&self, _: &Backgammon, result: &Position, _: Outcome) -> Score {
        self.value(result)
    }

    #[inline]
    fn preference(&self, _: &Backgammon, (): (), result: &Position) -> Score {
        Race::formula(result)
    }

    fn prefers_by_value(&self, side: Side) -> bool {
        side == self.side
    }
}

use super::super::position::{BAR, OFF, OPPONENT_OFF};
use super::super::{Backgammon, Outcome, Position};
use crate::game::{EquityEvaluator, Score, Side};

/// Home checkers + 10 per checker borne off - pips to travel - 10 per checker on the bar - the
/// opponent's checkers in its home.
///
/// The 2020 ancestor's formula, which considers one side's progress only. Every position of a
/// search is valued for the searching side; but each side's plays are ordered, and pruned, by its
/// own formula. A checker on the bar still has 25 pips to travel. Finished games have the
/// formula's value.
#[derive(Clone, Copy, Debug)]
pub struct Race {
    /// The side whose progress counts.
    pub side: Side,
}

/// The value of one checker by index: of the valued side, then of its opponent.
type Weights = [[i16; 32]; 2];

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

const THEIRS: Weights = {
    let mut weights = [[0; 32]; 2];
    let mut i = 0;
    while i <= BAR {
        weights[0][i] = OWN[1][25 - i];
        weights[1][i] = OWN[0][25 - i];
        i += 1;
    }
    // Checkers off count positive for both.
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
    /// Computes the formula for the side that sees `position`.
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

    /// The range from everything on the bar and the opponent home, to everything off and no
    /// opponent home.
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

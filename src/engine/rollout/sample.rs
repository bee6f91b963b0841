use std::ops::{AddAssign, SubAssign};

use crate::games::backgammon::cube::Holds;
use crate::games::backgammon::network::{Chances, ONE, OUTPUTS};
use crate::games::backgammon::{Outcome, Roll};

/// The result of one trial less the luck of its rolls, in units of `1 / UNIT`, or a difference of
/// two results. A single one may exceed the possible range.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sample {
    /// The chances to win, to win a gammon or a backgammon, and to lose a gammon or a backgammon.
    /// With the cube, a pass is a single game.
    pub chances: [i64; OUTPUTS],
    /// Points, or `2 * chance - 1` in a match. The other side's value is its negative.
    pub value: i64,
}

impl Sample {
    /// The number that stands for 1: means of chances over the 36 throws are whole numbers.
    pub const UNIT: i64 = ONE as i64 * Roll::WEIGHTS as i64;

    /// Weights chances and a value, in units of `1 / ONE`, by `weight` of 36 throws.
    #[inline]
    pub(super) fn weighed(chances: Chances, value: i64, weight: u32) -> Sample {
        let weight = i64::from(weight);
        let chances = chances.as_array().map(|chance| i64::from(chance) * weight);
        Sample { chances, value: value * weight }
    }

    pub(super) fn fixed(holds: &Holds, value: f64) -> i64 {
        let value = if holds.is_match() { 2.0 * value - 1.0 } else { value };
        (value * f64::from(ONE)).round() as i64
    }

    /// Converts chances without a cube.
    #[inline]
    pub fn of(chances: Chances) -> Sample {
        Sample::weighed(chances, chances.equity().into(), Roll::WEIGHTS)
    }

    pub(super) fn lost(outcome: Outcome) -> Sample {
        Sample::of(Chances::won(outcome)).of_other()
    }

    /// The sample of the other side.
    #[inline]
    pub fn of_other(self) -> Sample {
        let mut other = self.difference_of_other();
        other.chances[0] = Sample::UNIT - self.chances[0];
        other
    }

    /// A difference of samples of the other side.
    #[inline]
    pub fn difference_of_other(self) -> Sample {
        let [win, win_gammon, win_backgammon, lose_gammon, lose_backgammon] = self.chances;
        let chances = [-win, lose_gammon, lose_backgammon, win_gammon, win_backgammon];
        Sample { chances, value: -self.value }
    }
}

impl AddAssign for Sample {
    #[inline]
    fn add_assign(&mut self, other: Sample) {
        self.chances.iter_mut().zip(other.chances).for_each(|(a, b)| *a += b);
        self.value += other.value;
    }
}

impl SubAssign for Sample {
    #[inline]
    fn sub_assign(&mut self, other: Sample) {
        self.chances.iter_mut().zip(other.chances).for_each(|(a, b)| *a -= b);
        self.value -= other.value;
    }
}

//! The result of one trial.

use std::ops::{AddAssign, SubAssign};

use crate::games::backgammon::cube::Holds;
use crate::games::backgammon::network::{Chances, ONE, OUTPUTS};
use crate::games::backgammon::{Outcome, Roll};

/// The result of one trial, less the luck of its rolls, in units of `1 / UNIT`; or a difference
/// of such. Single trials may say less or more than can be.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sample {
    /// The chances to win, to win a gammon, a backgammon, to lose a gammon, a backgammon. With the
    /// cube a pass is a single game.
    pub chances: [i64; OUTPUTS],
    /// The worth of the chances: points; of a match twice the chance to win it, less one. What one
    /// side has the other has not.
    pub value: i64,
}

impl Sample {
    /// The number that stands for 1: means over the 36 throws of chances are whole numbers.
    pub const UNIT: i64 = ONE as i64 * Roll::WEIGHTS as i64;

    /// Chances and what they are worth in units of `1 / ONE`, `weight` times of 36.
    #[inline]
    pub(super) fn weighed(chances: Chances, value: i64, weight: u32) -> Sample {
        let weight = i64::from(weight);
        let chances = chances.as_array().map(|chance| i64::from(chance) * weight);
        Sample { chances, value: value * weight }
    }

    /// A value, points or the chance to win a match, in units of `1 / ONE` as samples have it.
    pub(super) fn fixed(holds: &Holds, value: f64) -> i64 {
        let value = if holds.is_match() { 2.0 * value - 1.0 } else { value };
        (value * f64::from(ONE)).round() as i64
    }

    /// Chances, and the points of a game without the cube.
    #[inline]
    pub fn of(chances: Chances) -> Sample {
        Sample::weighed(chances, chances.equity().into(), Roll::WEIGHTS)
    }

    /// The sample of the side that has lost, without the cube.
    pub(super) fn lost(outcome: Outcome) -> Sample {
        Sample::of(Chances::won(outcome)).of_other()
    }

    /// The same for the other side.
    #[inline]
    pub fn of_other(self) -> Sample {
        let mut other = self.difference_of_other();
        other.chances[0] = Sample::UNIT - self.chances[0];
        other
    }

    /// The same for the other side, of a difference.
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

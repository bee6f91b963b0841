//! What one trial says.

use std::ops::{AddAssign, SubAssign};

use crate::games::backgammon::Roll;
use crate::games::backgammon::network::{Chances, ONE, OUTPUTS};

/// The chances that one trial ends with, less the luck of its rolls, in units of `1 / UNIT`; or a
/// difference of chances. Single trials may say less than 0 or more than 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sample(pub [i64; OUTPUTS]);

impl Sample {
    /// What 1 is: means over the 36 throws of chances are whole numbers.
    pub const UNIT: i64 = ONE as i64 * Roll::WEIGHTS as i64;

    /// Chances, `weight` times of 36.
    #[inline]
    pub fn weighed(chances: Chances, weight: u32) -> Sample {
        Sample(chances.as_array().map(|chance| i64::from(chance) * i64::from(weight)))
    }

    /// Chances.
    #[inline]
    pub fn of(chances: Chances) -> Sample {
        Sample::weighed(chances, Roll::WEIGHTS)
    }

    /// The same for the other side, of chances.
    #[inline]
    pub fn of_other(self) -> Sample {
        let Sample([win, ..]) = self;
        let mut other = self.difference_of_other();
        other.0[0] = Sample::UNIT - win;
        other
    }

    /// The same for the other side, of a difference of chances.
    #[inline]
    pub fn difference_of_other(self) -> Sample {
        let Sample([win, win_gammon, win_backgammon, lose_gammon, lose_backgammon]) = self;
        Sample([-win, lose_gammon, lose_backgammon, win_gammon, win_backgammon])
    }

    /// Points of a game without the cube, in units of `1 / UNIT`.
    #[inline]
    pub fn equity(self) -> i64 {
        let Sample([win, win_gammon, win_backgammon, lose_gammon, lose_backgammon]) = self;
        2 * win - Sample::UNIT + win_gammon + win_backgammon - lose_gammon - lose_backgammon
    }
}

impl AddAssign for Sample {
    #[inline]
    fn add_assign(&mut self, other: Sample) {
        self.0.iter_mut().zip(other.0).for_each(|(a, b)| *a += b);
    }
}

impl SubAssign for Sample {
    #[inline]
    fn sub_assign(&mut self, other: Sample) {
        self.0.iter_mut().zip(other.0).for_each(|(a, b)| *a -= b);
    }
}

use super::network::{Chances, ONE};
use super::{Outcome, Roll};

/// The probabilities, 0 to 1, of each end of a game for one side. Wins include gammons and
/// backgammons, gammons include backgammons. [`Chances`] are exact numbers of this kind.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Probabilities {
    /// To win.
    pub win: f64,
    /// To win a gammon or a backgammon.
    pub win_gammon: f64,
    /// To win a backgammon.
    pub win_backgammon: f64,
    /// To lose a gammon or a backgammon.
    pub lose_gammon: f64,
    /// To lose a backgammon.
    pub lose_backgammon: f64,
}

impl Probabilities {
    /// The winner's probabilities.
    pub fn won(outcome: Outcome) -> Probabilities {
        Chances::won(outcome).into()
    }

    /// The mean over all rolls, each given once.
    pub fn mean(rolls: impl IntoIterator<Item = (Roll, Probabilities)>) -> Probabilities {
        let mut sums = [0.0; 5];
        for (roll, of) in rolls {
            let weight = f64::from(roll.weight());
            sums.iter_mut().zip(of.as_array()).for_each(|(sum, chance)| *sum += weight * chance);
        }
        sums.map(|sum| sum / f64::from(Roll::WEIGHTS)).into()
    }

    /// The probabilities in the order of the fields.
    pub fn as_array(self) -> [f64; 5] {
        [self.win, self.win_gammon, self.win_backgammon, self.lose_gammon, self.lose_backgammon]
    }

    /// The other side's probabilities.
    #[inline]
    pub fn of_other(self) -> Probabilities {
        Probabilities {
            win: 1.0 - self.win,
            win_gammon: self.lose_gammon,
            win_backgammon: self.lose_backgammon,
            lose_gammon: self.win_gammon,
            lose_backgammon: self.win_backgammon,
        }
    }

    /// The expected points without the cube, -3 to 3.
    #[inline]
    pub fn points(&self) -> f64 {
        2.0 * self.win - 1.0 + self.win_gammon + self.win_backgammon - self.lose_gammon - self.lose_backgammon
    }
}

impl From<[f64; 5]> for Probabilities {
    /// Takes probabilities in the order of the fields.
    #[inline]
    fn from([win, win_gammon, win_backgammon, lose_gammon, lose_backgammon]: [f64; 5]) -> Probabilities {
        Probabilities { win, win_gammon, win_backgammon, lose_gammon, lose_backgammon }
    }
}

impl From<Chances> for Probabilities {
    #[inline]
    fn from(chances: Chances) -> Probabilities {
        chances.as_array().map(|chance| f64::from(chance) / f64::from(ONE)).into()
    }
}

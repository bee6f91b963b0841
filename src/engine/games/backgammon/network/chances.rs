//! Probabilities of each end of a game.

use super::super::{Outcome, Position};
use crate::game::Score;

pub use super::sigmoid::ONE;

/// Probabilities of each end of the game for the side that has just played, in units of `1 / ONE`.
///
/// A gammon includes backgammons, so that the expected points are a sum with signs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Chances {
    /// To win.
    pub win: i32,
    /// To win a gammon or a backgammon.
    pub win_gammon: i32,
    /// To win a backgammon.
    pub win_backgammon: i32,
    /// To lose a gammon or a backgammon.
    pub lose_gammon: i32,
    /// To lose a backgammon.
    pub lose_backgammon: i32,
}

impl Chances {
    /// The chances of a game that the side has won.
    #[inline]
    pub fn won(outcome: Outcome) -> Chances {
        let points = outcome.points();
        let at_least = |least: i32| if points >= least { ONE } else { 0 };
        Chances { win: ONE, win_gammon: at_least(2), win_backgammon: at_least(3), ..Chances::default() }
    }

    /// The output of a network, without the impossible: gammons of a side that has borne off a
    /// checker, more backgammons than gammons than games.
    #[inline(always)]
    pub(super) fn possible(outputs: [i32; 5], result: &Position) -> Chances {
        let [win, win_gammon, win_backgammon, lose_gammon, lose_backgammon] = outputs;
        let win_gammon = if result.opponent_off() > 0 { 0 } else { win_gammon.min(win) };
        let lose_gammon = if result.off() > 0 { 0 } else { lose_gammon.min(ONE - win) };
        Chances {
            win,
            win_gammon,
            win_backgammon: win_backgammon.min(win_gammon),
            lose_gammon,
            lose_backgammon: lose_backgammon.min(lose_gammon),
        }
    }

    /// The same for the other side.
    #[inline]
    pub fn of_other(self) -> Chances {
        Chances {
            win: ONE - self.win,
            win_gammon: self.lose_gammon,
            win_backgammon: self.lose_backgammon,
            lose_gammon: self.win_gammon,
            lose_backgammon: self.win_backgammon,
        }
    }

    /// Expected points of a game without the cube, in units of `1 / ONE`: from -3 to 3 points.
    #[inline]
    pub fn equity(self) -> Score {
        2 * self.win - ONE + self.win_gammon + self.win_backgammon - self.lose_gammon - self.lose_backgammon
    }

    /// In the order of the network's outputs.
    pub fn as_array(self) -> [i32; 5] {
        [self.win, self.win_gammon, self.win_backgammon, self.lose_gammon, self.lose_backgammon]
    }
}

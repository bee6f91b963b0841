use super::super::{Outcome, Position};
use crate::game::Score;

pub use super::sigmoid::ONE;

/// Probabilities of each end of the game for the side that has just played, in units of `1 / ONE`.
/// A gammon includes backgammons, so expected points are a signed sum.
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
    /// The winner's chances.
    #[inline]
    pub fn won(outcome: Outcome) -> Chances {
        let points = outcome.points();
        let at_least = |least: i32| if points >= least { ONE } else { 0 };
        Chances { win: ONE, win_gammon: at_least(2), win_backgammon: at_least(3), ..Chances::default() }
    }

    /// Removes impossible outputs: gammons of a side that has borne off a checker, and more
    /// backgammons than gammons or more gammons than games.
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

    /// The other side's chances.
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

    /// The expected points without the cube, -3 to 3, in units of `1 / ONE`.
    #[inline]
    pub fn equity(self) -> Score {
        2 * self.win - ONE + self.win_gammon + self.win_backgammon - self.lose_gammon - self.lose_backgammon
    }

    /// The chances in the order of the network's outputs.
    pub fn as_array(self) -> [i32; 5] {
        [self.win, self.win_gammon, self.win_backgammon, self.lose_gammon, self.lose_backgammon]
    }
}

use super::super::Probabilities;
use super::super::network::Chances;

/// The winning probability, and the shares of gammons and backgammons among games won and lost.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Odds {
    /// The winning chance, 0 to 1.
    win: f64,
    /// The shares of single games, gammons and backgammons among all games won.
    won: [f64; 3],
    /// The same shares of games lost.
    lost: [f64; 3],
}

impl Odds {
    /// Creates odds from probabilities in the order of their fields.
    #[inline]
    pub fn new(probabilities: [f64; 5]) -> Odds {
        Odds::from(Probabilities::from(probabilities))
    }

    /// Replaces the winning chance; gammons keep their shares of games won and lost.
    pub fn at(self, win: f64) -> Odds {
        Odds { win: within_unit(win), ..self }
    }

    /// The other side's odds.
    #[inline]
    pub fn of_other(self) -> Odds {
        Odds { win: 1.0 - self.win, won: self.lost, lost: self.won }
    }

    /// The winning chance.
    #[inline]
    pub fn win(&self) -> f64 {
        self.win
    }

    /// The mean worth of a game won, given that of a single game, a gammon and a
    /// backgammon.
    #[inline]
    pub(super) fn mean_won(&self, worth: &[f64; 3]) -> f64 {
        mean(&self.won, worth)
    }

    #[inline]
    pub(super) fn mean_lost(&self, worth: &[f64; 3]) -> f64 {
        mean(&self.lost, worth)
    }
}

impl From<Probabilities> for Odds {
    /// Lowers probabilities that contradict each other until they do not.
    #[inline]
    fn from(given: Probabilities) -> Odds {
        let win = within_unit(given.win);
        Odds {
            win,
            won: parts(win, given.win_gammon, given.win_backgammon),
            lost: parts(1.0 - win, given.lose_gammon, given.lose_backgammon),
        }
    }
}

impl From<Chances> for Odds {
    #[inline]
    fn from(chances: Chances) -> Odds {
        Odds::from(Probabilities::from(chances))
    }
}

#[inline]
fn mean(parts: &[f64; 3], worth: &[f64; 3]) -> f64 {
    parts[0] * worth[0] + parts[1] * worth[1] + parts[2] * worth[2]
}

/// The shares of single games, gammons and backgammons. If there are no games, all are
/// single.
#[inline]
fn parts(all: f64, gammons: f64, backgammons: f64) -> [f64; 3] {
    if all <= 0.0 {
        return [1.0, 0.0, 0.0];
    }
    let gammons = within_unit(gammons / all);
    let backgammons = within_unit(backgammons / all).min(gammons);
    [1.0 - gammons, gammons - backgammons, backgammons]
}

/// Clamps a number to 0 to 1; NaN becomes 0.
#[inline]
pub(super) fn within_unit(number: f64) -> f64 {
    if number > 0.0 { number.min(1.0) } else { 0.0 }
}

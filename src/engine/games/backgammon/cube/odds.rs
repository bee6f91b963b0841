//! Probabilities of each end of a game, for the arithmetic of the cube.

use super::super::Probabilities;
use super::super::network::Chances;

/// The probability that a side wins, and the parts of its games won and lost that are gammons and
/// backgammons.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Odds {
    /// The chance to win, from 0 to 1.
    win: f64,
    /// The parts of all games won that are single games, gammons and backgammons.
    won: [f64; 3],
    /// The same of games lost.
    lost: [f64; 3],
}

impl Odds {
    /// The odds of probabilities in the order of their fields.
    #[inline]
    pub fn new(probabilities: [f64; 5]) -> Odds {
        Odds::from(Probabilities::from(probabilities))
    }

    /// The same with another chance to win: gammons keep their part of the games won and lost.
    pub fn at(self, win: f64) -> Odds {
        Odds { win: within_unit(win), ..self }
    }

    /// The same for the other side.
    #[inline]
    pub fn of_other(self) -> Odds {
        Odds { win: 1.0 - self.win, won: self.lost, lost: self.won }
    }

    /// The chance to win.
    #[inline]
    pub fn win(&self) -> f64 {
        self.win
    }

    /// The mean worth of a game won, if a single game, a gammon and a backgammon are
    /// worth these.
    #[inline]
    pub(super) fn mean_won(&self, worth: &[f64; 3]) -> f64 {
        mean(&self.won, worth)
    }

    /// The same of a game lost.
    #[inline]
    pub(super) fn mean_lost(&self, worth: &[f64; 3]) -> f64 {
        mean(&self.lost, worth)
    }
}

impl From<Probabilities> for Odds {
    /// Probabilities that contradict each other are lowered until they do not.
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

/// The parts of `all` games that are single games, gammons and backgammons. Of no games at all
/// are they single ones.
#[inline]
fn parts(all: f64, gammons: f64, backgammons: f64) -> [f64; 3] {
    if all <= 0.0 {
        return [1.0, 0.0, 0.0];
    }
    let gammons = within_unit(gammons / all);
    let backgammons = within_unit(backgammons / all).min(gammons);
    [1.0 - gammons, gammons - backgammons, backgammons]
}

/// The number brought to 0 to 1; 0 of what is no number.
#[inline]
pub(super) fn within_unit(number: f64) -> f64 {
    if number > 0.0 { number.min(1.0) } else { 0.0 }
}

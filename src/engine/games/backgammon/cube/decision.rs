//! Doubling and answering.

use std::fmt;

use super::odds::Odds;
use super::stakes::Stakes;

/// Values nearer to each other than this are equal: rounding errors are far smaller.
const EQUAL: f64 = 1e-9;

/// A value of the side about to roll.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Value {
    /// Points of a money game, or the chance to win the match.
    pub value: f64,
    /// In units of the cube before the double: -1 is a single game lost at its value, 1 a single
    /// game won.
    pub equity: f64,
}

/// The right action of a side that may double.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Doubling {
    /// Roll: the double would gain nothing.
    NoDouble,
    /// Double.
    Double,
    /// Roll: the game, with its gammons, is worth more than the pass of the other side.
    TooGood,
}

/// The right answer of the other side to a double, right or wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Response {
    /// Take.
    Take,
    /// Pass.
    Pass,
    /// Take and redouble at once, and keep the cube.
    Beaver,
}

/// The values after a double.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Double {
    /// The other side takes.
    pub take: Value,
    /// The other side passes.
    pub pass: Value,
    /// The other side beavers, where the rules have it.
    pub beaver: Option<Value>,
    /// The right action of the side about to roll.
    pub doubling: Doubling,
    /// The right answer of the other side.
    pub response: Response,
}

/// The cube action before a roll, with the values it was chosen by.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Decision {
    /// The value if the side rolls.
    pub no_double: Value,
    /// The values after a double; `None` if the rules do not let the side double.
    pub double: Option<Double>,
    /// True if the side owns the cube: its double is a redouble.
    pub redouble: bool,
}

impl Stakes {
    /// The best cube action before a roll, at an efficiency of the cube from 0 to 1.
    pub fn decide(&self, odds: &Odds, efficiency: f64) -> Decision {
        if !self.may_double() {
            return self.undecided(self.held(odds, efficiency));
        }
        let (taken, beavered) = (self.taken(odds, efficiency), self.beavered(odds, efficiency));
        self.decided(|would_pass| self.undoubled(would_pass, odds, efficiency), taken, beavered)
    }

    /// The best cube action before a roll, from the values of rolling without a double, after one
    /// that is taken, and after one that is beavered: as many as the rules let happen.
    ///
    /// # Panics
    /// If there are too few.
    pub fn decide_by(&self, values: &[f64]) -> Decision {
        if !self.may_double() {
            return self.undecided(values[0]);
        }
        self.decided(|_| values[0], values[1], values.get(2).copied())
    }

    fn valued(&self, value: f64) -> Value {
        Value { value, equity: self.equity(value) }
    }

    /// Where the rules do not let the side double.
    fn undecided(&self, rolled: f64) -> Decision {
        Decision { no_double: self.valued(rolled), double: None, redouble: self.owns_cube() }
    }

    /// `undoubled` is told whether the double would be passed.
    fn decided(&self, undoubled: impl Fn(bool) -> f64, taken: f64, beavered: Option<f64>) -> Decision {
        let passed = self.passed();
        let response = match beavered {
            Some(beavered) if beavered < taken - EQUAL => Response::Beaver,
            _ if taken > passed + EQUAL => Response::Pass,
            _ => Response::Take,
        };
        let answered = match response {
            Response::Take => taken,
            Response::Pass => passed,
            Response::Beaver => beavered.unwrap_or(taken),
        };
        let undoubled = undoubled(response == Response::Pass);
        // Of equal values a double is the better one where it risks nothing: a free one, whose
        // chance may pass by, and one that ends the game.
        let gain = answered - undoubled;
        let safe = self.is_free() || response == Response::Pass;
        let doubling = if self.gains() && (gain > EQUAL || safe && gain > -EQUAL) {
            Doubling::Double
        } else if undoubled > passed + EQUAL {
            Doubling::TooGood
        } else {
            Doubling::NoDouble
        };
        let value = |value| self.valued(value);
        let (take, pass, beaver) = (value(taken), value(passed), beavered.map(value));
        let double = Some(Double { take, pass, beaver, doubling, response });
        Decision { no_double: value(undoubled), double, redouble: self.owns_cube() }
    }
}

impl Decision {
    /// The value with the best action of both sides.
    pub fn best(&self) -> Value {
        match &self.double {
            Some(double) if double.doubling == Doubling::Double => double.answered(),
            _ => self.no_double,
        }
    }

    /// The cost to the side about to roll of doubling, or of not doubling, in units of the cube; 0
    /// of the best.
    pub fn doubling_loss(&self, doubles: bool) -> f64 {
        let got = match &self.double {
            Some(double) if doubles => double.answered(),
            _ => self.no_double,
        };
        (self.best().equity - got.equity).max(0.0)
    }
}

impl Double {
    /// The value of the double, best answered.
    pub fn answered(&self) -> Value {
        self.after(self.response)
    }

    /// The cost of an answer to the other side, in units of the cube before the double; 0 of the
    /// best.
    pub fn response_loss(&self, response: Response) -> f64 {
        (self.after(response).equity - self.answered().equity).max(0.0)
    }

    fn after(&self, response: Response) -> Value {
        match response {
            Response::Take => self.take,
            Response::Pass => self.pass,
            Response::Beaver => self.beaver.unwrap_or(self.take),
        }
    }
}

impl fmt::Display for Response {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Response::Take => "take",
            Response::Pass => "pass",
            Response::Beaver => "beaver",
        })
    }
}

impl fmt::Display for Decision {
    /// The words of players: `Double, take`, `No redouble, take`, `Too good to double, pass`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(double) = &self.double else { return f.write_str("Cube not available") };
        f.write_str(match (double.doubling, self.redouble) {
            (Doubling::NoDouble, false) => "No double",
            (Doubling::NoDouble, true) => "No redouble",
            (Doubling::Double, false) => "Double",
            (Doubling::Double, true) => "Redouble",
            (Doubling::TooGood, false) => "Too good to double",
            (Doubling::TooGood, true) => "Too good to redouble",
        })?;
        write!(f, ", {}", double.response)
    }
}

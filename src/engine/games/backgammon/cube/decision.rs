use std::fmt;

use super::odds::Odds;
use super::stakes::Stakes;

/// Values closer than this are equal; rounding errors are far smaller.
const EQUAL: f64 = 1e-9;

/// A value of the side about to roll.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Value {
    /// Points of a money game, or the chance to win the match.
    pub value: f64,
    /// The value in units of the cube before the double: from -1 for a single game lost to 1 for
    /// one won.
    pub equity: f64,
}

/// The right action of a side that may double.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Doubling {
    /// Roll: doubling gains nothing.
    NoDouble,
    /// Double.
    Double,
    /// Roll: the game with its gammons is worth more than a pass.
    TooGood,
}

/// The right answer to a double, even to a wrong one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Response {
    /// Take.
    Take,
    /// Pass.
    Pass,
    /// Take, redouble at once and keep the cube.
    Beaver,
}

/// The values after a double.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Double {
    /// The value of a take.
    pub take: Value,
    /// The value of a pass.
    pub pass: Value,
    /// The value of a beaver, if allowed.
    pub beaver: Option<Value>,
    /// The right action of the side about to roll.
    pub doubling: Doubling,
    /// The right answer of the other side.
    pub response: Response,
}

/// The cube action before a roll, with the values that decide it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Decision {
    /// The value of rolling.
    pub no_double: Value,
    /// The values after a double; `None` if not allowed.
    pub double: Option<Double>,
    /// True if the side owns the cube, so a double is a redouble.
    pub redouble: bool,
}

impl Stakes {
    /// The best cube action before a roll, at a cube efficiency from 0 to 1.
    pub fn decide(&self, odds: &Odds, efficiency: f64) -> Decision {
        if !self.may_double() {
            return self.undecided(self.held(odds, efficiency));
        }
        let (taken, beavered) = (self.taken(odds, efficiency), self.beavered(odds, efficiency));
        self.decided(|would_pass| self.undoubled(would_pass, odds, efficiency), taken, beavered)
    }

    /// The best cube action, given the values of rolling, of a taken double and of a
    /// beavered one, as far as the rules allow them.
    ///
    /// # Panics
    /// If values are missing.
    pub fn decide_by(&self, values: &[f64]) -> Decision {
        if !self.may_double() {
            return self.undecided(values[0]);
        }
        self.decided(|_| values[0], values[1], values.get(2).copied())
    }

    fn valued(&self, value: f64) -> Value {
        Value { value, equity: self.equity(value) }
    }

    fn undecided(&self, rolled: f64) -> Decision {
        Decision { no_double: self.valued(rolled), double: None, redouble: self.owns_cube() }
    }

    /// Decides; `undoubled` takes true if the double would be passed.
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
        // Between equal values, doubling is better if it risks nothing: a free double, whose
        // chance may not return, or one that ends the game.
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
    /// The value if both sides act best.
    pub fn best(&self) -> Value {
        match &self.double {
            Some(double) if double.doubling == Doubling::Double => double.answered(),
            _ => self.no_double,
        }
    }

    /// The loss, in units of the cube, by doubling or by not doubling; 0 for the best.
    pub fn doubling_loss(&self, doubles: bool) -> f64 {
        let got = match &self.double {
            Some(double) if doubles => double.answered(),
            _ => self.no_double,
        };
        (self.best().equity - got.equity).max(0.0)
    }
}

impl Double {
    /// The value of the double with the best answer.
    pub fn answered(&self) -> Value {
        self.after(self.response)
    }

    /// The answering side's loss by an answer, in units of the cube before the double.
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
    /// Writes players' words: `Double, take`, `No redouble, take`, `Too good to double, pass`.
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

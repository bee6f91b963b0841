use std::fmt;

use super::position::{CHECKERS, Position};

/// The win of a game. The winner has just moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Outcome {
    /// The loser has borne off a checker.
    Single,
    /// The loser has borne off none.
    Gammon,
    /// The loser has borne off none and has a checker on the bar or in the winner's home.
    Backgammon,
}

impl Outcome {
    /// Returns 1, 2 or 3.
    pub const fn points(self) -> i32 {
        match self {
            Outcome::Single => 1,
            Outcome::Gammon => 2,
            Outcome::Backgammon => 3,
        }
    }

    /// The outcome that is worth these points; the most for more than 3.
    pub const fn of_points(points: u8) -> Outcome {
        match points {
            0 | 1 => Outcome::Single,
            2 => Outcome::Gammon,
            _ => Outcome::Backgammon,
        }
    }

    /// The outcome if the side that sees `result` has borne off its last checker.
    #[inline]
    pub fn of(result: &Position) -> Option<Outcome> {
        (result.off() == CHECKERS).then(|| {
            if result.opponent_off() > 0 {
                Outcome::Single
            } else if result.cells[..=6].iter().any(|&n| n < 0) {
                Outcome::Backgammon
            } else {
                Outcome::Gammon
            }
        })
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Outcome::Single => "single game",
            Outcome::Gammon => "gammon",
            Outcome::Backgammon => "backgammon",
        })
    }
}

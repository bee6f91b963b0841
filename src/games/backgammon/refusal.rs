//! Why a play is not legal: the first reason a player would name.

use std::fmt;

/// Why a text is no legal play. Points are numbered by the mover; 25 is his bar and 0 is off.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlayError {
    /// Not readable from the character at this place (from 1) on.
    Unreadable {
        /// The place.
        at: usize,
        /// What stands there.
        got: String,
        /// What could.
        expected: &'static str,
    },
    /// No play given, though one is legal.
    Missing,
    /// A checker would move up or stay.
    Backwards(u8, u8),
    /// More checkers than dice to move them.
    TooMany(usize, usize),
    /// The mover has no checker on this point.
    NoChecker(u8),
    /// The opponent holds this point with two checkers or more.
    Blocked(u8),
    /// Checkers on the bar enter before any other moves.
    EnterFirst,
    /// A checker cannot be borne off while another stands outside the home board, on this point.
    NotHome(u8),
    /// A die larger than needed bears off only from the highest point: this one.
    NotHighest(u8),
    /// No die or sum of dice left moves a checker so: from, to, the dice left.
    NoDie(u8, u8, Vec<u8>),
    /// More of the dice left can be played: by this next step, or else by another play.
    MoreDice(Vec<u8>, Option<(u8, u8)>),
    /// Only one die can be played, and the larger could be.
    LargerDie(u8),
    /// The checkers hit different blots by different ways: the points where.
    Ambiguous(Vec<u8>),
}

fn named(point: u8) -> String {
    match point {
        0 => "off".to_owned(),
        25 => "bar".to_owned(),
        _ => point.to_string(),
    }
}

fn listed(numbers: &[u8]) -> String {
    numbers.iter().map(u8::to_string).collect::<Vec<_>>().join(" and ")
}

impl fmt::Display for PlayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use PlayError as E;
        match self {
            E::Unreadable { at, got, expected } => {
                write!(f, "got {got} at character {at} of the play, expected {expected}; try 8/5 6/5")
            }
            E::Missing => write!(f, "got no play, expected one, because there is a legal one; try 8/5 6/5"),
            E::Backwards(from, to) => write!(
                f,
                "{}/{} leads backwards; checkers move from higher points to lower",
                named(*from),
                named(*to)
            ),
            E::TooMany(got, dice) => write!(f, "{got} moves are too many: there are {dice} dice to play"),
            E::NoChecker(25) => write!(f, "there is no checker of yours on the bar"),
            E::NoChecker(point) => write!(f, "there is no checker of yours on {point}"),
            E::Blocked(point) => write!(f, "point {point} is blocked"),
            E::EnterFirst => write!(f, "the checker on the bar must enter first"),
            E::NotHome(point) => write!(
                f,
                "no checker can be borne off while one is outside the home board, {}",
                if *point == 25 { "on the bar".to_owned() } else { format!("on {point}") }
            ),
            E::NotHighest(point) => write!(
                f,
                "a larger die bears off only from the highest point, and there is a checker on {point}"
            ),
            E::NoDie(from, to, left) if left.is_empty() => {
                write!(f, "no die is left for {}/{}", named(*from), named(*to))
            }
            E::NoDie(from, to, left) => {
                write!(f, "no die plays {}/{}: left is {}", named(*from), named(*to), listed(left))
            }
            E::MoreDice(left, Some((from, to))) => write!(
                f,
                "as many dice must be used as possible: {} is left, and {}/{} can be played",
                listed(left),
                named(*from),
                named(*to)
            ),
            E::MoreDice(left, None) => write!(
                f,
                "as many dice must be used as possible: this leaves {}, and another play uses more",
                listed(left)
            ),
            E::LargerDie(die) => {
                write!(f, "only one die can be played, and it must be the larger, {die}")
            }
            E::Ambiguous(points) => write!(
                f,
                "it is not clear which blot is hit on the way; say where the checker passes: {}",
                listed(points)
            ),
        }
    }
}

impl std::error::Error for PlayError {}

//! Why a play is not legal: the first reason a player would name.

use thiserror::Error;

/// Why a text is no legal play. Points are numbered by the mover; 25 is his bar and 0 is off.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PlayError {
    /// Not readable from the character at this place (from 1) on.
    #[error("got {got} at character {at} of the play, expected {expected}; try 8/5 6/5")]
    Unreadable {
        /// The place.
        at: usize,
        /// The text there.
        got: String,
        /// The text that could stand there.
        expected: &'static str,
    },
    /// No play given, though one is legal.
    #[error("got no play, expected one, because there is a legal one; try 8/5 6/5")]
    Missing,
    /// A checker would move up or stay.
    #[error(
        "{}/{} leads backwards; checkers move from higher points to lower", named(*.0), named(*.1)
    )]
    Backwards(u8, u8),
    /// More checkers than dice to move them.
    #[error("{0} moves are too many: there are {1} dice to play")]
    TooMany(usize, usize),
    /// The mover has no checker on this point.
    #[error("there is no checker of yours on {}", place(*.0))]
    NoChecker(u8),
    /// The opponent holds this point with two checkers or more.
    #[error("point {0} is blocked")]
    Blocked(u8),
    /// Checkers on the bar enter before any other moves.
    #[error("the checker on the bar must enter first")]
    EnterFirst,
    /// A checker cannot be borne off while another stands outside the home board, on this point.
    #[error("no checker can be borne off while one is outside the home board, on {}", place(*.0))]
    NotHome(u8),
    /// A die larger than needed bears off only from the highest point: this one.
    #[error("a larger die bears off only from the highest point, and there is a checker on {0}")]
    NotHighest(u8),
    /// No die or sum of dice left moves a checker so: from, to, the dice left.
    #[error("{}", no_die(*.0, *.1, .2))]
    NoDie(u8, u8, Vec<u8>),
    /// More of the dice left can be played: by this next step, or else by another play.
    #[error("as many dice must be used as possible: {}", more_dice(.0, *.1))]
    MoreDice(Vec<u8>, Option<(u8, u8)>),
    /// Only one die can be played, and the larger could be.
    #[error("only one die can be played, and it must be the larger, {0}")]
    LargerDie(u8),
    /// The checkers hit different blots by different ways: the points where.
    #[error(
        "it is not clear which blot is hit on the way; say where the checker passes: {}",
        listed(.0)
    )]
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

/// A point as a place in a sentence.
fn place(point: u8) -> String {
    if point == 25 { "the bar".to_owned() } else { point.to_string() }
}

fn no_die(from: u8, to: u8, left: &[u8]) -> String {
    let step = format!("{}/{}", named(from), named(to));
    match left {
        [] => format!("no die is left for {step}"),
        left => format!("no die plays {step}: left is {}", listed(left)),
    }
}

fn more_dice(left: &[u8], next: Option<(u8, u8)>) -> String {
    let left = listed(left);
    match next {
        Some((from, to)) => format!("{left} is left, and {}/{} can be played", named(from), named(to)),
        None => format!("this leaves {left}, and another play uses more"),
    }
}

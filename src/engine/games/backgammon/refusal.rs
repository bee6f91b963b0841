use thiserror::Error;

/// The first reason why a play is not legal. Points are the mover's; 25 is the bar and 0 is off.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PlayError {
    /// Unreadable text.
    #[error("got {got} at character {at} of the play, expected {expected}; try 8/5 6/5")]
    Unreadable {
        /// The place, from 1.
        at: usize,
        /// The text there.
        got: String,
        /// The expected text.
        expected: &'static str,
    },
    /// No play, though one is legal.
    #[error("got no play, expected one, because there is a legal one; try 8/5 6/5")]
    Missing,
    /// A move upwards or in place.
    #[error(
        "{}/{} leads backwards; checkers move from higher points to lower", named(*.0), named(*.1)
    )]
    Backwards(u8, u8),
    /// More moves than dice.
    #[error("{0} moves are too many: there are {1} dice to play")]
    TooMany(usize, usize),
    /// The mover has no checker on this point.
    #[error("there is no checker of yours on {}", place(*.0))]
    NoChecker(u8),
    /// The opponent holds this point.
    #[error("point {0} is blocked")]
    Blocked(u8),
    /// Checkers on the bar must enter first.
    #[error("the checker on the bar must enter first")]
    EnterFirst,
    /// No checker bears off while another is outside the home, on this point.
    #[error("no checker can be borne off while one is outside the home board, on {}", place(*.0))]
    NotHome(u8),
    /// A larger die bears off only from the highest point: this one.
    #[error("a larger die bears off only from the highest point, and there is a checker on {0}")]
    NotHighest(u8),
    /// No die or sum of dice left makes this move: from, to, the dice left.
    #[error("{}", no_die(*.0, *.1, .2))]
    NoDie(u8, u8, Vec<u8>),
    /// More of the left dice can be played: by this next step, or else by another play.
    #[error("as many dice must be used as possible: {}", more_dice(.0, *.1))]
    MoreDice(Vec<u8>, Option<(u8, u8)>),
    /// Only one die can be played, and it must be the larger.
    #[error("only one die can be played, and it must be the larger, {0}")]
    LargerDie(u8),
    /// Different ways hit different blots: their points.
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

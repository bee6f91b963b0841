//! Identifiers of positions, whichever form they have, and what they say beyond the position.

use std::fmt;

use thiserror::Error;

use super::position::{Position, PositionError, name};
use super::roll::Roll;
use crate::game::Side;
use crate::games::quoted;

/// The contents of an identifier.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Id {
    /// Seen by the side on roll. X, player 1 of gnubg and "you" of FIBS are White.
    pub position: Position,
    /// The dice, if they are thrown.
    pub roll: Option<Roll>,
    /// Score and cube; money play with a centred cube where the identifier is silent.
    pub state: MatchState,
}

/// The score of a match or a money game, and its cube. No value here changes which plays are legal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MatchState {
    /// Points to win, up to [`MatchState::MAX_POINTS`]; 0 for money.
    pub length: u16,
    /// White's and Black's points.
    pub score: [u16; 2],
    /// True if this is the Crawford game, in which nobody may double.
    pub crawford: bool,
    /// For money: whether gammons count only after a double.
    pub jacoby: bool,
    /// For money: whether beavers are allowed.
    pub beavers: bool,
    /// The logarithm of the cube to base 2, up to 15.
    pub cube: u8,
    /// The owner of the cube; `None` if it is in the middle.
    pub owner: Option<Side>,
    /// The side on roll has doubled, and this stands to be answered.
    pub offer: Option<Offer>,
    /// The logarithm of the largest cube, up to 15.
    pub max_cube: u8,
}

/// A cube on offer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Offer {
    /// A double.
    Double,
    /// A double, redoubled at once by the doubled side.
    Beaver,
    /// A beaver, redoubled at once.
    Raccoon,
}

impl MatchState {
    /// The longest match and the highest score that identifiers can hold.
    pub const MAX_POINTS: u16 = (1 << 15) - 1;

    /// Money play without Jacoby rule and beavers, the cube in the middle.
    pub const MONEY: MatchState = MatchState {
        length: 0,
        score: [0, 0],
        crawford: false,
        jacoby: false,
        beavers: false,
        cube: 0,
        owner: None,
        offer: None,
        max_cube: 10,
    };

    /// True if the best play may depend on it: a score, a turned cube, Jacoby rule or beavers.
    pub fn matters(&self) -> bool {
        self.length > 0 || self.cube > 0 || self.jacoby || self.beavers
    }
}

impl Default for MatchState {
    fn default() -> MatchState {
        MatchState::MONEY
    }
}

/// The forms of identifiers, as they are named in errors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// 26 characters.
    Text,
    /// `XGID=...`
    Xgid,
    /// gnubg's 14 characters.
    PositionId,
    /// gnubg's 12 characters.
    MatchId,
    /// `board:...`
    Fibs,
}

impl fmt::Display for Form {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Form::Text => "position",
            Form::Xgid => "XGID",
            Form::PositionId => "position id",
            Form::MatchId => "match id",
            Form::Fibs => "FIBS board",
        })
    }
}

/// Why a text identifies no position. Places count from 1.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum IdError {
    /// None of the forms.
    #[error(
        "got {0}, expected 26 characters, XGID=..., a gnubg id of 14 characters or of 14:12, or a FIBS \
         board:...; try {start}",
        start = Position::START
    )]
    Unrecognised(String),
    /// A match id alone.
    #[error(
        "got {0}, a match id without a position id, expected both, joined by a colon; try 4HPwATDgc/ABMA:{0}"
    )]
    NoPosition(String),
    /// The wrong number of characters.
    #[error("{0}: got {1} characters, expected {2}; {COPY_AGAIN}")]
    Length(Form, usize, usize),
    /// A character that cannot stand at its place.
    #[error(
        "{form}: got '{}' as character {at}, expected {expected}; {COPY_AGAIN}", got.escape_debug()
    )]
    Character {
        /// The form of the text.
        form: Form,
        /// The place of the character.
        at: usize,
        /// The character.
        got: char,
        /// The text that may stand there.
        expected: &'static str,
    },
    /// The wrong number of fields.
    #[error("{0}: got {1} fields separated by colons, expected {2}; {COPY_AGAIN}")]
    Fields(Form, usize, usize),
    /// A field that does not say what it should.
    #[error("{form}: got {got} as {field}, expected {expected}; try {instead}")]
    Field {
        /// The form of the text.
        form: Form,
        /// The meaning of the field, and its number if it has one.
        field: String,
        /// The field.
        got: String,
        /// The values that it may have.
        expected: &'static str,
        /// A value to try.
        instead: String,
    },
    /// A position id that gives a point to both sides: the point of the side on roll.
    #[error(
        "position id: got checkers of both sides on point {0} of the side on roll, expected at most one side \
         on a point; {COPY_AGAIN}"
    )]
    BothSides(usize),
    /// A position id whose bits end before the counts, or go on after them.
    #[error("position id: {0}; {COPY_AGAIN}")]
    Bits(&'static str),
    /// Readable, but no position.
    #[error("{0}: {1}")]
    Position(Form, PositionError),
}

const COPY_AGAIN: &str = "try to copy it again, as a whole";

/// A field that does not say what it should, and what it could be `instead`.
pub(super) fn wrong(
    form: Form,
    field: impl Into<String>,
    got: impl Into<String>,
    expected: &'static str,
    instead: &str,
) -> IdError {
    IdError::Field { form, field: field.into(), got: got.into(), expected, instead: instead.to_owned() }
}

/// A number that a field may hold.
pub(super) fn number<N>(
    form: Form,
    field: impl FnOnce() -> String,
    text: &str,
    among: std::ops::RangeInclusive<N>,
    expected: &'static str,
) -> Result<N, IdError>
where
    N: std::str::FromStr + PartialOrd + Default + fmt::Display,
{
    let instead =
        if among.contains(&N::default()) { N::default().to_string() } else { among.start().to_string() };
    let digits = text.strip_prefix('-').unwrap_or(text).bytes().all(|b| b.is_ascii_digit());
    let number = text.parse().ok().filter(|n| digits && among.contains(n));
    number.ok_or_else(|| wrong(form, field(), quoted(text), expected, &instead))
}

impl fmt::Display for MatchState {
    /// A line for a person: `money`, or `7 points match, White 2, Black 3, Crawford`; then the cube
    /// if it is turned.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.length {
            0 => f.write_str("money")?,
            n => write!(f, "{n} points match")?,
        }
        if self.length > 0 || self.score != [0, 0] {
            for side in [Side::First, Side::Second] {
                write!(f, ", {} {}", name(side), self.score[side as usize])?;
            }
        }
        if self.crawford {
            f.write_str(", Crawford")?;
        }
        match self.owner {
            Some(owner) => write!(f, ", {} owns the cube at {}", name(owner), 1u32 << self.cube),
            None if self.cube > 0 => write!(f, ", cube at {}", 1u32 << self.cube),
            None => Ok(()),
        }
    }
}

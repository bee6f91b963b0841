use std::fmt;

use thiserror::Error;

use super::position::{Position, PositionError, name};
use super::roll::Roll;
use crate::game::Side;
use crate::games::quoted;

/// The contents of an identifier.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Id {
    /// The position seen by the side on roll. White is X, player 1 of gnubg, or "you" of FIBS.
    pub position: Position,
    /// The dice, if thrown.
    pub roll: Option<Roll>,
    /// Score and cube; money play with a centred cube if the identifier has none.
    pub state: MatchState,
}

/// The score of a match or a money game, and its cube. It does not change which plays are legal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MatchState {
    /// Points to win, up to [`MatchState::MAX_POINTS`]; 0 for money.
    pub length: u16,
    /// White's and Black's points.
    pub score: [u16; 2],
    /// True if this is the Crawford game, in which nobody may double.
    pub crawford: bool,
    /// True if, for money, gammons count only after a double.
    pub jacoby: bool,
    /// True if, for money, beavers are allowed.
    pub beavers: bool,
    /// The base-2 logarithm of the cube, up to 15.
    pub cube: u8,
    /// The owner of the cube; `None` if it is centred.
    pub owner: Option<Side>,
    /// The unanswered double of the side on roll.
    pub offer: Option<Offer>,
    /// The base-2 logarithm of the largest cube, up to 15.
    pub max_cube: u8,
}

/// An offered cube.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Offer {
    /// A double.
    Double,
    /// A double that the doubled side has redoubled at once.
    Beaver,
    /// A beaver redoubled at once.
    Raccoon,
}

impl MatchState {
    /// The longest match and the highest score in identifiers.
    pub const MAX_POINTS: u16 = (1 << 15) - 1;

    /// Money play with a centred cube, without the Jacoby rule and beavers.
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

    /// Clears the Crawford flag unless a side of a match needs one point. Programs set it at other
    /// scores to say that the rule holds; gnubg ignores it there, too.
    pub(super) fn with_crawford_where_due(self) -> MatchState {
        let is_due = self.length > 0 && self.score.iter().any(|&n| n + 1 == self.length);
        MatchState { crawford: self.crawford && is_due, ..self }
    }

    /// True if a score, a turned cube, the Jacoby rule or beavers may affect the best play.
    pub fn matters(&self) -> bool {
        self.length > 0 || self.cube > 0 || self.jacoby || self.beavers
    }
}

impl Default for MatchState {
    fn default() -> MatchState {
        MatchState::MONEY
    }
}

/// The forms of identifiers, as errors name them.
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

/// An error in an identifier. Places count from 1.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum IdError {
    /// An unknown form.
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
    /// An invalid character.
    #[error(
        "{form}: got '{}' as character {at}, expected {expected}; {COPY_AGAIN}", got.escape_debug()
    )]
    Character {
        /// The form of the text.
        form: Form,
        /// The character's place.
        at: usize,
        /// The character.
        got: char,
        /// The allowed characters.
        expected: &'static str,
    },
    /// The wrong number of fields.
    #[error("{0}: got {1} fields separated by colons, expected {2}; {COPY_AGAIN}")]
    Fields(Form, usize, usize),
    /// A field with an invalid value.
    #[error("{form}: got {got} as {field}, expected {expected}; try {instead}")]
    Field {
        /// The form of the text.
        form: Form,
        /// The field's meaning, and its number if it has one.
        field: String,
        /// The field's text.
        got: String,
        /// The allowed values.
        expected: &'static str,
        /// A value to try.
        instead: String,
    },
    /// A position id with both sides on one point of the side on roll.
    #[error(
        "position id: got checkers of both sides on point {0} of the side on roll, expected at most one side \
         on a point; {COPY_AGAIN}"
    )]
    BothSides(usize),
    /// A position id with too few or too many bits.
    #[error("position id: {0}; {COPY_AGAIN}")]
    Bits(&'static str),
    /// Readable text, but an impossible position.
    #[error("{0}: {1}")]
    Position(Form, PositionError),
}

const COPY_AGAIN: &str = "try to copy it again, as a whole";

pub(super) fn wrong(
    form: Form,
    field: impl Into<String>,
    got: impl Into<String>,
    expected: &'static str,
    instead: &str,
) -> IdError {
    IdError::Field { form, field: field.into(), got: got.into(), expected, instead: instead.to_owned() }
}

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
    /// Writes a line such as `money` or `7 points match, White 2, Black 3, Crawford`, and a turned
    /// cube.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.length {
            0 => f.write_str("money")?,
            1 => write!(f, "1 point match")?,
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

//! The board line of FIBS, the First Internet Backgammon Server, which gnubg sends, too.
//!
//! A line is `board:` and 52 fields separated by colons, in this order:
//!
//! | fields | meaning |
//! |---|---|
//! | 2 | names of "you" and of the opponent |
//! | 3 | match length, your score, the opponent's score |
//! | 26 | checkers on a bar, on the 24 points, on the other bar; their sign is their colour |
//! | 1 | colour on turn; 0 if the game is over |
//! | 4 | your two dice, the opponent's two dice; 0 before the throw |
//! | 3 | cube, whether you may double, whether the opponent may |
//! | 1 | whether a double stands to be answered |
//! | 4 | your colour, your direction, the indices of your home and of your bar |
//! | 4 | checkers off, yours and the opponent's; checkers on the bar, yours and the opponent's |
//! | 4 | nothing that a position depends on |
//!
//! gnubg always writes colour 1 and direction -1. Its "you" is its player 1, whoever is on roll.
//! It writes dice for both players, and counts checkers on the bar among the 26 only.

use std::str::FromStr;

use super::id::{Form, Id, IdError, MatchState, Offer, number, wrong};
use super::position::Position;
use super::roll::Roll;
use crate::game::Side;
use crate::games::quoted;

/// A board line, seen by the side called "you", which is White.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FibsBoard {
    /// The names of you and the opponent.
    pub names: [String; 2],
    /// The checkers, seen by you.
    pub position: Position,
    /// The side on turn; `None` if the game is over.
    pub turn: Option<Side>,
    /// The thrown dice.
    pub roll: Option<Roll>,
    /// Score and cube.
    pub state: MatchState,
}

const FIELDS: usize = 52;
/// Indices of fields after `board`.
const BOARD: usize = 5;
const TURN: usize = 31;
const DICE: usize = 32;
const CUBE: usize = 36;
const MAY_DOUBLE: usize = 37;
const DOUBLED: usize = 39;
const COLOUR: usize = 40;
const DIRECTION: usize = 41;
const HOME: usize = 42;
const BAR: usize = 43;
const OFF: usize = 44;
const ON_BAR: usize = 46;

/// Writes a board line. "You" is White with colour 1 and direction -1, whoever is on roll.
pub fn fibs_board(position: &Position, roll: Option<Roll>, state: &MatchState) -> String {
    let white = position.seen_by(Side::First);
    let counts: Vec<String> = white.points().iter().map(i8::to_string).collect();
    let dice = roll.map_or("0:0".to_owned(), |roll| format!("{}:{}", roll.high(), roll.low()));
    let (turn, dice) = match position.side() {
        Side::First => (1, format!("{dice}:0:0")),
        Side::Second => (-1, format!("0:0:{dice}")),
    };
    let may = |side| u8::from(state.owner.is_none_or(|owner| owner == side) && !state.crawford);
    format!(
        "board:you:opponent:{}:{}:{}:{}:{turn}:{dice}:{}:{}:{}:{}:1:-1:0:25:{}:{}:{}:{}:0:0:0:0",
        state.length,
        state.score[0],
        state.score[1],
        counts.join(":"),
        1u32 << state.cube,
        may(Side::First),
        may(Side::Second),
        u8::from(state.offer.is_some()),
        white.off(),
        white.opponent_off(),
        white.bar(),
        white.opponent_bar(),
    )
}

impl FibsBoard {
    /// The position of the side on turn.
    ///
    /// # Errors
    /// If the game is over, so nobody is on turn.
    pub(super) fn id(self) -> Result<Id, IdError> {
        let turn = self
            .turn
            .ok_or_else(|| bad(TURN, "0", "1 or -1: in a game that is over nobody is on turn", "1"))?;
        Ok(Id { position: self.position.seen_by(turn), roll: self.roll, state: self.state })
    }
}

impl FromStr for FibsBoard {
    type Err = IdError;

    fn from_str(line: &str) -> Result<FibsBoard, IdError> {
        let line = line.trim_matches(|c: char| c == '\0' || c.is_whitespace());
        let Some(line) = line.strip_prefix("board:") else {
            return Err(IdError::Unrecognised(quoted(line)));
        };
        let fields: Vec<&str> = line.split(':').collect();
        if fields.len() != FIELDS {
            return Err(IdError::Fields(Form::Fibs, fields.len() + 1, FIELDS + 1));
        }
        let colour = sign(&fields, COLOUR)?;
        let position = read_position(&fields, colour)?;
        let (turn, roll) = read_turn(&fields, colour)?;
        Ok(FibsBoard {
            names: [fields[0].to_owned(), fields[1].to_owned()],
            position,
            turn,
            roll,
            state: read_state(&fields)?,
        })
    }
}

fn place(i: usize) -> String {
    let what = match i {
        2 => "match length".to_owned(),
        3 | 4 => "score".to_owned(),
        BOARD..TURN => format!("count {}", i - BOARD),
        TURN => "turn".to_owned(),
        DICE..CUBE => "die".to_owned(),
        CUBE => "cube".to_owned(),
        MAY_DOUBLE | 38 => "leave to double".to_owned(),
        DOUBLED => "double".to_owned(),
        COLOUR => "colour".to_owned(),
        DIRECTION => "direction".to_owned(),
        HOME => "home".to_owned(),
        BAR => "bar".to_owned(),
        OFF | 45 => "checkers off".to_owned(),
        _ => "checkers on the bar".to_owned(),
    };
    format!("field {} of {}, {what}", i + 2, FIELDS + 1)
}

fn bad(i: usize, got: &str, expected: &'static str, instead: &str) -> IdError {
    wrong(Form::Fibs, place(i), quoted(got), expected, instead)
}

fn small(fields: &[&str], i: usize, low: i8, high: i8, expected: &'static str) -> Result<i8, IdError> {
    number(Form::Fibs, || place(i), fields[i], low..=high, expected)
}

fn sign(fields: &[&str], i: usize) -> Result<i8, IdError> {
    match fields[i] {
        "1" => Ok(1),
        "-1" => Ok(-1),
        got => Err(bad(i, got, "1 or -1", "1")),
    }
}

fn read_position(fields: &[&str], colour: i8) -> Result<Position, IdError> {
    let down = sign(fields, DIRECTION)? < 0;
    let ends = if down { ("0", "25") } else { ("25", "0") };
    for (i, expected) in [(HOME, ends.0), (BAR, ends.1)] {
        if fields[i] != expected {
            return Err(bad(
                i,
                fields[i],
                "0 and 25 as home and bar for direction -1, 25 and 0 for 1",
                expected,
            ));
        }
    }
    let mut points = [0i8; 26];
    for i in 0..26 {
        let n = small(fields, BOARD + i, -15, 15, "-15 to 15 checkers")?;
        points[if down { i } else { 25 - i }] = n * colour;
    }
    let position = Position::new(&points, Side::First).map_err(|e| IdError::Position(Form::Fibs, e))?;
    let counted = [position.off(), position.opponent_off(), position.bar(), position.opponent_bar()];
    for (i, counted) in [OFF, OFF + 1, ON_BAR, ON_BAR + 1].into_iter().zip(counted) {
        let given = small(fields, i, 0, 15, "0 to 15 checkers")?;
        if given != counted as i8 && !(given == 0 && i >= ON_BAR) {
            let expected = "what the 26 counts leave of 15 checkers, or say of the bar";
            return Err(bad(i, fields[i], expected, &counted.to_string()));
        }
    }
    Ok(position)
}

fn read_turn(fields: &[&str], colour: i8) -> Result<(Option<Side>, Option<Roll>), IdError> {
    let mut dice = [0; 4];
    for (i, die) in dice.iter_mut().enumerate() {
        *die = small(fields, DICE + i, 0, 6, "a die from 1 to 6, or 0 before the throw")? as u8;
    }
    let turn = match small(fields, TURN, -1, 1, "1, -1 or 0")? {
        0 => None,
        turn if turn == colour => Some(Side::First),
        _ => Some(Side::Second),
    };
    let at = if turn == Some(Side::Second) { 2 } else { 0 };
    match (dice[at], dice[at + 1]) {
        (0, 0) => Ok((turn, None)),
        (a, b) => match Roll::new(a, b) {
            Ok(roll) => Ok((turn, Some(roll))),
            Err(_) => Err(bad(
                DICE + at + usize::from(a > 0),
                "0",
                "a die from 1 to 6 beside the other, or 0 for both",
                "1",
            )),
        },
    }
}

fn read_state(fields: &[&str]) -> Result<MatchState, IdError> {
    let points =
        |i: usize| number(Form::Fibs, || place(i), fields[i], 0..=MatchState::MAX_POINTS, "0 to 32767");
    let flag = |i: usize| small(fields, i, 0, 1, "0 or 1").map(|n| n == 1);
    let cube: u32 =
        number(Form::Fibs, || place(CUBE), fields[CUBE], 1..=1 << 15, "a power of 2 up to 32768")?;
    if !cube.is_power_of_two() {
        return Err(bad(CUBE, fields[CUBE], "a power of 2 up to 32768", "1"));
    }
    let may = (flag(MAY_DOUBLE)?, flag(MAY_DOUBLE + 1)?);
    // FIBS writes this for a game without a length.
    let length = if fields[2] == "9999" { 0 } else { points(2)? };
    let mut score = [0; 2];
    score[Side::First as usize] = points(3)?;
    score[Side::Second as usize] = points(4)?;
    Ok(MatchState {
        length,
        score,
        crawford: length > 0 && may == (false, false),
        cube: cube.ilog2() as u8,
        owner: match may {
            (true, false) => Some(Side::First),
            (false, true) => Some(Side::Second),
            _ => None,
        },
        offer: flag(DOUBLED)?.then_some(Offer::Double),
        ..MatchState::MONEY
    })
}

//! XGID, the identifier of eXtreme Gammon: `XGID=` and ten fields separated by colons.
//!
//! They are: board (26 characters, seen by X), cube logarithm, its owner (1 X, -1 O, 0 nobody),
//! turn (1 X, -1 O), dice (`00` before the throw, two digits, or `D`, `B`, `R` for an offered
//! cube), score of X, score of O, Crawford (match) or Jacoby + 2 * beavers (money), match length,
//! logarithm of the largest cube. X is White.

use super::id::{Form, Id, IdError, MatchState, Offer, number, wrong};
use super::position::Position;
use super::roll::Roll;
use crate::game::Side;
use crate::games::quoted;

const FIELDS: [&str; 10] = [
    "board",
    "cube",
    "cube owner",
    "turn",
    "dice",
    "score of X",
    "score of O",
    "Crawford or Jacoby",
    "match length",
    "largest cube",
];

/// Writes an XGID.
pub fn xgid(position: &Position, roll: Option<Roll>, state: &MatchState) -> String {
    let sign = |side| if side == Side::First { 1 } else { -1 };
    let dice = match (state.offer, roll) {
        (Some(Offer::Double), _) => "D".to_owned(),
        (Some(Offer::Beaver), _) => "B".to_owned(),
        (Some(Offer::Raccoon), _) => "R".to_owned(),
        (None, Some(roll)) => roll.to_string(),
        (None, None) => "00".to_owned(),
    };
    let rules = match state.length {
        0 => u8::from(state.jacoby) + 2 * u8::from(state.beavers),
        _ => u8::from(state.crawford),
    };
    format!(
        "XGID={}:{}:{}:{}:{dice}:{}:{}:{rules}:{}:{}",
        position.seen_by(Side::First),
        state.cube,
        state.owner.map_or(0, sign),
        sign(position.side()),
        state.score[0],
        state.score[1],
        state.length,
        state.max_cube
    )
}

/// The text after `XGID=` in either case.
pub(super) fn named(text: &str) -> Option<&str> {
    let (name, rest) = text.split_at_checked("XGID=".len())?;
    name.eq_ignore_ascii_case("XGID=").then_some(rest)
}

/// Reads an XGID with or without `XGID=`.
pub(super) fn parse(text: &str) -> Result<Id, IdError> {
    let fields: Vec<&str> = named(text).unwrap_or(text).split(':').collect();
    if fields.len() != FIELDS.len() {
        return Err(IdError::Fields(Form::Xgid, fields.len(), FIELDS.len()));
    }
    let white: Position = fields[0].parse().map_err(|e| IdError::Position(Form::Xgid, e))?;
    let small = |i: usize, max: u8, expected| number(Form::Xgid, || place(i), fields[i], 0..=max, expected);
    let points =
        |i: usize| number(Form::Xgid, || place(i), fields[i], 0..=MatchState::MAX_POINTS, "0 to 32767");
    let owner = match fields[2] {
        "1" => Some(Side::First),
        "0" => None,
        "-1" => Some(Side::Second),
        _ => return Err(bad(2, &fields, "1 for X, -1 for O or 0 for nobody", "0")),
    };
    let side = match fields[3] {
        "1" => Side::First,
        "-1" => Side::Second,
        _ => return Err(bad(3, &fields, "1 for X or -1 for O", "1")),
    };
    let (roll, offer) = dice(&fields)?;
    let length = points(8)?;
    // Some programs write the rules of money in matches, too.
    let rules = small(7, 3, "0 to 3")?;
    let state = MatchState {
        length,
        score: [points(5)?, points(6)?],
        crawford: rules & 1 != 0,
        jacoby: length == 0 && rules & 1 != 0,
        beavers: length == 0 && rules & 2 != 0,
        cube: small(1, 15, "0 to 15, the logarithm of the cube")?,
        owner,
        offer,
        // As in gnubg, 0 does not forbid the cube: programs write it where they know no limit.
        max_cube: match small(9, 15, "0 to 15, the logarithm of the largest cube")? {
            0 => MatchState::MONEY.max_cube,
            most => most,
        },
    };
    Ok(Id { position: white.seen_by(side), roll, state: state.with_crawford_where_due() })
}

fn place(i: usize) -> String {
    format!("field {} of 10, {}", i + 1, FIELDS[i])
}

fn bad(i: usize, fields: &[&str], expected: &'static str, instead: &str) -> IdError {
    wrong(Form::Xgid, place(i), quoted(fields[i]), expected, instead)
}

fn dice(fields: &[&str]) -> Result<(Option<Roll>, Option<Offer>), IdError> {
    let refused = || bad(4, fields, "00, two dice from 1 to 6, D, B or R", "00");
    match fields[4] {
        "00" => Ok((None, None)),
        "D" => Ok((None, Some(Offer::Double))),
        "B" => Ok((None, Some(Offer::Beaver))),
        "R" => Ok((None, Some(Offer::Raccoon))),
        text if text.len() == 2 => text.parse().map(|roll| (Some(roll), None)).map_err(|_| refused()),
        _ => Err(refused()),
    }
}

//! gnubg's position id and match id.
//!
//! Both are bit strings that fill each byte from its lowest bit up, written in base64. gnubg's
//! player 1 is White.
//!
//! **Position id**, 80 bits in 14 characters: 50 checker counts. A count `n` is `n` ones and a
//! zero. The first 25 counts are of the player *not* on roll, the others of the player on roll.
//! (gnubg's manual says the opposite; gnubg writes this.) Each player counts points 1 to 24 in its
//! own numbering, then the bar.
//!
//! **Match id**, 72 bits in 12 characters: the fields as [`match_id`] writes them. gnubg's manual
//! omits the last one, the Jacoby rule.

use super::id::{Form, Id, IdError, MatchState, Offer, wrong};
use super::position::Position;
use super::roll::Roll;
use crate::game::Side;
use crate::games::quoted;

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// Writes a position id.
pub fn position_id(position: &Position) -> String {
    let mut bits = Bits::default();
    for view in [&position.handed_over(), position] {
        for &n in &view.points()[1..] {
            for _ in 0..n.max(0) {
                bits.push(1, 1);
            }
            bits.push(0, 1);
        }
    }
    bits.encode(14)
}

/// Writes a match id. `side` is on roll.
pub fn match_id(side: Side, roll: Option<Roll>, state: &MatchState) -> String {
    let player = |side| if side == Side::First { 1 } else { 0 };
    let doubled = state.offer.is_some();
    let decides = if doubled { side.other() } else { side };
    let mut bits = Bits::default();
    bits.push(state.cube.into(), 4);
    bits.push(state.owner.map_or(3, player), 2);
    bits.push(player(side), 1);
    bits.push(state.crawford.into(), 1);
    bits.push(PLAYING, 3);
    bits.push(player(decides), 1);
    bits.push(doubled.into(), 1);
    bits.push(0, 2); // nobody has resigned
    bits.push(roll.map_or(0, |roll| roll.high().into()), 3);
    bits.push(roll.map_or(0, |roll| roll.low().into()), 3);
    bits.push(state.length.into(), 15);
    bits.push(state.score[Side::Second as usize].into(), 15);
    bits.push(state.score[Side::First as usize].into(), 15);
    bits.push((!state.jacoby).into(), 1);
    bits.encode(12)
}

/// Writes both ids, joined by a colon.
pub fn gnubg_id(position: &Position, roll: Option<Roll>, state: &MatchState) -> String {
    format!("{}:{}", position_id(position), match_id(position.side(), roll, state))
}

/// The state of a game in progress; 0 is none, 2 over, 3 resigned, 4 dropped.
const PLAYING: u32 = 1;

pub(super) fn parse(position: &str, rest: Option<&str>) -> Result<Id, IdError> {
    let position_bits = Bits::decode(position, Form::PositionId, 14)?;
    let (side, roll, state) = match rest {
        None => (Side::First, None, MatchState::MONEY),
        Some(text) => read_match(Bits::decode(text, Form::MatchId, 12)?)?,
    };
    Ok(Id { position: read_position(position_bits, side)?, roll, state })
}

fn read_position(mut bits: Bits, side: Side) -> Result<Position, IdError> {
    let mut points = [0i8; 26];
    for on_roll in [false, true] {
        for i in 1..=25 {
            let mut n = 0;
            while bits.take(1).ok_or(IdError::Bits(
                "got checkers for fewer than 50 counts, expected 24 points and a bar of each side",
            ))? == 1
            {
                n += 1;
            }
            if n == 0 {
                continue;
            }
            if !on_roll {
                points[25 - i] = -n;
            } else if i < 25 && points[i] < 0 {
                return Err(IdError::BothSides(i));
            } else {
                points[i] = n;
            }
        }
    }
    if bits.rest() != 0 {
        return Err(IdError::Bits("got bits after the 50 counts of a position, expected nothing more"));
    }
    Position::new(&points, side).map_err(|e| IdError::Position(Form::PositionId, e))
}

fn read_match(mut bits: Bits) -> Result<(Side, Option<Roll>, MatchState), IdError> {
    let mut take = |n| bits.take(n).expect("a match id has 72 bits");
    let side = |player| if player == 1 { Side::First } else { Side::Second };
    let cube = take(4) as u8;
    let owner = match take(2) {
        3 => None,
        player @ (0 | 1) => Some(side(player)),
        other => {
            return Err(wrong(
                Form::MatchId,
                "cube owner",
                other.to_string(),
                "player 0 or 1, or 3 for nobody",
                "3",
            ));
        }
    };
    let on_roll = side(take(1));
    let crawford = take(1) == 1;
    match take(3) {
        0..=4 => {}
        other => return Err(wrong(Form::MatchId, "game state", other.to_string(), "0 to 4", "1")),
    }
    take(1); // whose decision it is follows from the next bit
    let doubled = take(1) == 1;
    take(2); // an offer to resign changes neither the position nor the stakes
    let dice = (take(3) as u8, take(3) as u8);
    let roll = match dice {
        (0, 0) => None,
        (a, b) => Some(Roll::new(a, b).map_err(|_| {
            wrong(Form::MatchId, "dice", quoted(&format!("{a}{b}")), "two dice from 1 to 6, or 0 and 0", "00")
        })?),
    };
    let (length, black, white) = (take(15) as u16, take(15) as u16, take(15) as u16);
    let state = MatchState {
        length,
        score: [white, black],
        crawford,
        jacoby: take(1) == 0,
        cube,
        owner,
        offer: doubled.then_some(Offer::Double),
        ..MatchState::MONEY
    };
    Ok((on_roll, roll, state.with_crawford_where_due()))
}

/// Up to 84 bits; the first is the lowest.
#[derive(Default)]
struct Bits {
    bits: u128,
    at: u32,
    length: u32,
}

impl Bits {
    fn push(&mut self, value: u32, width: u32) {
        self.bits |= u128::from(value) << self.at;
        self.at += width;
    }

    fn take(&mut self, width: u32) -> Option<u32> {
        (self.at + width <= self.length).then(|| {
            let value = (self.bits >> self.at) as u32 & ((1 << width) - 1);
            self.at += width;
            value
        })
    }

    fn rest(&self) -> u128 {
        self.bits >> self.at
    }

    fn encode(&self, characters: u32) -> String {
        // Base64 reads bytes in order, each from its highest bit down.
        let stream = u128::from_be_bytes(self.bits.to_le_bytes());
        let sixth = |i| (stream >> (122 - 6 * i)) as usize & 63;
        (0..characters).map(|i| ALPHABET[sixth(i)] as char).collect()
    }

    fn decode(text: &str, form: Form, characters: usize) -> Result<Bits, IdError> {
        let (mut stream, mut length) = (0u128, 0);
        // Only whole bytes of the 6 * `characters` bits are used.
        let spare = 6 * characters % 8;
        for (i, got) in text.chars().enumerate() {
            let refused = |expected| Err(IdError::Character { form, at: i + 1, got, expected });
            let Some(value) = ALPHABET.iter().position(|&c| c as char == got) else {
                return refused("A to Z, a to z, 0 to 9, + or /");
            };
            if i + 1 == characters && value & ((1 << spare) - 1) != 0 {
                return refused("A, Q, g or w, which leave the bits after the last byte empty");
            }
            if i < characters {
                stream |= (value as u128) << (122 - 6 * i);
            }
            length += 1;
        }
        if length != characters {
            return Err(IdError::Length(form, length, characters));
        }
        Ok(Bits {
            bits: u128::from_le_bytes(stream.to_be_bytes()),
            at: 0,
            length: (6 * characters - spare) as u32,
        })
    }
}

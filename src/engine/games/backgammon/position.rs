use std::cmp::Ordering;
use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::game::Side;

/// The number of checkers of each side.
pub const CHECKERS: u8 = 15;

/// A position seen by the side to move, which moves from point 24 to point 1; its home is 1 to 6.
///
/// It stands either before a roll (this side is about to throw) or after a play (a *result*: this
/// side has just moved). [`Position::handed_over`] leads from a result to the next roll.
///
/// Invariant, kept by all constructors: each side has at most 15 checkers on points and bar, index
/// 0 holds only the opponent's and index 25 only own ones; the rest of each 15 is borne off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(C, align(32))]
pub struct Position {
    /// Index 0 is the opponent's bar, 1 to 24 are points, 25 is the own bar; own checkers count
    /// positive, the opponent's negative. Then follow own and opponent's checkers borne off (both
    /// positive) and 0 for White's view, 1 for Black's; three cells stay 0. One array lets a step
    /// be one addition of 32 bytes.
    pub(super) cells: [i8; 32],
}

/// The index of the own bar, a source of steps like a point.
pub(super) const BAR: usize = 25;
/// The index of own checkers borne off.
pub(super) const OFF: usize = 26;
/// The index of the opponent's checkers borne off.
pub(super) const OPPONENT_OFF: usize = 27;
const SIDE: usize = 28;

/// An error in a position's text or counts.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PositionError {
    /// The text does not have 26 characters.
    #[error(
        "got {0} characters, expected 26 (bar, points 1 to 24, bar); try {start}",
        start = Position::START
    )]
    Length(usize),
    /// An invalid character of the text, after its index.
    #[error(
        "got '{}' as character {} of 26, expected - or A to O or a to o; try {}",
        .1.escape_debug(), .0 + 1, Position::START
    )]
    Character(usize, char),
    /// More than 15 checkers of a side.
    #[error("got {1} checkers of {side}, expected at most 15; try fewer", side = name(*.0))]
    TooMany(Side, u32),
    /// The wrong side's checkers on a bar; the index is 0 or 25.
    #[error("{}; try -", if *.0 == 0 {
        "got the mover's checkers on the opponent's bar (character 1), expected a to o or -"
    } else {
        "got the opponent's checkers on the mover's bar (character 26), expected A to O or -"
    })]
    WrongBar(usize),
    /// Both sides have borne off everything.
    #[error("got no checker on the board, expected one at least; try {}", Position::START)]
    BothOff,
}

/// Returns "White" for [`Side::First`], "Black" for the other side.
pub const fn name(side: Side) -> &'static str {
    match side {
        Side::First => "White",
        Side::Second => "Black",
    }
}

impl Position {
    /// The start position, White to move.
    pub const START: Position = {
        let mut cells = [0; 32];
        (cells[24], cells[13], cells[8], cells[6]) = (2, 5, 3, 5);
        (cells[1], cells[12], cells[17], cells[19]) = (-2, -5, -3, -5);
        Position { cells }
    };

    /// Creates a position from counts: the opponent's bar (0, not positive), the mover's points
    /// (own positive, opponent's negative) and the own bar (25, not negative).
    ///
    /// # Errors
    /// If a side has more than 15 checkers or stands on the other's bar, or no checker is left.
    pub fn new(points: &[i8; 26], side: Side) -> Result<Position, PositionError> {
        if points[0] > 0 {
            return Err(PositionError::WrongBar(0));
        }
        if points[25] < 0 {
            return Err(PositionError::WrongBar(25));
        }
        let count = |sign: i32| points.iter().map(|&n| (sign * i32::from(n)).max(0) as u32).sum::<u32>();
        let (own, theirs) = (count(1), count(-1));
        for (n, side) in [(own, side), (theirs, side.other())] {
            if n > u32::from(CHECKERS) {
                return Err(PositionError::TooMany(side, n));
            }
        }
        if own + theirs == 0 {
            return Err(PositionError::BothOff);
        }
        let mut cells = [0; 32];
        cells[..26].copy_from_slice(points);
        (cells[OFF], cells[OPPONENT_OFF]) = ((CHECKERS as u32 - own) as i8, (CHECKERS as u32 - theirs) as i8);
        cells[SIDE] = (side == Side::Second) as i8;
        Ok(Position { cells })
    }

    /// The side that sees the position: it is about to throw or has just played.
    #[inline]
    pub const fn side(&self) -> Side {
        if self.cells[SIDE] == 0 { Side::First } else { Side::Second }
    }

    /// The counts as [`Position::new`] takes them.
    pub fn points(&self) -> &[i8; 26] {
        self.cells.first_chunk().expect("32 cells have 26")
    }

    /// The own checkers on the bar.
    #[inline]
    pub const fn bar(&self) -> u8 {
        self.cells[BAR] as u8
    }

    /// The opponent's checkers on the bar.
    #[inline]
    pub const fn opponent_bar(&self) -> u8 {
        -self.cells[0] as u8
    }

    /// The own checkers borne off.
    #[inline]
    pub const fn off(&self) -> u8 {
        self.cells[OFF] as u8
    }

    /// The opponent's checkers borne off.
    #[inline]
    pub const fn opponent_off(&self) -> u8 {
        self.cells[OPPONENT_OFF] as u8
    }

    /// True if a side has borne off all its checkers.
    #[inline]
    pub const fn is_over(&self) -> bool {
        self.off() == CHECKERS || self.opponent_off() == CHECKERS
    }

    /// The same board seen by the other side, which is on turn now.
    #[inline]
    pub fn handed_over(&self) -> Position {
        let mut cells = [0; 32];
        for (cell, &n) in cells.iter_mut().zip(self.points().iter().rev()) {
            *cell = -n;
        }
        (cells[OFF], cells[OPPONENT_OFF]) = (self.cells[OPPONENT_OFF], self.cells[OFF]);
        cells[SIDE] = 1 - self.cells[SIDE];
        Position { cells }
    }

    /// The same checkers seen by `side`, which may change whose turn it is.
    pub fn seen_by(&self, side: Side) -> Position {
        if side == self.side() { *self } else { self.handed_over() }
    }

    /// The points that own and opponent's checkers still have to travel; 25 for one on the
    /// bar.
    pub fn pips(&self) -> (u32, u32) {
        let (mut own, mut theirs) = (0, 0);
        for (i, &n) in self.points().iter().enumerate() {
            if n > 0 {
                own += i as u32 * n as u32;
            } else {
                theirs += (25 - i as u32) * n.unsigned_abs() as u32;
            }
        }
        (own, theirs)
    }

    /// True if the sides have passed each other, so neither can be hit again.
    pub fn is_race(&self) -> bool {
        let rearmost = (1..=25).rev().find(|&i| self.cells[i] > 0).unwrap_or(0);
        let foremost = (0..=24).find(|&i| self.cells[i] < 0).unwrap_or(25);
        rearmost < foremost
    }

    /// A key for the movement of own checkers from here to `result`, ignoring the
    /// opponent's; see [`Stochastic::play_key`](crate::game::Stochastic::play_key).
    pub(super) fn play_key(&self, result: &Position) -> u64 {
        let mut moved = [0; 32];
        for ((moved, &before), &after) in moved.iter_mut().zip(&self.cells).zip(&result.cells) {
            *moved = (after.max(0) - before.max(0)) as u8;
        }
        // Odd constants without a pattern: digits of the golden ratio and of pi.
        const FACTORS: [u64; 4] =
            [0x9e37_79b9_7f4a_7c15, 0x2436_f6a8_885a_308d, 0x1319_8a2e_0370_7345, 0xa409_3822_299f_31d1];
        let words = moved.as_chunks::<8>().0.iter().map(|&bytes| u64::from_le_bytes(bytes));
        let sum =
            words.zip(FACTORS).fold(0u64, |sum, (word, factor)| sum.wrapping_add(word.wrapping_mul(factor)));
        sum | 1
    }
}

impl Ord for Position {
    /// The *generator's order* of results: the order of their texts, then White's view first.
    fn cmp(&self, other: &Position) -> Ordering {
        // '-' sorts before 'A' to 'O', and these before 'a' to 'o'.
        let place = |n: i8| if n >= 0 { n } else { CHECKERS as i8 - n };
        let first = self.cells.iter().zip(&other.cells).find(|(a, b)| a != b);
        first.map_or(Ordering::Equal, |(&a, &b)| place(a).cmp(&place(b)))
    }
}

impl PartialOrd for Position {
    fn partial_cmp(&self, other: &Position) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Position {
    /// Writes 26 characters: opponent's bar, points 1 to 24, own bar; `A` to `O` for own checkers,
    /// `a` to `o` for the opponent's.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for &n in self.points() {
            let c = match n {
                0 => '-',
                1.. => (b'A' - 1 + n as u8) as char,
                _ => (b'a' - 1 + n.unsigned_abs()) as char,
            };
            write!(f, "{c}")?;
        }
        Ok(())
    }
}

impl FromStr for Position {
    type Err = PositionError;

    /// Reads the text of [`Position`]'s `Display`, with White as the mover.
    fn from_str(text: &str) -> Result<Position, PositionError> {
        let mut points = [0; 26];
        let length = text.chars().count();
        for (i, c) in text.chars().enumerate() {
            let n = match c {
                '-' => 0,
                'A'..='O' => (c as u8 - b'A' + 1) as i8,
                'a'..='o' => -((c as u8 - b'a' + 1) as i8),
                _ => return Err(PositionError::Character(i, c)),
            };
            *points.get_mut(i).ok_or(PositionError::Length(length))? = n;
        }
        if length != 26 {
            return Err(PositionError::Length(length));
        }
        Position::new(&points, Side::First)
    }
}

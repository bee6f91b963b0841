use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// Two dice in any order: `31` and `13` are equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Roll {
    high: u8,
    low: u8,
}

/// An error for invalid dice.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("got {0}, expected two dice from 1 to 6; try 31")]
pub struct RollError(String);

impl Roll {
    /// All 21 rolls, by the higher die and then the lower.
    pub const ALL: [Roll; 21] = {
        let mut all = [Roll { high: 1, low: 1 }; 21];
        let (mut i, mut high) = (0, 1);
        while high <= 6 {
            let mut low = 1;
            while low <= high {
                all[i] = Roll { high, low };
                i += 1;
                low += 1;
            }
            high += 1;
        }
        all
    };

    /// The sum of all [`Roll::weight`]s.
    pub const WEIGHTS: u32 = 36;

    /// Creates a roll from two dice in any order.
    ///
    /// # Errors
    /// Unless each is 1 to 6.
    pub fn new(a: u8, b: u8) -> Result<Roll, RollError> {
        if (1..=6).contains(&a) && (1..=6).contains(&b) {
            Ok(Roll { high: a.max(b), low: a.min(b) })
        } else {
            Err(RollError(format!("dice {a} and {b}")))
        }
    }

    /// The larger die.
    #[inline]
    pub const fn high(self) -> u8 {
        self.high
    }

    /// The smaller die.
    #[inline]
    pub const fn low(self) -> u8 {
        self.low
    }

    /// True if both dice are equal, so each is played twice.
    #[inline]
    pub const fn is_double(self) -> bool {
        self.high == self.low
    }

    /// Returns how many of 36 throws give this roll: 1 for a double, else 2.
    #[inline]
    pub const fn weight(self) -> u32 {
        if self.is_double() { 1 } else { 2 }
    }

    /// The number of dice to play: 4 for a double, else 2.
    #[inline]
    pub const fn dice(self) -> usize {
        if self.is_double() { 4 } else { 2 }
    }
}

impl fmt::Display for Roll {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.high, self.low)
    }
}

impl FromStr for Roll {
    type Err = RollError;

    /// Reads `31`, `3-1`, `3,1` or `3 1`.
    fn from_str(text: &str) -> Result<Roll, RollError> {
        let refused = || RollError(format!("'{}'", text.escape_debug()));
        let digits: Vec<u8> = match text.as_bytes() {
            [a, b] | [a, b'-' | b',' | b' ', b] => vec![*a, *b],
            _ => return Err(refused()),
        };
        let die = |byte: u8| byte.is_ascii_digit().then(|| byte - b'0');
        match (die(digits[0]), die(digits[1])) {
            (Some(a), Some(b)) => Roll::new(a, b).map_err(|_| refused()),
            _ => Err(refused()),
        }
    }
}

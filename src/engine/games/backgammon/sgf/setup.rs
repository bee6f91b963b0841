//! Checkers placed before the first turn.

use super::SgfFault;
use super::nodes::Property;
use crate::game::Side;
use crate::games::backgammon::position::Position;

/// The placed checkers, seen by White.
#[derive(Clone, Copy)]
pub(super) struct Setup([i8; 26]);

impl Setup {
    pub(super) fn usual() -> Setup {
        Setup(*Position::START.points())
    }

    pub(super) fn of(position: &Position) -> Setup {
        Setup(*position.seen_by(Side::First).points())
    }

    /// Reads AE, AW or AB.
    pub(super) fn put(&mut self, property: &Property) -> Result<(), SgfFault> {
        for value in &property.values {
            match (property.name, value.split_once(':')) {
                ("AE", Some((first, last))) => {
                    let (first, last) = (point(first)?, point(last)?);
                    (first..=last).for_each(|letter| self.clear(letter));
                }
                ("AE", None) => self.clear(point(value)?),
                ("AW", _) => self.add(Side::First, point(value)?)?,
                _ => self.add(Side::Second, point(value)?)?,
            }
        }
        Ok(())
    }

    pub(super) fn position(&self, side: Side) -> Result<Position, SgfFault> {
        let position = Position::new(&self.0, Side::First).map_err(SgfFault::Position)?;
        Ok(position.seen_by(side))
    }

    /// Clears a point. Both bars have the letter `y`.
    fn clear(&mut self, letter: u8) {
        self.0[usize::from(letter) + 1] = 0;
        if letter == 24 {
            self.0[0] = 0;
        }
    }

    fn add(&mut self, side: Side, letter: u8) -> Result<(), SgfFault> {
        let (at, sign) = match (side, letter) {
            (Side::First, letter) => (usize::from(letter) + 1, 1),
            (Side::Second, 24) => (0, -1),
            (Side::Second, letter) => (usize::from(letter) + 1, -1),
        };
        if self.0[at] * sign < 0 {
            return Err(SgfFault::Shared(char::from(b'a' + letter)));
        }
        // The range is far beyond the rules and far within the cell's.
        self.0[at] = (self.0[at] + sign).clamp(-100, 100);
        Ok(())
    }
}

/// Reads a letter from `a` to `y` as 0 to 24; `y` is the bar.
fn point(text: &str) -> Result<u8, SgfFault> {
    match text.trim().as_bytes() {
        &[letter @ b'a'..=b'y'] => Ok(letter - b'a'),
        _ => Err(SgfFault::Point(text.to_owned())),
    }
}

//! Converts a position to the network's inputs.
//!
//! A position has one *level* per *slot*: the checkers on each point, on the bars and borne off,
//! and both sides' features. A level stands for the values of some inputs ([`coding`]), for which
//! weights are learnt.

use super::super::Position;
use super::escapes::Escapes;
use super::features::{FEATURES, MOST, features};
use super::shots::Shots;
use super::view::View;

/// Slots: 24 points, two bars, two counts of checkers borne off, and the features.
pub const SLOTS: usize = CELLS + 2 * FEATURES;
/// Levels per slot, used or not.
pub const LEVELS: usize = 32;
/// Inputs for which weights are learnt.
pub const INPUTS: usize = CELL_INPUTS + 2 * FEATURES;
/// The most inputs per level.
pub const CODES: usize = 2;

const CELLS: usize = 28;
const EMPTY: i32 = 16;
/// Inputs: four per point and side, one per bar, and two for each side's checkers borne off.
const CELL_INPUTS: usize = 24 * 8 + 2 + 4;

/// The levels of a position, seen by the side that has just played.
#[inline(always)]
pub fn levels(position: &Position, escapes: &Escapes) -> [u8; SLOTS] {
    let mut levels = [0; SLOTS];
    for (level, &n) in levels.iter_mut().zip(&position.cells[..CELLS]) {
        *level = (i32::from(n) + EMPTY) as u8;
    }
    let [own, other] = View::both(position);
    let [at_own, at_other] = [Shots::of(&other, &own), Shots::of(&own, &other)];
    let sides = levels[CELLS..].as_chunks_mut::<FEATURES>().0;
    sides[0] = features(&own, &other, at_own, escapes);
    sides[1] = features(&other, &own, at_other, escapes);
    levels
}

/// A level's inputs and their values, padded by inputs of value 0.
pub fn coding(slot: usize, level: usize) -> [(usize, f32); CODES] {
    const NONE: (usize, f32) = (0, 0.0);
    if slot >= CELLS {
        return [(CELL_INPUTS + slot - CELLS, level as f32 / MOST as f32), NONE];
    }
    let n = level as i32 - EMPTY;
    let (size, theirs) = (n.unsigned_abs() as usize, usize::from(n < 0));
    if size == 0 || level == 0 {
        return [NONE, NONE];
    }
    let after_points = 24 * 8;
    match slot {
        0 => [(after_points, size as f32 / 2.0), NONE],
        25 => [(after_points + 1, size as f32 / 2.0), NONE],
        26 | 27 => {
            let first = after_points + 2 + 2 * (slot - 26);
            [(first, size as f32 / 15.0), (first + 1, 1.0)]
        }
        _ => {
            let first = 8 * (slot - 1) + 4 * theirs;
            let more = if size > 3 { (first + 3, (size - 3) as f32 / 2.0) } else { NONE };
            [(first + size.min(3) - 1, 1.0), more]
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_input_is_used_and_none_by_two_slots() {
        let mut users = [None; INPUTS];
        for slot in 0..SLOTS {
            for (input, value) in (0..LEVELS).flat_map(|level| coding(slot, level)) {
                if value != 0.0 {
                    assert_eq!(*users[input].get_or_insert(slot), slot, "input {input}");
                }
            }
        }
        assert!(users.iter().all(Option::is_some));
    }
}

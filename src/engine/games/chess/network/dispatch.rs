//! The network's arithmetic, compiled for several instruction sets (`games/instruction_set.rs`).
#![allow(unsafe_code)]

use super::{ACTIVE, Row};
use crate::games::instruction_set::dispatched;

dispatched! {
    /// Adds and subtracts rows.
    change<const A: usize, const R: usize>(row: &mut Row, added: [&Row; A], removed: [&Row; R]) = plain_change;
}

dispatched! {
    /// Sums the weighted squares of the clamped numbers.
    weigh(row: &Row, weights: &Row) -> i32 = plain_weigh;
}

#[inline(always)]
fn plain_change<const A: usize, const R: usize>(row: &mut Row, added: [&Row; A], removed: [&Row; R]) {
    for (i, number) in row.0.iter_mut().enumerate() {
        for row in added {
            *number = number.wrapping_add(row.0[i]);
        }
        for row in removed {
            *number = number.wrapping_sub(row.0[i]);
        }
    }
}

/// The first product fits 16 bits because output weights are within
/// [`OUTPUT_MOST`](super::OUTPUT_MOST).
#[inline(always)]
fn plain_weigh(row: &Row, weights: &Row) -> i32 {
    let mut sum = 0;
    for (&number, &weight) in row.0.iter().zip(&weights.0) {
        let active = number.clamp(0, ACTIVE);
        sum += i32::from(active.wrapping_mul(weight)) * i32::from(active);
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::super::WIDTH;
    use super::*;
    use crate::games::instruction_set::InstructionSet;

    #[test]
    fn every_instruction_set_finds_the_same_numbers() {
        let mut seed = 1_u64;
        let mut number = |most: i16| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (seed >> 40) as i16 % (most + 1)
        };
        let mut row = |most| Row(std::array::from_fn(|_| number(most)));
        let (from, a, b, c) = (row(600), row(500), row(500), row(500));
        let weights = row(super::super::OUTPUT_MOST);
        let changed = |set: InstructionSet| {
            let mut row = from.clone();
            change(set, &mut row, [&a], [&b, &c]);
            row.0
        };
        let exact: i64 = from
            .0
            .iter()
            .zip(&weights.0)
            .map(|(&number, &weight)| {
                let active = i64::from(number.clamp(0, ACTIVE));
                active * active * i64::from(weight)
            })
            .sum();
        for set in InstructionSet::all() {
            for i in 0..WIDTH {
                assert_eq!(changed(set)[i], from.0[i] + a.0[i] - b.0[i] - c.0[i], "{set:?}");
            }
            assert_eq!(i64::from(weigh(set, &from, &weights)), exact, "{set:?}");
        }
    }
}

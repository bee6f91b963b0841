//! The ways to place n queens: forks of uneven size, with a little work in each.
//!
//! The free columns of a row are a set of bits. A set of several is halved by a join; a single one is a queen, and the
//! next row. So the joins of a row are its free columns less one.

use crate::sched::Worker;

/// The rows placed so far: what they attack in the next one.
#[derive(Clone, Copy)]
pub(super) struct Rows {
    all: u32,
    columns: u32,
    left: u32,
    right: u32,
}

impl Rows {
    /// Before the first row.
    pub fn empty(n: u64) -> Rows {
        Rows { all: (1 << n) - 1, columns: 0, left: 0, right: 0 }
    }

    fn free(self) -> u32 {
        self.all & !(self.columns | self.left | self.right)
    }

    fn is_full(self) -> bool {
        self.columns == self.all
    }

    fn with(self, queen: u32) -> Rows {
        Rows {
            all: self.all,
            columns: self.columns | queen,
            left: (self.left | queen) << 1,
            right: (self.right | queen) >> 1,
        }
    }
}

/// The lower half of a set of two or more bits.
#[inline]
fn lower_half(set: u32) -> u32 {
    let mut upper = set;
    for _ in 0..set.count_ones() / 2 {
        upper &= upper - 1;
    }
    set & !upper
}

/// The ways to fill the rows that are left.
pub(super) fn queens(w: Worker<'_>, rows: Rows) -> u64 {
    if rows.is_full() {
        return 1;
    }
    match rows.free() {
        0 => 0,
        free => columns(w, rows, free),
    }
}

/// A join wherever there are several columns to try.
#[inline(never)]
fn columns(w: Worker<'_>, rows: Rows, set: u32) -> u64 {
    if set.is_power_of_two() {
        return queens(w, rows.with(set));
    }
    let lower = lower_half(set);
    let (a, b) = w.join(move |w| columns(w, rows, lower), move |w| columns(w, rows, set & !lower));
    a + b
}

/// The twin.
pub(super) fn queens_twin(rows: Rows) -> u64 {
    if rows.is_full() {
        return 1;
    }
    match rows.free() {
        0 => 0,
        free => columns_twin(rows, free),
    }
}

#[inline(never)]
fn columns_twin(rows: Rows, set: u32) -> u64 {
    if set.is_power_of_two() {
        return queens_twin(rows.with(set));
    }
    let lower = lower_half(set);
    columns_twin(rows, lower) + columns_twin(rows, set & !lower)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_known_numbers_of_solutions() {
        let known = [1, 0, 0, 2, 10, 4, 40, 92, 352];
        for (n, &solutions) in (1..).zip(&known) {
            assert_eq!(queens_twin(Rows::empty(n)), solutions);
        }
    }
}

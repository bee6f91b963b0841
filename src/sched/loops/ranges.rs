//! Loops over ranges of integers.
//!
//! There is one implementation for all integer types, not one for each: so `|_, i|` has a type as
//! soon as the range has one, and `0..10` is a range of `i32` where nothing says otherwise, as
//! in a plain loop.
//!
//! `a..` is no [`Divisible`]: its left part would have an end, which that type cannot express.

use crate::loops::divisible::Divisible;
use std::ops::{Range, RangeInclusive};

/// The types `u8` to `u128`, `usize`, `i8` to `i128` and `isize`. Cannot be named outside, so
/// nobody else implements it.
pub trait Integer: Copy + Ord + Send {
    /// A range without a number.
    const EMPTY: RangeInclusive<Self>;

    /// Number of steps from here to `end`: 0 if that is not above, `None` if [`usize`] cannot
    /// count them.
    fn steps_to(self, end: Self) -> Option<usize>;

    /// The number so many steps further up, which must exist.
    fn up(self, steps: usize) -> Self;
}

/// Each type with the unsigned type of its size, in which a distance has room.
macro_rules! integers {
    ($($integer:ident as $unsigned:ident),*) => {$(
        impl Integer for $integer {
            const EMPTY: RangeInclusive<Self> = RangeInclusive::new(1, 0);

            #[inline]
            fn steps_to(self, end: Self) -> Option<usize> {
                if end <= self { Some(0) } else { (end.wrapping_sub(self) as $unsigned).try_into().ok() }
            }

            #[inline]
            fn up(self, steps: usize) -> Self {
                // Exact modulo the size of the type, and there is such a number.
                self.wrapping_add(steps as $integer)
            }
        }
    )*};
}

integers!(u8 as u8, u16 as u16, u32 as u32, u64 as u64, u128 as u128, usize as usize);
integers!(i8 as u8, i16 as u16, i32 as u32, i64 as u64, i128 as u128, isize as usize);

impl<T: Integer> Divisible for Range<T>
where
    Range<T>: Iterator<Item = T>,
{
    type Item = T;
    type Part = Range<T>;

    fn count(&self) -> usize {
        self.start.steps_to(self.end).unwrap_or(usize::MAX)
    }

    fn divide(self, at: usize) -> (Self, Self) {
        let middle = self.start.up(at);
        (self.start..middle, middle..self.end)
    }

    fn items(self) -> impl Iterator<Item = T> {
        self
    }
}

impl<T: Integer> Divisible for RangeInclusive<T>
where
    RangeInclusive<T>: Iterator<Item = T>,
{
    type Item = T;
    type Part = RangeInclusive<T>;

    fn count(&self) -> usize {
        if self.is_empty() {
            return 0;
        }
        self.start().steps_to(*self.end()).map_or(usize::MAX, |steps| steps.saturating_add(1))
    }

    fn divide(self, at: usize) -> (Self, Self) {
        if at == 0 {
            return (T::EMPTY, self);
        }
        // Not by the count: there may be more.
        if self.start().steps_to(*self.end()) == Some(at - 1) {
            return (self, T::EMPTY);
        }
        let (start, end) = self.into_inner();
        (start..=start.up(at - 1), start.up(at)..=end)
    }

    fn items(self) -> impl Iterator<Item = T> {
        self
    }
}

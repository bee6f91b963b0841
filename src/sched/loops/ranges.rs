//! Loops over ranges of integers.
//!
//! One implementation covers all integer types, so type inference works as in a plain loop.

use crate::loops::divisible::Divisible;
use std::ops::{Range, RangeInclusive};

/// An integer type. Not nameable outside this crate.
pub trait Integer: Copy + Ord + Send {
    const EMPTY: RangeInclusive<Self>;

    /// The steps from here to `end`: 0 if `end` is not larger, `None` if [`usize`] is too
    /// small.
    fn steps_to(self, end: Self) -> Option<usize>;

    fn up(self, steps: usize) -> Self;
}

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
                // Exact modulo the size of the type, and the number exists.
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
        // Compares steps, because the count may be too large for `usize`.
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

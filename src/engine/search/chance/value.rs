//! Values below chance nodes are exact integers.
//!
//! An expectation over 36 equally likely throws is a sum divided by 36. Here nothing is divided: a
//! value `depth` pairs of roll and reply before the horizon carries the factor 36^depth. So the
//! value of a chance node is a sum of integers, the order of summing does not matter, and every
//! strategy at every thread count finds the same number, not one that is nearly the same.

/// A score times 36 (the weights of all rolls) to the power of the depth it belongs to.
pub type Value = i64;

/// The deepest search: scores below 10^9 in size, times 36^5, leave room for sums and bounds.
pub const MAX_DEPTH: u32 = 5;

/// Larger than any value; as a bound it means "no bound".
pub(super) const UNBOUNDED: Value = i64::MAX / 4;

/// Smaller than any value.
pub(super) const NO_VALUE: Value = -UNBOUNDED - 1;

/// Only values strictly between `alpha` (already guaranteed) and `beta` (the opponent will avoid
/// it) matter. Seen from one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Window {
    pub alpha: Value,
    pub beta: Value,
}

impl Window {
    /// The window in which every value matters.
    pub const FULL: Window = Window { alpha: -UNBOUNDED, beta: UNBOUNDED };

    /// The same window from the opponent's view.
    #[inline]
    pub const fn turned(self) -> Window {
        Window { alpha: -self.beta, beta: -self.alpha }
    }

    /// The same window with `alpha` no lower than `floor`.
    #[inline]
    pub const fn raised(self, floor: Value) -> Window {
        if floor > self.alpha { Window { alpha: floor, ..self } } else { self }
    }
}

//! Exact integer values below chance nodes. Nothing is divided by 36, the number of throws: a value
//! `depth` pairs of roll and reply before the horizon carries the factor 36^depth. So the order of
//! summing does not matter.

/// A score times 36 (the weights of all rolls) to the power of its depth.
pub type Value = i64;

/// The deepest search: scores below 10^9 in size, times 36^5, leave room for sums and bounds.
pub const MAX_DEPTH: u32 = 5;

/// Larger than any value; as a bound it means "no bound".
pub(super) const UNBOUNDED: Value = i64::MAX / 4;

pub(super) const NO_VALUE: Value = -UNBOUNDED - 1;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Window {
    pub alpha: Value,
    pub beta: Value,
}

impl Window {
    pub const FULL: Window = Window { alpha: -UNBOUNDED, beta: UNBOUNDED };

    #[inline]
    pub const fn turned(self) -> Window {
        Window { alpha: -self.beta, beta: -self.alpha }
    }

    #[inline]
    pub const fn raised(self, floor: Value) -> Window {
        if floor > self.alpha { Window { alpha: floor, ..self } } else { self }
    }
}

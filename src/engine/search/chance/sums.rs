//! Bounds of a chance node's value, and the window they leave for one of its rolls (Star1).
//!
//! Each roll has a value between `low` and `high`, the node between their weighted sums. It is done
//! as soon as the lower sum has reached `beta` or the upper one `alpha`. A roll is searched in the
//! window of those values that would not decide the node while all other rolls stay as they are
//! (Ballard 1983).
//!
//! Each sum is one word that moves in one direction, by adding. A worker that reads the two at
//! different times gets a window that is too wide, never too narrow. If the roll fails low in it,
//! its term plus the *old* upper sum of the others is at most `alpha`; the present sum is no
//! larger, so the node is done. (Likewise if it fails high.) So no roll is ever searched twice.
//! Relaxed is enough: nothing else is published through the sums, and the owner's last reading
//! comes after its split has returned.

use std::sync::atomic::{AtomicI64, Ordering::Relaxed};

use crate::search::chance::value::{Value, Window};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Span {
    pub low: Value,
    pub high: Value,
}

impl Span {
    #[inline]
    pub fn narrowed(self, score: Value, window: Window) -> Span {
        if score <= window.alpha {
            Span { high: self.high.min(score), ..self }
        } else if score >= window.beta {
            Span { low: self.low.max(score), ..self }
        } else {
            Span { low: score, high: score }
        }
    }

    #[inline]
    pub fn is_exact(self) -> bool {
        self.low == self.high
    }
}

pub(super) struct BoundSums {
    low: AtomicI64,
    high: AtomicI64,
    window: Window,
}

impl BoundSums {
    #[inline]
    pub fn new(span: Span, weights: Value, window: Window) -> BoundSums {
        BoundSums {
            low: AtomicI64::new(weights * span.low),
            high: AtomicI64::new(weights * span.high),
            window,
        }
    }

    /// A fail-soft score of the node, if it is done.
    #[inline]
    pub fn score(&self) -> Option<Value> {
        let (low, high) = (self.low.load(Relaxed), self.high.load(Relaxed));
        if low >= self.window.beta || low == high {
            Some(low)
        } else if high <= self.window.alpha {
            Some(high)
        } else {
            None
        }
    }

    /// A value outside this window decides the node. `None` if it is decided.
    #[inline]
    pub fn window(&self, span: Span, weight: Value) -> Option<Window> {
        let others_low = self.low.load(Relaxed) - weight * span.low;
        let others_high = self.high.load(Relaxed) - weight * span.high;
        let alpha = (self.window.alpha - others_high).div_euclid(weight);
        let beta = -(others_low - self.window.beta).div_euclid(weight);
        let window = Window { alpha: alpha.max(span.low - 1), beta: beta.min(span.high + 1) };
        (window.alpha < window.beta).then_some(window)
    }

    /// Narrows the bounds of a roll, atomically if other workers may narrow other rolls (`shared`).
    #[inline]
    pub fn narrow(&self, shared: bool, weight: Value, before: Span, after: Span) {
        let add = |cell: &AtomicI64, difference: Value| {
            if shared {
                cell.fetch_add(difference, Relaxed);
            } else {
                cell.store(cell.load(Relaxed) + difference, Relaxed);
            }
        };
        add(&self.low, weight * (after.low - before.low));
        add(&self.high, weight * (after.high - before.high));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outside_of_its_window_a_roll_decides_the_node() {
        let window = Window { alpha: 10, beta: 25 };
        for weight in [1, 2] {
            for (low, high) in [(-9, 9), (0, 9), (-3, 4)] {
                let span = Span { low, high };
                let sums = BoundSums::new(span, 6, window);
                // Narrow one roll already, so that the sums are uneven.
                sums.narrow(false, 3, span, Span { low: high, high });
                let Some(roll) = sums.window(span, weight) else {
                    assert!(sums.score().is_some());
                    continue;
                };
                for score in low..=high {
                    let after = span.narrowed(score, roll);
                    let sums = BoundSums::new(span, 6, window);
                    sums.narrow(true, 3, span, Span { low: high, high });
                    sums.narrow(true, weight, span, after);
                    let inside = roll.alpha < score && score < roll.beta;
                    assert!(after.is_exact() || !inside);
                    assert!(
                        inside || sums.score().is_some(),
                        "{score} outside {roll:?} of {span:?} decides nothing"
                    );
                }
            }
        }
    }
}

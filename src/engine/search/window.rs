//! The window of a search without dice, and the only place where an exact score changes its sign.

use crate::game::{INFINITE, Score};

/// A search window, seen by the side to move. Only scores strictly between `alpha` (already
/// guaranteed) and `beta` (the opponent will avoid it) matter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// The score that is already guaranteed.
    pub alpha: Score,
    /// The score that the opponent will avoid by an earlier alternative.
    pub beta: Score,
    /// True for a null window that is expected to fail high. It affects the order of work only.
    pub expects_cut: bool,
}

impl Window {
    /// The window in which every score matters.
    pub const FULL: Window = Window::new(-INFINITE, INFINITE);

    /// The window `(alpha, beta)`.
    #[inline]
    pub const fn new(alpha: Score, beta: Score) -> Window {
        debug_assert!(alpha < beta);
        Window { alpha, beta, expects_cut: false }
    }

    /// The null window above `alpha`, expected to fail low.
    #[inline]
    pub const fn null(alpha: Score) -> Window {
        Window::new(alpha, alpha + 1)
    }

    /// Raises `alpha`.
    #[inline]
    pub const fn raised(self, alpha: Score) -> Window {
        Window { alpha, ..self }
    }

    /// True if no score lies strictly inside.
    #[inline]
    pub const fn is_null(self) -> bool {
        self.alpha + 1 >= self.beta
    }

    /// The window as a child's side to move sees it.
    #[inline]
    pub const fn seen_by(self, view: View) -> Window {
        match view {
            View::Same => self,
            View::Opposite => Window {
                alpha: -self.beta,
                beta: -self.alpha,
                expects_cut: self.is_null() && !self.expects_cut,
            },
        }
    }
}

/// The view of the side to move in a child, compared with its parent's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum View {
    /// The same side moves again.
    Same,
    /// The opponent moves.
    Opposite,
}

impl View {
    /// Turns a child's score into its parent's, and back.
    #[inline]
    pub const fn turn(self, score: Score) -> Score {
        match self {
            View::Same => score,
            View::Opposite => -score,
        }
    }
}

/// The relation of a value to a score, by the window that was *used*, never by a later one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// The value is the score.
    Exact,
    /// The value is the score or more (a fail-high).
    Lower,
    /// The value is the score or less (a fail-low).
    Upper,
}

impl Bound {
    /// The bound that `score`, from a fail-soft search of `window`, proves.
    #[inline]
    pub const fn of(score: Score, window: Window) -> Bound {
        if score >= window.beta {
            Bound::Lower
        } else if score <= window.alpha {
            Bound::Upper
        } else {
            Bound::Exact
        }
    }
}

/// A score and a place for `fetch_max`: the larger score wins, among equals the smaller place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::search) struct Ranked(i64);

impl Ranked {
    const PLACES: i64 = 0xffff;

    pub const NONE: Ranked = Ranked::new(-INFINITE - 1, 0);

    #[inline]
    pub const fn new(score: Score, place: usize) -> Ranked {
        debug_assert!(place <= Self::PLACES as usize);
        Ranked(((score as i64) << 16) | (Self::PLACES - place as i64))
    }

    #[inline]
    pub const fn score(self) -> Score {
        (self.0 >> 16) as Score
    }

    #[inline]
    pub const fn place(self) -> usize {
        (Self::PLACES - (self.0 & Self::PLACES)) as usize
    }

    /// The largest score that ranks the move at `place` below `self`.
    #[inline]
    pub const fn beaten_by_more_than(self, place: usize) -> Score {
        if place > self.place() { self.score() } else { self.score() - 1 }
    }

    #[inline]
    pub const fn word(self) -> i64 {
        self.0
    }

    #[inline]
    pub const fn from_word(word: i64) -> Ranked {
        Ranked(word)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranking_is_by_score_and_then_by_the_smaller_place() {
        let keys = [(5, 0), (5, 3), (4, 0), (0, 7), (-1, 1), (-1, 2), (-INFINITE, 0)];
        for pair in keys.windows(2) {
            assert!(Ranked::new(pair[0].0, pair[0].1) > Ranked::new(pair[1].0, pair[1].1));
        }
        for (score, place) in keys {
            let ranked = Ranked::new(score, place);
            assert_eq!((ranked.score(), ranked.place()), (score, place));
            assert!(ranked > Ranked::NONE);
            for other in [0, 1, 5, 9] {
                if other != place {
                    let limit = ranked.beaten_by_more_than(other);
                    assert!(Ranked::new(limit, other) < ranked && Ranked::new(limit + 1, other) > ranked);
                }
            }
        }
    }

    #[test]
    fn a_window_turned_twice_is_itself() {
        let window = Window::new(-3, 8);
        assert_eq!(window.seen_by(View::Opposite), Window::new(-8, 3));
        assert_eq!(window.seen_by(View::Opposite).seen_by(View::Opposite), window);
        assert_eq!(window.seen_by(View::Same), window);
        assert!(Window::null(4).is_null() && !window.is_null());
    }
}

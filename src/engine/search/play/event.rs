use std::fmt;

use super::root_move::{RootMove, leader};
use crate::search::answer::ScoredLine;
use crate::search::window::Bound;

/// An event at the root of a [`PlayRequest`](super::PlayRequest).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event<M> {
    /// A move is searched next.
    Begun {
        /// The depth of the search.
        depth: u32,
        /// The move.
        m: M,
        /// The place in the order of search, from 1.
        number: usize,
    },
    /// A move is the best so far. A search for one line that is stopped now answers with it.
    Leading(PartialIteration<M>),
    /// The value lies outside the *aspiration* window, so all moves are searched again with a wider
    /// one.
    Failed(PartialIteration<M>),
}

/// The best line of an unfinished depth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PartialIteration<M> {
    /// The unfinished depth.
    pub depth: u32,
    /// The move with its line and score.
    pub line: ScoredLine<M>,
    /// The relation of the move's value to the score.
    pub bound: Bound,
}

/// A callback for events, called by several workers at a time.
#[derive(Clone, Copy)]
pub struct Watch<'a, M>(pub &'a (dyn Fn(&Event<M>) + Sync + 'a));

impl<M> Default for Watch<'_, M> {
    fn default() -> Self {
        Watch(&|_| {})
    }
}

impl<M> fmt::Debug for Watch<'_, M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Watch")
    }
}

#[derive(Clone, Copy)]
pub(super) struct RootEvents<'t, M> {
    pub watch: Watch<'t, M>,
    pub depth: i32,
    /// The number of better lines.
    pub before: usize,
    /// True if one line is wanted. Of several, an unfinished one among those of the depth before
    /// would not be a ranking, so leading moves and failures are not reported.
    pub alone: bool,
}

impl<M: Copy> RootEvents<'_, M> {
    /// Reports the `place`-th move, counted from 0, as searched next.
    pub fn begun(&self, m: M, place: usize) {
        let number = self.before + place + 1;
        (self.watch.0)(&Event::Begun { depth: self.depth as u32, m, number });
    }

    pub fn leading(&self, moves: &[RootMove<M>]) {
        if let Some(best) = leader(moves, self.depth) {
            self.tell(best, Event::Leading);
        }
    }

    pub fn failed(&self, tried: &RootMove<M>) {
        self.tell(tried, Event::Failed);
    }

    fn tell(&self, tried: &RootMove<M>, event: impl FnOnce(PartialIteration<M>) -> Event<M>) {
        if self.alone {
            let (depth, line, bound) = (self.depth as u32, tried.line(), tried.bound);
            (self.watch.0)(&event(PartialIteration { depth, line, bound }));
        }
    }
}

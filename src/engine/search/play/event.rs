//! Events of a playing search before a depth is finished.

use std::fmt;

use super::root_move::RootMove;
use crate::search::answer::ScoredLine;
use crate::search::window::Bound;

/// An event at the root of a [`PlayRequest`](super::PlayRequest).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event<M> {
    /// A move is searched next.
    Begun {
        /// The depth that is searched.
        depth: u32,
        /// The move.
        m: M,
        /// The place in the order of search, counted from 1.
        number: usize,
    },
    /// A move is the best so far. A search for one line that is stopped now answers with it.
    Leading(PartialIteration<M>),
    /// The value lies outside the window in which it was expected (*aspiration*), so all moves are
    /// searched again with a wider one.
    Failed(PartialIteration<M>),
}

/// The best line of a depth that is not finished.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PartialIteration<M> {
    /// The unfinished depth.
    pub depth: u32,
    /// The move with its line and score.
    pub line: ScoredLine<M>,
    /// The relation of the move's value to the score.
    pub bound: Bound,
}

/// A callback for events, called on the worker on which they happen, several at a time.
#[derive(Clone, Copy)]
pub struct Watch<'a, M>(pub &'a (dyn Fn(&Event<M>) + Sync + 'a));

impl<M> Default for Watch<'_, M> {
    /// Returns a callback that ignores all events.
    fn default() -> Self {
        Watch(&|_| {})
    }
}

impl<M> fmt::Debug for Watch<'_, M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Watch")
    }
}

/// Reports the events of one line of a depth.
#[derive(Clone, Copy)]
pub(super) struct RootEvents<'t, M> {
    pub watch: Watch<'t, M>,
    pub depth: u32,
    /// The number of better lines, whose moves stand before those that are searched. Leading moves
    /// and failures are reported for the first line only, where it is 0.
    pub before: usize,
}

impl<M: Copy> RootEvents<'_, M> {
    /// Reports that the `place`-th of the moves, counted from 0, is searched next.
    pub fn begun(&self, m: M, place: usize) {
        let number = self.before + place + 1;
        (self.watch.0)(&Event::Begun { depth: self.depth, m, number });
    }

    pub fn leading(&self, tried: &RootMove<M>) {
        self.tell(tried, Event::Leading);
    }

    pub fn failed(&self, tried: &RootMove<M>) {
        self.tell(tried, Event::Failed);
    }

    fn tell(&self, tried: &RootMove<M>, event: impl FnOnce(PartialIteration<M>) -> Event<M>) {
        if self.before == 0 {
            let (depth, line, bound) = (self.depth, tried.line(), tried.bound);
            (self.watch.0)(&event(PartialIteration { depth, line, bound }));
        }
    }
}

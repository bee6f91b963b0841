use std::time::Duration;

use crate::game::{Game, Score, Stochastic};
use crate::search::chance::Value;
use crate::search::limits::StopCause;
use crate::search::memory::Counts;
use crate::search::window::Bound;

/// A depth. `M` is the choice (a move; with dice, the result of a play), `V` its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Iteration<M, V = Score> {
    /// The depth, as in [`Settings::depth`](super::Settings::depth).
    pub depth: u32,
    /// False if it is what a stopped [`PlayRequest`](super::PlayRequest) had found of a depth.
    pub finished: bool,
    /// The deepest ply of a [`PlayRequest`](super::PlayRequest) with an open window; 0 in other
    /// searches.
    pub selective_depth: u32,
    /// The best move.
    pub best: M,
    /// The value of `best`, seen by the side to move.
    pub score: V,
    /// The relation of the value to the score, inexact only in a stopped
    /// [`PlayRequest`](super::PlayRequest).
    pub bound: Bound,
    /// A legal best line from `best` on, perhaps short; with dice `best` alone.
    pub pv: Vec<M>,
    /// The best moves, as many as [`Settings::lines`](super::Settings::lines): the best first,
    /// equals in the generator's order. Each is what a search without the moves before it would
    /// find.
    pub lines: Vec<ScoredLine<M, V>>,
    /// The counts so far, shallower depths included.
    pub counts: Counts,
    /// Time since the search began.
    pub time: Duration,
}

/// A move of the root, with its value and line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScoredLine<M, V = Score> {
    /// The value, seen by the side to move.
    pub score: V,
    /// A legal best line from the move on, perhaps short; with dice the move alone.
    pub pv: Vec<M>,
}

/// The answer of a search. `O` is the outcome of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer<M, V, O> {
    /// The last finished depth, or what a stopped [`PlayRequest`](super::PlayRequest) had found of
    /// the next; `None` only if the game is over.
    pub last: Option<Iteration<M, V>>,
    /// The outcome of the game, if it is over.
    pub outcome: Option<O>,
    /// The value for the side to move, of `last` or the outcome.
    pub score: V,
    /// The reason why the search ended before its depth, if it did.
    pub stopped: Option<StopCause>,
    /// The counts, the unfinished depth included.
    pub counts: Counts,
    /// The time of the search.
    pub time: Duration,
}

impl<M: Clone, V, O> Answer<M, V, O> {
    /// The best move; `None` only if the game is over.
    pub fn best(&self) -> Option<M> {
        self.last.as_ref().map(|last| last.best.clone())
    }

    pub(super) fn over(outcome: O, score: V, time: Duration) -> Answer<M, V, O> {
        Answer { last: None, outcome: Some(outcome), score, stopped: None, counts: Counts::default(), time }
    }
}

/// An expected score.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Expectation {
    /// The expectation in the smallest unit, times 36 (the sum of all rolls' weights) to the power
    /// of the depth.
    pub exact: Value,
    /// The expectation in the evaluator's smallest unit.
    pub mean: f64,
}

/// The answer of a search of `G`.
pub type AnswerOf<G> = Answer<<G as Game>::Move, Score, <G as Game>::Outcome>;

/// The answer of a search of `G`, a game with dice.
pub type DiceAnswerOf<G> = Answer<<G as Stochastic>::Position, Expectation, <G as Stochastic>::Outcome>;

/// A callback for depths, called on a worker.
pub type Listener<'a, M, V = Score> = dyn FnMut(&Iteration<M, V>) + Send + 'a;

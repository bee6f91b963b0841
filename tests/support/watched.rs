//! An evaluator that reports its calls.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use sparring_engine::game::{EquityEvaluator, Score, Side, Stochastic};

/// An evaluator that calls `watch` before each evaluation with its number, from 1, and the result.
pub struct Watched<E, F> {
    pub inner: E,
    watch: F,
    seen: AtomicU64,
}

impl<E, F> Watched<E, F> {
    pub fn new(inner: E, watch: F) -> Watched<E, F> {
        Watched { inner, watch, seen: AtomicU64::new(0) }
    }
}

impl<G: Stochastic, E: EquityEvaluator<G>, F: Fn(u64, &G::Position) + Sync> EquityEvaluator<G>
    for Watched<E, F>
{
    type Before = E::Before;

    fn before(&self, game: &G, position: &G::Position) -> E::Before {
        self.inner.before(game, position)
    }

    fn unit(&self) -> &'static str {
        self.inner.unit()
    }

    fn bounds(&self, game: &G, position: &G::Position) -> (Score, Score) {
        self.inner.bounds(game, position)
    }

    fn evaluate(&self, game: &G, before: E::Before, result: &G::Position) -> Score {
        (self.watch)(self.seen.fetch_add(1, Relaxed) + 1, result);
        self.inner.evaluate(game, before, result)
    }

    fn outcome_value(&self, game: &G, result: &G::Position, outcome: G::Outcome) -> Score {
        self.inner.outcome_value(game, result, outcome)
    }

    fn preference(&self, game: &G, before: E::Before, result: &G::Position) -> Score {
        self.inner.preference(game, before, result)
    }

    fn prefers_by_value(&self, side: Side) -> bool {
        self.inner.prefers_by_value(side)
    }
}

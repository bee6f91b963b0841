//! An evaluator that stops the search it serves.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use sparring_engine::Stop;
use sparring_engine::game::{Evaluator, Game, Score};

/// An evaluator that uses a stop switch at its `k`-th evaluation.
pub struct StopsAt<E> {
    pub inner: E,
    left: AtomicU64,
    switch: Mutex<Option<Stop>>,
}

impl<E> StopsAt<E> {
    pub fn new(inner: E, k: u64, switch: Stop) -> StopsAt<E> {
        StopsAt { inner, left: AtomicU64::new(k), switch: Mutex::new(Some(switch)) }
    }
}

impl<G: Game, E: Evaluator<G>> Evaluator<G> for StopsAt<E> {
    fn bounds(&self) -> (Score, Score) {
        self.inner.bounds()
    }

    fn evaluate(&self, game: &G, position: &G::Position) -> Score {
        if self.left.fetch_sub(1, Relaxed) == 1 {
            self.switch.lock().unwrap().take().unwrap().stop();
        }
        self.inner.evaluate(game, position)
    }

    fn outcome_value(&self, game: &G, position: &G::Position, outcome: G::Outcome, ply: u32) -> Score {
        self.inner.outcome_value(game, position, outcome, ply)
    }
}

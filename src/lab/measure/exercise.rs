//! One question to a game without dice, and the rows of those who answer it: all ways to search
//! have to find the same.

use std::sync::Arc;

use super::machine::{Halt, Machine};
use super::row::Run;
use crate::documents::ReproduceRow;
use sparring_engine::Engine;
use sparring_engine::game::{Game, Score};
use sparring_engine::search::{Question, Request, SearchStrategy, Settings, StopCause, Strategy};
use sparring_report::Ledger;
use sparring_sched::Pool;

/// Size of the table in MiB, where a strategy uses one: more than the nodes that `ybw` stores.
const HASH: usize = 16;

/// A position and a depth, and what all exact strategies find there.
pub struct Exercise<G: Game> {
    position: G::Position,
    pub depth: u32,
    pub best: G::Move,
    score: Score,
    /// Who was asked.
    by: Strategy,
    /// The nodes of that search: of minimax the whole tree, its root apart.
    pub nodes: u64,
}

impl<G: Game> Exercise<G> {
    /// Asks a sequential strategy on one thread.
    pub fn ask<E: Sync>(
        (game, machine): (&G, &Machine<'_>),
        evaluator: &E,
        position: G::Position,
        (depth, by): (u32, Strategy),
    ) -> Exercise<G>
    where
        G: Clone,
        Request<'static, G::Position>: Question<G, E, Move = G::Move, Value = Score, Outcome = G::Outcome>,
    {
        let request = Request::new(position, Settings::depth(depth).by(by));
        let hash = if by.uses_table() { HASH } else { 0 };
        let answer = Engine::new(game.clone(), machine.one().clone(), hash).answer(evaluator, &request);
        let last = answer.last.expect("the game goes on");
        let nodes = answer.counts.nodes;
        Exercise { position: request.position, depth, best: last.best, score: last.score, by, nodes }
    }

    /// Asks with `settings` on one thread.
    ///
    /// # Errors
    /// If the experiment is interrupted.
    pub fn alone<E: Sync>(
        &self,
        (game, machine): (&G, &Machine<'_>),
        evaluator: &E,
        settings: Settings,
    ) -> Result<ReproduceRow, Halt>
    where
        G: Clone,
        Request<'static, G::Position>: Question<G, E, Move = G::Move, Value = Score, Outcome = G::Outcome>,
    {
        machine.timed(machine.one(), &mut |pool| self.once((game, machine), pool, evaluator, settings))
    }

    /// Asks with `settings` on one thread and on all other workers of the
    /// machine.
    ///
    /// # Errors
    /// If the experiment is interrupted, or there is no memory for simulated workers.
    pub fn on_all<E: Sync>(
        &self,
        (game, machine): (&G, &Machine<'_>),
        evaluator: &E,
        settings: Settings,
    ) -> Result<Vec<ReproduceRow>, Halt>
    where
        G: Clone,
        Request<'static, G::Position>: Question<G, E, Move = G::Move, Value = Score, Outcome = G::Outcome>,
    {
        machine.on_all(&mut |pool| self.once((game, machine), pool, evaluator, settings))
    }

    /// Asks an engine that knows nothing; one whose strategy uses no table has none.
    pub fn once<E: Sync>(
        &self,
        (game, machine): (&G, &Machine<'_>),
        pool: &Arc<Pool>,
        evaluator: &E,
        settings: Settings,
    ) -> Result<Run, Halt>
    where
        G: Clone,
        Request<'static, G::Position>: Question<G, E, Move = G::Move, Value = Score, Outcome = G::Outcome>,
    {
        let strategy = settings.strategy;
        let hash = if strategy.uses_table() { HASH } else { 0 };
        let engine = Engine::new(game.clone(), pool.clone(), hash);
        let (stop, before) = (engine.stop_switch(), pool.snapshot());
        let switch = stop.clone();
        machine.interrupt.guard(move || switch.stop());
        let request = Request::new(self.position.clone(), settings);
        let answer = engine.go(evaluator, &request, &stop, &mut |_| {});
        if answer.stopped == Some(StopCause::Request) {
            return Err(Halt::Interrupted);
        }
        assert_eq!(answer.best(), Some(self.best), "all strategies choose the same move");
        assert_eq!(answer.score, self.score, "and give it the same value");
        if self.by == Strategy::Minimax && matches!(strategy, Strategy::Minimax | Strategy::Par) {
            assert_eq!(answer.counts.nodes, self.nodes, "minimax looks at all of the tree");
        }
        let ledger = Ledger::between(&before, &pool.snapshot());
        let ns_per_decision = answer.time.as_nanos() as u64;
        Ok(Run { ns_per_decision, decisions: 1, nodes: answer.counts.nodes, ledger })
    }
}

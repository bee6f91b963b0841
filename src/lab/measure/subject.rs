//! Searches of a game without dice. Every way to search a position must find the same answer.

use std::sync::Arc;

use super::machine::{Halt, Machine};
use super::row::Run;
use crate::documents::ReproduceRow;
use sparring_engine::Engine;
use sparring_engine::game::{Game, Score};
use sparring_engine::search::{Question, Request, SearchStrategy, Settings, StopCause, Strategy};
use sparring_report::Ledger;
use sparring_sched::Pool;

/// Size of a table in MiB.
const HASH: usize = 16;

pub struct Subject<'s, G, E> {
    pub game: &'s G,
    pub evaluator: &'s E,
    pub machine: &'s Machine<'s>,
}

/// The answer that all exact strategies must find.
pub struct Found<G: Game> {
    position: G::Position,
    pub best: G::Move,
    score: Score,
    by: Strategy,
    /// Nodes of that search; of minimax, the tree without its root.
    pub nodes: u64,
}

impl<G: Game + Clone, E: Sync> Subject<'_, G, E>
where
    Request<'static, G::Position>: Question<G, E, Move = G::Move, Value = Score, Outcome = G::Outcome>,
{
    /// Searches by a sequential strategy on one thread.
    pub fn find(&self, position: &G::Position, depth: u32, by: Strategy) -> Found<G> {
        let request = Request::new(position.clone(), Settings::depth(depth).by(by));
        let answer = self.engine(self.machine.one(), by).answer(self.evaluator, &request);
        let last = answer.last.expect("the game goes on");
        let nodes = answer.counts.nodes;
        Found { position: request.position, best: last.best, score: last.score, by, nodes }
    }

    pub fn alone(&self, found: &Found<G>, settings: Settings) -> Result<ReproduceRow, Halt> {
        self.machine.timed(self.machine.one(), &mut |pool| self.once(found, settings, pool))
    }

    pub fn on_all(&self, found: &Found<G>, settings: Settings) -> Result<Vec<ReproduceRow>, Halt> {
        self.machine.on_all(&mut |pool| self.once(found, settings, pool))
    }

    pub fn once(&self, found: &Found<G>, settings: Settings, pool: &Arc<Pool>) -> Result<Run, Halt> {
        let strategy = settings.strategy;
        let engine = self.engine(pool, strategy);
        let (stop, before) = (self.machine.watched(engine.stop_switch()), pool.snapshot());
        let request = Request::new(found.position.clone(), settings);
        let answer = engine.go(self.evaluator, &request, &stop, &mut |_| {});
        if answer.stopped == Some(StopCause::Request) {
            return Err(Halt::Interrupted);
        }
        assert_eq!(answer.best(), Some(found.best), "all strategies choose the same move");
        assert_eq!(answer.score, found.score, "and give it the same value");
        if found.by == Strategy::Minimax && matches!(strategy, Strategy::Minimax | Strategy::Par) {
            assert_eq!(answer.counts.nodes, found.nodes, "minimax looks at all of the tree");
        }
        let ledger = Ledger::between(&before, &pool.snapshot());
        let ns_per_decision = answer.time.as_nanos() as u64;
        Ok(Run { ns_per_decision, decisions: 1, nodes: answer.counts.nodes, ledger })
    }

    /// A new engine, without a table if the strategy uses none.
    fn engine(&self, pool: &Arc<Pool>, strategy: Strategy) -> Engine<G> {
        Engine::new(self.game.clone(), pool.clone(), if strategy.uses_table() { HASH } else { 0 })
    }
}

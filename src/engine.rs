//! An engine: a pool, a table, what the workers remember, and one search at a time.

use std::sync::{Arc, Mutex};

use crate::sched::{CancelScope, Pool};
use crate::search::{Memory, Resources, Table, search, search_dice};

// What one needs to talk to an engine, so that protocols need neither search nor scheduler.
pub use crate::game::{EquityEvaluator, Evaluator, Game, MAX_PLY, Score, Side, Stochastic, forced_end};
pub use crate::search::{
    Answer, AnswerOf, Counts, DiceAnswer, DiceAnswerOf, DiceIteration, DiceListener, DiceRequest,
    DiceRequestOf, DiceStrategy, Iteration, Limits, Listener, MAX_DEPTH, Request, StopCause, Strategy, Value,
};

/// Ends a search from any thread, before or while it runs.
#[derive(Clone)]
pub struct Stop(Arc<CancelScope>);

impl Stop {
    /// Ends the search: it answers with the last depth it has finished.
    pub fn stop(&self) {
        self.0.cancel();
    }
}

/// Plays one game by searching it.
pub struct Engine<G: Game> {
    game: G,
    pool: Pool,
    table: Table,
    memories: Vec<Memory>,
    /// Held while a search runs: table generations and counts belong to one search at a time.
    turn: Mutex<()>,
}

impl<G: Game> Engine<G> {
    /// An engine on the workers of `pool`, with a table of `hash_mib` MiB.
    pub fn new(game: G, pool: Pool, hash_mib: usize) -> Engine<G> {
        let memories = (0..pool.threads()).map(|_| Memory::new(G::HISTORY, 0)).collect();
        Engine { game, pool, table: Table::new(hash_mib), memories, turn: Mutex::new(()) }
    }

    /// The game.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// The workers.
    pub fn pool(&self) -> &Pool {
        &self.pool
    }

    /// How many slots of a thousand of the table are taken, also while a search runs.
    pub fn table_permille(&self) -> u32 {
        self.table.permille_full()
    }

    /// Forgets all that earlier searches have found. Not while one runs.
    pub fn new_game(&mut self) {
        self.table.clear();
        self.memories.iter().for_each(Memory::forget);
    }

    /// A switch for the next search.
    pub fn stop_switch(&self) -> Stop {
        Stop(Arc::new(self.pool.cancel_scope()))
    }

    /// Searches, until a limit is met or `stop` is used. `listener` hears of every finished depth.
    ///
    /// A switch that was used before the search begins still leaves it its first depth.
    pub fn go<E: Evaluator<G>>(
        &self,
        evaluator: &E,
        request: &Request<'_, G::Position>,
        stop: &Stop,
        listener: &mut Listener<'_, G::Move>,
    ) -> AnswerOf<G> {
        let _turn = self.turn.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        let with = Resources { pool: &self.pool, table: &self.table, memories: &self.memories };
        search(&with, &self.game, evaluator, request, &stop.0, listener)
    }

    /// Searches without a switch and without a listener.
    pub fn answer<E: Evaluator<G>>(&self, evaluator: &E, request: &Request<'_, G::Position>) -> AnswerOf<G> {
        self.go(evaluator, request, &self.stop_switch(), &mut |_| {})
    }
}

/// Plays one game with dice by searching it.
pub struct DiceEngine<G: Stochastic> {
    game: G,
    pool: Pool,
    memories: Vec<Memory>,
    /// Held while a search runs: counts belong to one search at a time.
    turn: Mutex<()>,
}

impl<G: Stochastic> DiceEngine<G> {
    /// An engine on the workers of `pool`.
    pub fn new(game: G, pool: Pool) -> DiceEngine<G> {
        let rolls = game.rolls().len();
        let memories = (0..pool.threads()).map(|_| Memory::new(0, rolls)).collect();
        DiceEngine { game, pool, memories, turn: Mutex::new(()) }
    }

    /// The game.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// The workers.
    pub fn pool(&self) -> &Pool {
        &self.pool
    }

    /// A switch for the next search.
    pub fn stop_switch(&self) -> Stop {
        Stop(Arc::new(self.pool.cancel_scope()))
    }

    /// Searches, until a limit is met or `stop` is used. `listener` hears of every finished depth.
    ///
    /// A switch that was used before the search ends still leaves it the static values, depth 0.
    pub fn go<E: EquityEvaluator<G>>(
        &self,
        evaluator: &E,
        request: &DiceRequestOf<G>,
        stop: &Stop,
        listener: &mut DiceListener<'_, G::Position>,
    ) -> DiceAnswerOf<G> {
        let _turn = self.turn.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        search_dice((&self.pool, &self.memories), &self.game, evaluator, request, &stop.0, listener)
    }

    /// Searches without a switch and without a listener.
    pub fn answer<E: EquityEvaluator<G>>(
        &self,
        evaluator: &E,
        request: &DiceRequestOf<G>,
    ) -> DiceAnswerOf<G> {
        self.go(evaluator, request, &self.stop_switch(), &mut |_| {})
    }
}

//! An engine: a thread pool, a transposition table, the workers' memories, and one search at a
//! time.

use std::sync::Arc;

use parking_lot::Mutex;

use crate::sched::{CancelScope, Pool};
use crate::search::{Memory, Resources, Table};

// Everything needed to talk to an engine, so that protocols need neither search nor scheduler.
pub use crate::game::{EquityEvaluator, Evaluator, Game, MAX_PLY, Score, Side, Stochastic, forced_end};
pub use crate::search::{
    Answer, AnswerOf, Counts, DiceAnswerOf, DiceRequest, DiceRequestOf, DiceStrategy, Expectation, Iteration,
    Limits, Line, Listener, MAX_DEPTH, Question, Request, SearchStrategy, Settings, StopCause, Strategy,
    UnknownStrategy, Value, perft, perft_by_roll,
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

/// The answer to a question `Q` about a game `G`, by an evaluator `E`.
pub type AnswerTo<Q, G, E> =
    Answer<<Q as Question<G, E>>::Move, <Q as Question<G, E>>::Value, <Q as Question<G, E>>::Outcome>;

/// Plays one game, with or without dice, by searching it.
pub struct Engine<G> {
    game: G,
    pool: Arc<Pool>,
    table: Table,
    /// One for each worker. Locked while a search runs, because table generations and counts belong
    /// to one search at a time.
    memories: Mutex<Vec<Memory>>,
}

impl<G> Engine<G> {
    /// An engine on the workers of `pool`, with a transposition table of `hash_mib` MiB. A search
    /// with dice uses no table: 0 is enough for it. Engines may share a pool, and search side by
    /// side on it.
    pub fn new(game: G, pool: impl Into<Arc<Pool>>, hash_mib: usize) -> Engine<G> {
        let pool = pool.into();
        let memories = (0..pool.threads()).map(|_| Memory::default()).collect();
        Engine { game, pool, table: Table::new(hash_mib), memories: Mutex::new(memories) }
    }

    /// The game.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// Goes on with another game, or with another board of the same. Forgets everything that
    /// earlier searches have found.
    pub fn set_game(&mut self, game: G) {
        self.game = game;
        self.new_game();
    }

    /// The workers.
    pub fn pool(&self) -> &Pool {
        &self.pool
    }

    /// How many slots of a thousand of the table are taken. May be asked while a search runs.
    pub fn table_permille(&self) -> u32 {
        self.table.permille_full()
    }

    /// Forgets everything that earlier searches have found.
    pub fn new_game(&mut self) {
        self.table.clear();
        self.memories.get_mut().iter().for_each(Memory::forget);
    }

    /// A switch that ends one search, the next one that is started with it.
    pub fn stop_switch(&self) -> Stop {
        Stop(Arc::new(self.pool.cancel_scope()))
    }

    /// Searches, until a limit is met or `stop` is used. `listener` is told of every finished
    /// depth.
    ///
    /// A switch that was used before the search began still leaves it its first depth: 1, or 0 with
    /// dice.
    pub fn go<Q: Question<G, E>, E>(
        &self,
        evaluator: &E,
        question: &Q,
        stop: &Stop,
        listener: &mut Listener<'_, Q::Move, Q::Value>,
    ) -> AnswerTo<Q, G, E> {
        let mut memories = self.memories.lock();
        let (quiet, rolls) = Q::memory(&self.game);
        memories.iter_mut().for_each(|memory| memory.make_room(quiet, rolls));
        let with = Resources {
            pool: &self.pool,
            table: &self.table,
            memories: &memories,
            stop: &stop.0,
            certain: &self.pool.cancel_scope(),
        };
        question.search(&self.game, evaluator, &with, listener)
    }

    /// Searches without a switch and without a listener.
    pub fn answer<Q: Question<G, E>, E>(&self, evaluator: &E, question: &Q) -> AnswerTo<Q, G, E> {
        self.go(evaluator, question, &self.stop_switch(), &mut |_| {})
    }
}

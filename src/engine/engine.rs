//! An engine: a thread pool, a transposition table, the workers' memories, and one search at a
//! time.

use std::sync::Arc;

use parking_lot::Mutex;

use crate::search::{Answer, Assignment, Listener, Memories, Question, Resources, Table, Waste};
use sparring_sched::{CancelScope, Pool, Worker};

/// Ends a search from any thread, before or while it runs.
#[derive(Clone)]
pub struct Stop(Arc<CancelScope>);

impl Stop {
    /// Ends the search: it answers with the last depth it has finished. A playing search answers
    /// with the best move so far of the depth it is at, if it has one.
    pub fn stop(&self) {
        self.0.cancel();
    }

    /// The scope of what it ends.
    pub fn scope(&self) -> &CancelScope {
        &self.0
    }
}

/// Counts the nodes of an engine's search from any thread, while it runs.
#[derive(Clone)]
pub struct NodeCount(Arc<Pool>);

impl NodeCount {
    /// Nodes that the pool's workers have searched since its last [`reset`](Pool::reset), some
    /// thousands short for each worker that is searching.
    pub fn nodes(&self) -> u64 {
        self.0.metrics().workers.iter().map(|worker| worker.tally.nodes).sum()
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
    /// Locked while a search runs, because table generations and counts belong to one search at a
    /// time.
    memories: Mutex<Memories>,
}

impl<G> Engine<G> {
    /// An engine on the workers of `pool`, with a transposition table of `hash_mib` MiB. A search
    /// with dice uses no table: 0 is enough for it. Engines may share a pool, and search side by
    /// side on it.
    pub fn new(game: G, pool: impl Into<Arc<Pool>>, hash_mib: usize) -> Engine<G> {
        let pool = pool.into();
        let memories = Memories::new(pool.threads());
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

    /// Counts the nodes of searches while they run.
    pub fn node_count(&self) -> NodeCount {
        NodeCount(self.pool.clone())
    }

    /// The number of slots of a thousand of the table that are taken. May be asked while a search
    /// runs.
    pub fn table_permille(&self) -> u32 {
        self.table.permille_full()
    }

    /// The nodes of the last search that were wasted for each reason, in the order of
    /// [`Waste::ALL`]; the rest of [`Counts::wasted_nodes`](crate::search::Counts::wasted_nodes)
    /// for other reasons. Waits for a search that runs.
    pub fn wasted(&self) -> [u64; Waste::ALL.len()] {
        self.memories.lock().blamed()
    }

    /// Forgets everything that earlier searches have found.
    pub fn new_game(&mut self) {
        self.table.clear();
        self.memories.get_mut().forget();
    }

    /// A switch that ends one search, the next one that is started with it.
    pub fn stop_switch(&self) -> Stop {
        Stop(Arc::new(self.pool.cancel_scope()))
    }

    /// Searches, until a limit is met or `stop` is used. `listener` is told of every finished
    /// depth. Exact searches and playing ones read the table differently: it is emptied where one
    /// kind follows the other.
    ///
    /// A switch that was used before the search began still leaves it its first depth: 1, or 0 with
    /// dice.
    ///
    /// The calling thread waits while the workers search. That costs a wake-up or two, some tens
    /// of microseconds; for a series of short searches see [`Engine::go_on`].
    pub fn go<Q: Question<G, E>, E: Sync>(
        &self,
        evaluator: &E,
        question: &Q,
        stop: &Stop,
        listener: &mut Listener<'_, Q::Move, Q::Value>,
    ) -> AnswerTo<Q, G, E>
    where
        G: Sync,
    {
        self.prepared(question, stop, |with| {
            self.pool.install(|worker| {
                question.search(Assignment { game: &self.game, evaluator, with }, worker, listener)
            })
        })
    }

    /// Like [`Engine::go`], on a worker of the engine's pool that is there already: one
    /// [`install`](Pool::install) is enough for a series of searches. The other workers help if
    /// they have nothing else to do.
    ///
    /// ```
    /// use std::sync::Arc;
    ///
    /// use sparring_engine::Engine;
    /// use sparring_engine::search::{Request, Settings};
    /// use sparring_engine::games::chess::{Chess, Position, Simplified};
    /// use sparring_sched::Pool;
    ///
    /// let pool = Arc::new(Pool::new(2).unwrap());
    /// let engine = Engine::new(Chess, pool.clone(), 1);
    /// let answers = pool.install(|mut worker| {
    ///     [2, 3].map(|depth| {
    ///         let request = Request::new(Position::start(), Settings::depth(depth));
    ///         let stop = engine.stop_switch();
    ///         engine.go_on(worker.lend(), &Simplified, &request, &stop, &mut |_| {})
    ///     })
    /// });
    /// assert_eq!(answers.map(|answer| answer.last.unwrap().depth), [2, 3]);
    /// ```
    ///
    /// # Panics
    /// If the worker is another pool's.
    pub fn go_on<Q: Question<G, E>, E>(
        &self,
        worker: Worker<'_>,
        evaluator: &E,
        question: &Q,
        stop: &Stop,
        listener: &mut Listener<'_, Q::Move, Q::Value>,
    ) -> AnswerTo<Q, G, E> {
        self.prepared(question, stop, |with| {
            question.search(Assignment { game: &self.game, evaluator, with }, worker, listener)
        })
    }

    /// Lends `search` what it needs.
    fn prepared<Q: Question<G, E>, E, R>(
        &self,
        question: &Q,
        stop: &Stop,
        search: impl FnOnce(&Resources<'_>) -> R,
    ) -> R {
        let stopwatch = self.pool.stopwatch();
        let mut memories = self.memories.lock();
        if memories.make_room(question.memory(&self.game)) {
            self.table.clear();
        }
        search(&Resources {
            stopwatch,
            table: &self.table,
            memories: &memories,
            stop: &stop.0,
            certain: &self.pool.cancel_scope(),
        })
    }

    /// Searches without a switch and without a listener.
    pub fn answer<Q: Question<G, E>, E: Sync>(&self, evaluator: &E, question: &Q) -> AnswerTo<Q, G, E>
    where
        G: Sync,
    {
        self.go(evaluator, question, &self.stop_switch(), &mut |_| {})
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::chess::{Chess, Move, Position, Simplified};
    use crate::search::{PlayRequest, Settings};

    /// True if the table knows the root after a search for this number of lines among these moves.
    fn keeps(lines: usize, moves: &[Move]) -> bool {
        let engine = Engine::new(Chess, Pool::new(1).unwrap(), 1);
        let (position, settings) = (Position::start(), Settings::depth(3).with_lines(lines));
        engine.answer(&Simplified, &PlayRequest { moves, ..PlayRequest::new(position.clone(), settings) });
        engine.table.probe(position.key()).is_some()
    }

    #[test]
    fn the_value_of_the_best_of_some_moves_is_not_kept_as_that_of_the_position() {
        assert!(keeps(1, &[]));
        assert!(!keeps(1, &Position::start().legal_moves()[..3]));
        assert!(keeps(3, &[]));
    }
}

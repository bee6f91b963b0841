use std::sync::Arc;

use parking_lot::Mutex;

use crate::search::{Answer, Assignment, Listener, Memories, Question, Resources, Table, Waste};
use sparring_sched::{CancelScope, Pool, Worker};

/// A switch that ends a search from any thread, before or while it runs.
#[derive(Clone)]
pub struct Stop(Arc<CancelScope>);

impl Stop {
    /// Ends the search. It answers with the last finished depth, in a playing search with the best
    /// move so far.
    pub fn stop(&self) {
        self.0.cancel();
    }

    /// The cancel scope of the search.
    pub fn scope(&self) -> &CancelScope {
        &self.0
    }
}

/// A counter of an engine's nodes for any thread.
#[derive(Clone)]
pub struct NodeCount(Arc<Pool>);

impl NodeCount {
    /// Nodes since the pool's last [`reset`](Pool::reset), some thousands less for each running
    /// worker.
    pub fn nodes(&self) -> u64 {
        self.0.metrics().workers.iter().map(|worker| worker.tally.nodes).sum()
    }
}

/// The answer to a question `Q` about a game `G`, by an evaluator `E`.
pub type AnswerTo<Q, G, E> =
    Answer<<Q as Question<G, E>>::Move, <Q as Question<G, E>>::Value, <Q as Question<G, E>>::Outcome>;

/// Plays one game by searching it.
pub struct Engine<G> {
    game: G,
    pool: Arc<Pool>,
    table: Table,
    /// Locked during a search, because table generations and counts belong to one search at a time.
    memories: Mutex<Memories>,
}

impl<G> Engine<G> {
    /// Creates an engine with a transposition table of `hash_mib` MiB (0 for games with dice).
    /// Engines may share a pool.
    pub fn new(game: G, pool: impl Into<Arc<Pool>>, hash_mib: usize) -> Engine<G> {
        let pool = pool.into();
        let memories = Memories::new(pool.threads());
        let table = Table::new(hash_mib);
        table.populate(pool.threads());
        Engine { game, pool, table, memories: Mutex::new(memories) }
    }

    /// The rules and the board.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// Replaces the game or its board and forgets earlier results.
    pub fn set_game(&mut self, game: G) {
        self.game = game;
        self.new_game();
    }

    /// The thread pool.
    pub fn pool(&self) -> &Pool {
        &self.pool
    }

    /// Returns a counter of nodes.
    pub fn node_count(&self) -> NodeCount {
        NodeCount(self.pool.clone())
    }

    /// Table slots in use, in thousandths. May be called during a search.
    pub fn table_permille(&self) -> u32 {
        self.table.permille_full()
    }

    /// The nodes of the last search that were wasted for each reason, in the order of
    /// [`Waste::ALL`], not for others. Waits for a running search.
    pub fn wasted(&self) -> [u64; Waste::ALL.len()] {
        self.memories.lock().blamed()
    }

    /// Forgets earlier results.
    pub fn new_game(&mut self) {
        self.table.clear(self.pool.threads());
        self.memories.get_mut().forget();
    }

    /// Creates a switch for one search.
    pub fn stop_switch(&self) -> Stop {
        Stop(Arc::new(self.pool.cancel_scope()))
    }

    /// Searches until a limit is met or `stop` is used; `listener` gets every finished depth, and
    /// what a playing search had found of the next. The first depth (1, or 0 with dice) is always
    /// finished, in a playing search only if it is short. The table is emptied between exact and
    /// playing searches.
    ///
    /// The calling thread waits, at a cost of some tens of microseconds; for many short searches
    /// see [`Engine::go_on`].
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

    /// Like [`Engine::go`], but begins on the given worker of the engine's pool, so that one
    /// [`install`](Pool::install) is enough for many searches. Idle workers help.
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

    fn prepared<Q: Question<G, E>, E, R>(
        &self,
        question: &Q,
        stop: &Stop,
        search: impl FnOnce(&Resources<'_>) -> R,
    ) -> R {
        let stopwatch = self.pool.stopwatch();
        let mut memories = self.memories.lock();
        if memories.make_room(question.memory(&self.game)) {
            self.table.clear(self.pool.threads());
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

    /// True if the table has the root after a search.
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

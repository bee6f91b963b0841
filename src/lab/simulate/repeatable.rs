//! A search or a solve that is run again and again, whatever the game.

use std::sync::Arc;

use sparring_engine::search::{SearchStrategy, Waste};
use sparring_report::{Document, Measured, SearchDocument};
use sparring_run::{Bestmove, Detail, Finished, Interrupt, Run, search};
use sparring_sched::{Pool, Tally};

/// A search that is run again and again, each time from the beginning.
pub trait Repeatable: Sync {
    /// The document of a run.
    type Document: Document;

    /// The game's name in documents.
    const GAME: &'static str;

    /// Virtual nanoseconds of a node, unless told otherwise: processor time over nodes on one real
    /// worker, rounded down, since waiting for lines from memory (2 to 5 % of it) comes on top.
    const NODE_NS: u64;

    /// The command that simulates it.
    fn command(&self) -> String;

    /// The name of its strategy.
    fn strategy(&self) -> &'static str;

    /// The name of the strategy that it is compared with, on one worker.
    fn baseline(&self) -> &'static str;

    /// Runs it, or what it is compared with, until it is done or Ctrl-C is pressed.
    fn run(&self, baseline: bool, pool: Arc<Pool>, interrupt: &Interrupt) -> Repetition<Self::Document>;
}

/// A run of a [`Repeatable`].
pub struct Repetition<D> {
    /// The position in the game's notation.
    pub position: String,
    /// The depth that was finished, in the strategy's unit.
    pub depth: u32,
    /// Its time and nodes.
    pub measured: Measured,
    /// Nodes in tasks that were cancelled.
    pub wasted_nodes: u64,
    /// The same for each reason, in the order of [`Waste::ALL`].
    pub wasted: [u64; Waste::ALL.len()],
    /// Its findings.
    pub finished: Finished<D>,
}

impl<D> Repetition<D> {
    /// The counters of all workers.
    pub fn total(&self) -> Tally {
        self.finished.observed.snapshot.total()
    }
}

impl<B: Bestmove> Repeatable for B {
    type Document = SearchDocument;

    const GAME: &'static str = B::NAME;
    const NODE_NS: u64 = <B as Bestmove>::NODE_NS;

    fn command(&self) -> String {
        format!("simulate {}", B::NAME)
    }

    fn strategy(&self) -> &'static str {
        self.settings().strategy.name()
    }

    fn baseline(&self) -> &'static str {
        self.settings().baseline().strategy.name()
    }

    fn run(&self, baseline: bool, pool: Arc<Pool>, interrupt: &Interrupt) -> Repetition<SearchDocument> {
        let settings = if baseline { self.settings().baseline() } else { *self.settings() };
        let what = self.with(settings);
        let searched = search(&what, &Run::new(pool, interrupt));
        let (measured, depth) = (searched.measured(), searched.depth());
        let (wasted_nodes, wasted) = (searched.wasted_nodes(), searched.wasted());
        let finished = searched.finish(&what, None, Detail::default());
        let position = finished.document.findings.header.position.clone();
        Repetition { position, depth, measured, wasted_nodes, wasted, finished }
    }
}

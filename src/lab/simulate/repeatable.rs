use std::sync::Arc;

use sparring_engine::search::{SearchStrategy, Waste};
use sparring_report::{Document, Measured, SearchDocument};
use sparring_run::{Bestmove, Detail, Finished, Interrupt, Run, search};
use sparring_sched::{Pool, Tally};

pub trait Repeatable: Sync {
    type Document: Document;

    const GAME: &'static str;

    /// Default virtual nanoseconds of a node: processor time over nodes on one real worker, rounded
    /// down, because waiting for memory is added.
    const NODE_NS: u64;

    /// The command that simulates it.
    fn command(&self) -> String;

    fn strategy(&self) -> &'static str;

    /// The name of its baseline, on one worker.
    fn baseline(&self) -> &'static str;

    /// Runs the search, or its baseline, to the end or until Ctrl-C.
    fn run(&self, baseline: bool, pool: Arc<Pool>, interrupt: &Interrupt) -> Repetition<Self::Document>;
}

pub struct Repetition<D> {
    /// In the game's notation.
    pub position: String,
    /// The last finished depth, in the strategy's unit.
    pub depth: u32,
    pub measured: Measured,
    pub wasted_nodes: u64,
    /// Wasted nodes by reason, in the order of [`Waste::ALL`].
    pub wasted: [u64; Waste::ALL.len()],
    pub finished: Finished<D>,
}

impl<D> Repetition<D> {
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

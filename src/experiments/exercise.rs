//! One question to a game without dice, and the rows of those who answer it: all ways to search
//! have to find the same.

use std::time::Instant;

use super::row::{LONG_ENOUGH, RUNS, Run, beside, median, single_run};
use sparring_engine::Engine;
use sparring_engine::game::{Game, Score};
use sparring_engine::search::{Question, Request, SearchStrategy, Settings, Strategy};
use sparring_report::{Ledger, Published, ReproduceRow};

/// A way to search, and what its row is called.
#[derive(Clone, Debug)]
pub(super) struct Way {
    pub setting: String,
    pub strategy: Strategy,
    pub par_depth: u32,
    pub threads: usize,
}

impl Way {
    /// The strategy on one worker that the speed-up is measured against. `par-ab` is compared with
    /// itself, at each parallel depth.
    fn baseline(&self) -> (Strategy, u32) {
        match self.strategy {
            Strategy::ParAb => (Strategy::ParAb, self.par_depth),
            strategy => (strategy.baseline(), 1),
        }
    }
}

/// The ancestor's figures for a way to search.
#[derive(Clone, Debug)]
pub(super) struct Rebuilt {
    pub program: String,
    pub seconds: f64,
    pub sparks: Option<String>,
}

/// A position and a depth, and what minimax finds there.
pub(super) struct Exercise<G: Game> {
    position: G::Position,
    depth: u32,
    best: G::Move,
    score: Score,
    /// Nodes of the whole tree, its root apart.
    pub nodes: u64,
}

impl<G: Game> Exercise<G> {
    /// Asks minimax.
    pub fn ask<E: Sync>(engine: &Engine<G>, evaluator: &E, position: G::Position, depth: u32) -> Exercise<G>
    where
        Request<'static, G::Position>: Question<G, E, Move = G::Move, Value = Score, Outcome = G::Outcome>,
    {
        let request = Request::new(position, Settings::depth(depth).by(Strategy::Minimax));
        let answer = engine.answer(evaluator, &request);
        let last = answer.last.expect("the game goes on");
        let nodes = answer.counts.nodes;
        Exercise { position: request.position, depth, best: last.best, score: last.score, nodes }
    }

    /// Asks in all `ways`; a baseline on one worker comes before the ways compared with it.
    /// `engines` has an engine for each number of threads, `rebuilt` gives the ancestor's figures,
    /// `published` those that its authors reported, `add` takes the rows. Stops when `add` returns
    /// false, and returns what it returned last.
    pub fn rows<E: Sync>(
        &self,
        engines: &mut [Engine<G>],
        evaluator: &E,
        ways: impl IntoIterator<Item = Way>,
        (rebuilt, published): (impl Fn(&Way) -> Option<Rebuilt>, impl Fn(&Way) -> Option<Published>),
        add: &mut dyn FnMut(ReproduceRow) -> bool,
    ) -> bool
    where
        Request<'static, G::Position>: Question<G, E, Move = G::Move, Value = Score, Outcome = G::Outcome>,
    {
        let mut baselines = Vec::new();
        ways.into_iter().all(|way| {
            let engine = engines.iter_mut().find(|engine| engine.pool().threads() == way.threads);
            let mut row = self.row(engine.expect("there is an engine for every way"), evaluator, &way);
            match baselines.iter().find(|(known, _)| *known == way.baseline()) {
                Some((_, one)) => row = row.over(*one),
                None => baselines.push((way.baseline(), row.times())),
            }
            row.published = published(&way);
            add(match rebuilt(&way) {
                Some(Rebuilt { program, seconds, sparks }) => {
                    beside(row, &program, seconds, sparks.as_deref())
                }
                None => row,
            })
        })
    }

    /// Asks an engine whose table is empty each time.
    fn row<E: Sync>(&self, engine: &mut Engine<G>, evaluator: &E, way: &Way) -> ReproduceRow
    where
        Request<'static, G::Position>: Question<G, E, Move = G::Move, Value = Score, Outcome = G::Outcome>,
    {
        let Way { strategy, par_depth, threads, .. } = *way;
        let settings = Settings { par_depth, ..Settings::depth(self.depth).by(strategy) };
        let request = Request::new(self.position.clone(), settings);
        let run = || {
            engine.new_game();
            let before = engine.pool().snapshot();
            let answer = engine.answer(evaluator, &request);
            let ledger = Ledger::between(&before, &engine.pool().snapshot());
            assert_eq!(answer.best(), Some(self.best), "all strategies choose the same move");
            assert_eq!(answer.score, self.score, "and give it the same value");
            if matches!(strategy, Strategy::Minimax | Strategy::Par) {
                assert_eq!(answer.counts.nodes, self.nodes, "minimax looks at all of the tree");
            }
            (answer.time.as_nanos() as u64, answer.counts.nodes, ledger)
        };
        typical((way.setting.clone(), self.depth, strategy.name(), threads), run)
    }
}

/// The row of a setting, a depth, a strategy and a number of threads: of its runs the one of median
/// time.
pub(super) fn typical(
    (setting, depth, strategy, threads): (String, u32, &'static str, usize),
    mut run: impl FnMut() -> Run,
) -> ReproduceRow {
    let start = Instant::now();
    let mut row = || ReproduceRow { setting: setting.clone(), ..single_run(depth, strategy, threads, run()) };
    median((0..).take_while(|&i| i < RUNS || start.elapsed() < LONG_ENOUGH).map(|_| row()).collect())
}

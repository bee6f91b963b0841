//! Ways to search a position of an experiment, and the rows of those.

use std::sync::Arc;

use super::collect::{Collector, Like};
use crate::documents::ReproduceRow;
use crate::measure::{Baseline, Exercise, Halt, Machine, Workers};
use sparring_engine::game::{Game, Score};
use sparring_engine::search::{Question, Request, SearchStrategy, Settings, Strategy};
use sparring_sched::Pool;

/// A way to search, and what its row is called.
#[derive(Clone, Debug)]
pub struct Way {
    pub setting: String,
    pub strategy: Strategy,
    pub par_depth: u32,
    pub workers: Workers,
}

impl Way {
    fn settings(&self, depth: u32) -> Settings {
        Settings { par_depth: self.par_depth, ..Settings::depth(depth).by(self.strategy) }
    }

    /// The strategy on one worker that the speed-up is measured against. `par-ab` is compared with
    /// itself, at each parallel depth.
    fn baseline(&self) -> (Strategy, u32) {
        match self.strategy {
            Strategy::ParAb => (Strategy::ParAb, self.par_depth),
            strategy => (strategy.baseline(), 1),
        }
    }
}

impl<G: Game> Exercise<G> {
    /// Asks in all `ways`; a baseline on one worker comes before the ways compared with it. `like`
    /// says what a row is called by the ancestor, `name` writes a move down.
    ///
    /// # Errors
    /// If the experiment is interrupted, or there is no memory for simulated workers.
    pub fn rows<E: Sync>(
        &self,
        (game, machine): (&G, &Machine<'_>),
        evaluator: &E,
        ways: impl IntoIterator<Item = Way>,
        (like, name): (impl Fn(&Way) -> Like, impl Fn(G::Move) -> String),
        rows: &mut Collector<'_>,
    ) -> Result<(), Halt>
    where
        G: Clone,
        Request<'static, G::Position>: Question<G, E, Move = G::Move, Value = Score, Outcome = G::Outcome>,
    {
        let mut baselines: Vec<((Strategy, u32), Baseline)> = Vec::new();
        for way in ways {
            let mut once =
                |pool: &Arc<Pool>| self.once((game, machine), pool, evaluator, way.settings(self.depth));
            let known = baselines.iter().find(|(known, _)| *known == way.baseline());
            let row = match known {
                Some((_, baseline)) => machine.shared(way.workers, baseline, &mut once)?,
                None => {
                    let (row, baseline) = machine.alone(&mut once)?;
                    baselines.push((way.baseline(), baseline));
                    row
                }
            };
            let (setting, strategy) = (way.setting.clone(), way.strategy.name());
            let best = Some(name(self.best));
            rows.add(ReproduceRow { setting, depth: self.depth, strategy, best, ..row }, like(&way))?;
        }
        Ok(())
    }
}

use std::sync::Arc;

use super::collect::{Collector, Like};
use crate::documents::ReproduceRow;
use crate::measure::{Baseline, Halt, Machine, Run, Workers};
use sparring_engine::search::{SearchStrategy, Settings, Strategy};
use sparring_sched::Pool;

#[derive(Clone, Debug)]
pub struct Way {
    pub setting: String,
    pub depth: u32,
    pub strategy: Strategy,
    pub par_depth: u32,
    pub workers: Workers,
}

impl Way {
    fn settings(&self) -> Settings {
        Settings { par_depth: self.par_depth, ..Settings::depth(self.depth).by(self.strategy) }
    }

    /// The baseline's strategy and parallel depth, on one worker. `par-ab` is its own
    /// baseline.
    fn baseline(&self) -> (Strategy, u32) {
        match self.strategy {
            Strategy::ParAb => (Strategy::ParAb, self.par_depth),
            strategy => (strategy.baseline(), 1),
        }
    }
}

/// Searches a position in all `ways` by `search` and adds the rows. A baseline must come before the
/// ways compared with it.
pub fn all_ways(
    machine: &Machine<'_>,
    ways: Vec<Way>,
    search: impl Fn(Settings, &Arc<Pool>) -> Result<Run, Halt>,
    best: &str,
    like: impl Fn(&Way) -> Like,
    rows: &mut Collector<'_>,
) -> Result<(), Halt> {
    let mut baselines: Vec<((Strategy, u32), Baseline)> = Vec::new();
    for way in ways {
        let mut once = |pool: &Arc<Pool>| search(way.settings(), pool);
        let known = baselines.iter().find(|(known, _)| *known == way.baseline());
        let row = match known {
            Some((_, baseline)) => machine.shared(way.workers, baseline, &mut once)?,
            None => {
                let (row, baseline) = machine.alone(&mut once)?;
                baselines.push((way.baseline(), baseline));
                row
            }
        };
        let (like, best) = (like(&way), Some(best.to_owned()));
        let (setting, strategy, depth) = (way.setting, way.strategy.name(), way.depth);
        rows.add(ReproduceRow { setting, depth, strategy, best, ..row }, like)?;
    }
    Ok(())
}

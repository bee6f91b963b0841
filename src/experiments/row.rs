//! One row of an experiment: the same decisions, searched one after the other and timed.

use std::time::{Duration, Instant};

use crate::matches::Watched;
use sparring_engine::games::backgammon::{Named, Position, Roll};
use sparring_engine::search::{DiceRequest, DiceStrategy, SearchStrategy, Settings};
use sparring_report::{Ancestor, Ledger, ReproduceDocument, ReproduceRow, Times};

/// Collects the rows that `run` adds, in the document of a game's experiment. `progress` is called
/// for each; what it returns is handed to `run`.
pub(super) fn document<T>(
    (game, experiment): (&'static str, &'static str),
    about: &[&str],
    progress: &mut dyn FnMut() -> T,
    run: impl FnOnce(&mut dyn FnMut(ReproduceRow) -> T),
) -> ReproduceDocument {
    let mut rows = Vec::new();
    run(&mut |row| {
        rows.push(row);
        progress()
    });
    ReproduceDocument { game, experiment, about: about.iter().map(|line| (*line).to_owned()).collect(), rows }
}

/// The engines of an experiment: one worker, and all of them.
#[derive(Clone, Copy)]
pub struct Engines<'e> {
    /// One worker.
    pub one: Watched<'e>,
    /// All workers.
    pub all: Watched<'e>,
}

/// How long a row is measured at least: decisions of microseconds are timed too badly by one look
/// at each.
pub(super) const LONG_ENOUGH: Duration = Duration::from_millis(50);

/// How often a row is measured at least. One look at a baseline is none: a busy machine makes any
/// single time too long, and every speed-up over it too large.
pub(super) const RUNS: usize = 3;

/// Of all `runs` of a row the one of median time, with the spread of the others. There is one run
/// at least.
pub(super) fn median(mut runs: Vec<ReproduceRow>) -> ReproduceRow {
    runs.sort_by_key(|run| run.ns_per_decision);
    let [fastest_ns, slowest_ns] = [0, runs.len() - 1].map(|i| runs[i].ns_per_decision);
    let n = runs.len();
    ReproduceRow { fastest_ns, slowest_ns, runs: n as u64, ..runs.swap_remove((n - 1) / 2) }
}

/// Time of a decision in nanoseconds, nodes, and what became of the tasks.
pub(super) type Run = (u64, u64, Ledger);

/// The row of a single run, of one decision. It belongs to no setting yet.
pub(super) fn single_run(
    depth: u32,
    strategy: &'static str,
    threads: usize,
    (ns_per_decision, nodes, ledger): Run,
) -> ReproduceRow {
    ReproduceRow {
        setting: String::new(),
        depth,
        keep: None,
        strategy,
        threads,
        decisions: 1,
        ns_per_decision,
        fastest_ns: ns_per_decision,
        slowest_ns: ns_per_decision,
        runs: 1,
        speedup: 1.0,
        speedup_range: [1.0; 2],
        nodes,
        tasks: ledger.tasks,
        sparks: ledger.total.sparks_line(),
        ancestor: None,
        published: None,
    }
}

/// What all rows of a setting have in common.
pub(super) struct Setting<'s> {
    pub name: String,
    pub evaluator: Named,
    pub depth: u32,
    pub keep: Option<usize>,
    pub decisions: &'s [(Position, Roll)],
    /// What every row has to find.
    pub found: &'s [Position],
}

impl Setting<'_> {
    /// Searches all decisions [`RUNS`] times, and more often while that takes little time; the
    /// median counts. `baseline` has the times of the strategy's baseline on one worker,
    /// for the speed-up. `None` if the engine was stopped.
    pub fn row(
        &self,
        engine: Watched<'_>,
        strategy: DiceStrategy,
        baseline: Option<Times>,
    ) -> Option<ReproduceRow> {
        let start = Instant::now();
        let mut runs = Vec::new();
        while runs.len() < RUNS || start.elapsed() < LONG_ENOUGH {
            runs.push(self.pass(engine, strategy)?);
        }
        let row = median(runs);
        Some(match baseline {
            Some(one) => row.over(one),
            None => row,
        })
    }

    /// Searches all decisions once.
    fn pass(&self, engine: Watched<'_>, strategy: DiceStrategy) -> Option<ReproduceRow> {
        let pool = engine.engine.pool();
        let before = pool.snapshot();
        let start = Instant::now();
        let mut nodes = 0;
        for ((position, roll), found) in self.decisions.iter().zip(self.found) {
            let settings = Settings::depth(self.depth).by(strategy);
            let request = DiceRequest { keep: self.keep, ..DiceRequest::new(*position, *roll, settings) };
            let answer = engine.answer(self.evaluator.deciding(position.side()).into(), &request)?;
            nodes += answer.counts.nodes;
            let best = answer.last.expect("the game goes on").best;
            assert_eq!(best, *found, "all strategies choose the same play");
        }
        let decisions = self.decisions.len() as u64;
        let ns_per_decision = start.elapsed().as_nanos() as u64 / decisions.max(1);
        let ledger = Ledger::between(&before, &pool.snapshot());
        let row = single_run(self.depth, strategy.name(), pool.threads(), (ns_per_decision, nodes, ledger));
        Some(ReproduceRow { setting: self.name.clone(), keep: self.keep, decisions, ..row })
    }

    /// What a strategy chooses in each of the decisions; `None` if the engine was stopped.
    pub fn choices(
        engine: Watched<'_>,
        (evaluator, depth, keep): (Named, u32, Option<usize>),
        decisions: &[(Position, Roll)],
    ) -> Option<Vec<Position>> {
        let choose = |&(position, roll): &(Position, Roll)| {
            let request = DiceRequest { keep, ..DiceRequest::new(position, roll, Settings::depth(depth)) };
            let answer = engine.answer(evaluator.deciding(position.side()).into(), &request)?;
            Some(answer.last.expect("the game goes on").best)
        };
        decisions.iter().map(choose).collect()
    }
}

/// `row` beside an ancestor that takes `seconds` for a decision.
pub(super) fn beside(row: ReproduceRow, program: &str, seconds: f64, sparks: Option<&str>) -> ReproduceRow {
    let ancestor = Ancestor {
        program: program.to_owned(),
        ns_per_decision: Some((seconds * 1e9) as u64),
        times_faster: Some(seconds * 1e9 / row.ns_per_decision.max(1) as f64),
        sparks: sparks.map(str::to_owned),
    };
    ReproduceRow { ancestor: Some(ancestor), ..row }
}

//! One row of an experiment: the same decisions, searched one after the other and timed.

use std::sync::Arc;
use std::time::Duration;

use super::decide::decide;
use super::machine::{Baseline, Halt, Machine, Workers};
use crate::documents::{ReproduceRow, TimeSource};
use sparring_engine::Engine;
use sparring_engine::games::backgammon::{Backgammon, NamedEvaluator, Position, Roll};
use sparring_engine::search::{DiceRequest, DiceStrategy, Pruning, SearchStrategy, Settings};
use sparring_report::Ledger;
use sparring_sched::Pool;

/// How long a row is measured at least: decisions of microseconds are timed too badly by one look
/// at each.
pub const LONG_ENOUGH: Duration = Duration::from_millis(50);

/// How often a row is measured at least. One look at a baseline is none: a busy machine makes any
/// single time too long, and every speed-up over it too large.
pub const RUNS: usize = 3;

/// Of all `runs` of a row the one of median time, with the spread of the others. There is one run
/// at least.
pub fn median(mut runs: Vec<ReproduceRow>) -> ReproduceRow {
    runs.sort_by_key(|run| run.ns_per_decision);
    let [fastest_ns, slowest_ns] = [0, runs.len() - 1].map(|i| runs[i].ns_per_decision);
    let n = runs.len();
    ReproduceRow { fastest_ns, slowest_ns, runs: n as u64, ..runs.swap_remove((n - 1) / 2) }
}

/// All decisions of a row, searched once.
pub struct Run {
    /// By the clock of the pool.
    pub ns_per_decision: u64,
    pub decisions: u64,
    /// Of all decisions.
    pub nodes: u64,
    pub ledger: Ledger,
}

/// The row of a single run. It belongs to no setting yet.
pub fn row(threads: usize, run: Run) -> ReproduceRow {
    let Run { ns_per_decision, decisions, nodes, ledger } = run;
    let all_ns = ns_per_decision as f64 * decisions as f64 * threads as f64;
    // A worker is at work for a moment before the clock starts, and after it has stopped.
    let busy = (ledger.total.busy_ns as f64 / all_ns.max(1.0)).min(1.0);
    let asked = ledger.tasks.created + ledger.tasks.overflowed + ledger.tasks.dud;
    ReproduceRow {
        setting: String::new(),
        depth: 0,
        keep: None,
        strategy: "",
        threads,
        decisions,
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
        clock: TimeSource::Real,
        node_ns: None,
        ns_per_game: None,
        conversion: (asked > 0).then(|| ledger.tasks.stolen as f64 / asked as f64),
        memory_mib: None,
        busy,
        best: None,
    }
}

/// Decisions of backgammon, and what all rows about them have in common.
pub struct Setting<'s> {
    pub name: String,
    pub evaluator: NamedEvaluator,
    pub depth: u32,
    pub keep: Option<usize>,
    pub decisions: &'s [(Position, Roll)],
    /// What every row has to find.
    pub found: &'s [Position],
}

impl Setting<'_> {
    /// Searches all decisions by a strategy's baseline on one thread.
    pub fn alone(
        &self,
        machine: &Machine<'_>,
        strategy: DiceStrategy,
    ) -> Result<(ReproduceRow, Baseline), Halt> {
        let (row, baseline) = machine.alone(&mut |pool| self.once(machine, pool, self.settings(strategy)))?;
        Ok((self.named(row, strategy), baseline))
    }

    /// Searches all decisions by a strategy that is compared with a baseline.
    pub fn shared(
        &self,
        machine: &Machine<'_>,
        workers: Workers,
        strategy: DiceStrategy,
        baseline: &Baseline,
    ) -> Result<ReproduceRow, Halt> {
        let settings = self.settings(strategy);
        let row = machine.shared(workers, baseline, &mut |pool| self.once(machine, pool, settings))?;
        Ok(self.named(row, strategy))
    }

    /// Searches all decisions on one thread and on all other workers of the machine.
    pub fn on_all(
        &self,
        machine: &Machine<'_>,
        settings: Settings<DiceStrategy>,
    ) -> Result<Vec<ReproduceRow>, Halt> {
        let rows = machine.on_all(&mut |pool| self.once(machine, pool, settings))?;
        Ok(rows.into_iter().map(|row| self.named(row, settings.strategy)).collect())
    }

    /// How a strategy searches them.
    pub fn settings(&self, strategy: DiceStrategy) -> Settings<DiceStrategy> {
        Settings::depth(self.depth).by(strategy)
    }

    fn named(&self, row: ReproduceRow, strategy: DiceStrategy) -> ReproduceRow {
        let setting = self.name.clone();
        ReproduceRow { setting, depth: self.depth, keep: self.keep, strategy: strategy.name(), ..row }
    }

    /// Searches all decisions once.
    fn once(
        &self,
        machine: &Machine<'_>,
        pool: &Arc<Pool>,
        settings: Settings<DiceStrategy>,
    ) -> Result<Run, Halt> {
        let engine = Engine::new(Backgammon, pool.clone(), 0);
        let before = pool.snapshot();
        let stopwatch = pool.stopwatch();
        let mut nodes = 0;
        for ((position, roll), found) in self.decisions.iter().zip(self.found) {
            let pruning = Pruning::keeping(self.keep);
            let request = DiceRequest { pruning, ..DiceRequest::new(*position, *roll, settings) };
            let answer = decide(machine, &engine, self.evaluator, &request)?;
            nodes += answer.counts.nodes;
            let best = answer.last.expect("the game goes on").best;
            assert_eq!(best, *found, "all strategies choose the same play");
        }
        let decisions = self.decisions.len() as u64;
        let ns_per_decision = stopwatch.elapsed().as_nanos() as u64 / decisions.max(1);
        let ledger = Ledger::between(&before, &pool.snapshot());
        Ok(Run { ns_per_decision, decisions, nodes, ledger })
    }

    /// What a strategy chooses in each of the decisions.
    pub fn choices(
        machine: &Machine<'_>,
        (evaluator, depth, keep): (NamedEvaluator, u32, Option<usize>),
        decisions: &[(Position, Roll)],
    ) -> Result<Vec<Position>, Halt> {
        let engine = Engine::new(Backgammon, machine.most().clone(), 0);
        let choose = |&(position, roll): &(Position, Roll)| {
            let pruning = Pruning::keeping(keep);
            let request = DiceRequest { pruning, ..DiceRequest::new(position, roll, Settings::depth(depth)) };
            Ok(decide(machine, &engine, evaluator, &request)?.last.expect("the game goes on").best)
        };
        decisions.iter().map(choose).collect()
    }
}

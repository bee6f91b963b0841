use std::sync::Arc;

use super::machine::{Baseline, Halt, Machine, Workers};
use super::row::Run;
use crate::documents::ReproduceRow;
use sparring_engine::games::backgammon::{Backgammon, NamedEvaluator, Position, Roll};
use sparring_engine::search::{
    DiceAnswerOf, DiceRequest, DiceStrategy, Pruning, SearchStrategy, Settings, StopCause,
};
use sparring_engine::solve::bearoff::BearoffEvaluator;
use sparring_engine::{Compiled, Engine};
use sparring_report::Ledger;
use sparring_sched::Pool;

#[derive(Clone, Copy)]
pub struct DiceSubject<'m> {
    pub machine: &'m Machine<'m>,
    pub evaluator: NamedEvaluator,
    pub depth: u32,
    /// `None` for all plays.
    pub keep: Option<usize>,
}

impl DiceSubject<'_> {
    pub fn engine(&self) -> Engine<Backgammon> {
        Engine::new(Backgammon, self.machine.most().clone(), 0)
    }

    pub fn best(&self, engine: &Engine<Backgammon>, at: (Position, Roll)) -> Result<Position, Halt> {
        let answer = self.answer(engine, at, Settings::depth(self.depth))?;
        Ok(answer.last.expect("the game goes on").best)
    }

    fn answer(
        &self,
        engine: &Engine<Backgammon>,
        (position, roll): (Position, Roll),
        settings: Settings<DiceStrategy>,
    ) -> Result<DiceAnswerOf<Backgammon>, Halt> {
        let pruning = Pruning::keeping(self.keep);
        let request = DiceRequest { pruning, ..DiceRequest::new(position, roll, settings) };
        let stop = self.machine.watched(engine.stop_switch());
        let informed = BearoffEvaluator::from(self.evaluator.deciding(position.side()));
        let answer = engine.go(&Compiled(informed), &request, &stop, &mut |_| {});
        if answer.stopped == Some(StopCause::Request) { Err(Halt::Interrupted) } else { Ok(answer) }
    }
}

/// Decisions, and the plays that every strategy must find.
pub struct Decisions<'m> {
    subject: DiceSubject<'m>,
    setting: String,
    decisions: Vec<(Position, Roll)>,
    found: Vec<Position>,
}

impl<'m> Decisions<'m> {
    pub fn new(
        subject: DiceSubject<'m>,
        setting: String,
        decisions: Vec<(Position, Roll)>,
    ) -> Result<Decisions<'m>, Halt> {
        let engine = subject.engine();
        let found = decisions.iter().map(|&at| subject.best(&engine, at)).collect::<Result<_, _>>()?;
        Ok(Decisions { subject, setting, decisions, found })
    }

    /// Searches all decisions by a strategy's baseline.
    pub fn alone(&self, strategy: DiceStrategy) -> Result<(ReproduceRow, Baseline), Halt> {
        let settings = self.settings(strategy);
        let (row, baseline) = self.subject.machine.alone(&mut |pool| self.once(pool, settings))?;
        Ok((self.named(row, strategy), baseline))
    }

    pub fn shared(
        &self,
        workers: Workers,
        strategy: DiceStrategy,
        baseline: &Baseline,
    ) -> Result<ReproduceRow, Halt> {
        let settings = self.settings(strategy);
        let row = self.subject.machine.shared(workers, baseline, &mut |pool| self.once(pool, settings))?;
        Ok(self.named(row, strategy))
    }

    pub fn on_all(&self, settings: Settings<DiceStrategy>) -> Result<Vec<ReproduceRow>, Halt> {
        let rows = self.subject.machine.on_all(&mut |pool| self.once(pool, settings))?;
        Ok(rows.into_iter().map(|row| self.named(row, settings.strategy)).collect())
    }

    pub fn settings(&self, strategy: DiceStrategy) -> Settings<DiceStrategy> {
        Settings::depth(self.subject.depth).by(strategy)
    }

    fn named(&self, row: ReproduceRow, strategy: DiceStrategy) -> ReproduceRow {
        let DiceSubject { depth, keep, .. } = self.subject;
        ReproduceRow { setting: self.setting.clone(), depth, keep, strategy: strategy.name(), ..row }
    }

    fn once(&self, pool: &Arc<Pool>, settings: Settings<DiceStrategy>) -> Result<Run, Halt> {
        let engine = Engine::new(Backgammon, pool.clone(), 0);
        let before = pool.snapshot();
        let stopwatch = pool.stopwatch();
        let mut nodes = 0;
        for (&at, found) in self.decisions.iter().zip(&self.found) {
            let answer = self.subject.answer(&engine, at, settings)?;
            nodes += answer.counts.nodes;
            let best = answer.last.expect("the game goes on").best;
            assert_eq!(best, *found, "all strategies choose the same play");
        }
        let decisions = self.decisions.len() as u64;
        let ns_per_decision = stopwatch.elapsed().as_nanos() as u64 / decisions.max(1);
        let ledger = Ledger::between(&before, &pool.snapshot());
        Ok(Run { ns_per_decision, decisions, nodes, ledger })
    }
}

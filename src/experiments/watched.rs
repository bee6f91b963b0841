//! An engine that can be stopped while an experiment uses it.

use crate::engine::{DiceAnswerOf, DiceEngine, DiceRequestOf, EquityEvaluator, Stop, StopCause};
use crate::games::backgammon::Backgammon;

/// An engine, and who is told how to stop it.
#[derive(Clone, Copy)]
pub struct Watched<'e> {
    /// The engine.
    pub engine: &'e DiceEngine<Backgammon>,
    /// Hears of the switch of every search before the search begins. Once it has used one, it should use all.
    pub watch: &'e dyn Fn(Stop),
}

impl Watched<'_> {
    /// The answer of a search; `None` if its switch was used.
    pub(super) fn answer(
        &self,
        evaluator: &impl EquityEvaluator<Backgammon>,
        request: &DiceRequestOf<Backgammon>,
    ) -> Option<DiceAnswerOf<Backgammon>> {
        let stop = self.engine.stop_switch();
        (self.watch)(stop.clone());
        let answer = self.engine.go(evaluator, request, &stop, &mut |_| {});
        (answer.stopped != Some(StopCause::Request)).then_some(answer)
    }
}

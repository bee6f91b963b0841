//! An engine whose searches somebody else can stop: Ctrl-C, from the command line.

use sparring_engine::games::backgammon::Backgammon;
use sparring_engine::search::{DiceAnswerOf, DiceRequestOf, StopCause};
use sparring_engine::solve::bearoff::BearoffEvaluator;
use sparring_engine::{Compiled, Engine, Stop};

/// An engine, and a callback that is handed the stop switch of every search.
#[derive(Clone, Copy)]
pub struct StoppableEngine<'e> {
    /// The engine.
    pub engine: &'e Engine<Backgammon>,
    /// Called before every search with its switch. Once it has used one switch, it should use all
    /// that follow.
    pub watch: &'e dyn Fn(Stop),
}

impl StoppableEngine<'_> {
    /// The answer of a search; `None` if its switch was used.
    pub fn answer(
        &self,
        evaluator: BearoffEvaluator,
        request: &DiceRequestOf<Backgammon>,
    ) -> Option<DiceAnswerOf<Backgammon>> {
        let stop = self.engine.stop_switch();
        (self.watch)(stop.clone());
        let answer = self.engine.go(&Compiled(evaluator), request, &stop, &mut |_| {});
        (answer.stopped != Some(StopCause::Request)).then_some(answer)
    }
}

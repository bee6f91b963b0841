use sparring_engine::games::backgammon::Backgammon;
use sparring_engine::search::{DiceAnswerOf, DiceRequestOf, StopCause};
use sparring_engine::solve::bearoff::BearoffEvaluator;
use sparring_engine::{Compiled, Engine, Stop};

/// An engine, and a callback that gets every stop switch.
#[derive(Clone, Copy)]
pub struct StoppableEngine<'e> {
    pub engine: &'e Engine<Backgammon>,
    /// Called before every search. Once it has used a switch, it should use all later ones.
    pub watch: &'e dyn Fn(Stop),
}

impl StoppableEngine<'_> {
    /// A search's answer, or `None` if its switch was used.
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

//! One decision of backgammon.

use super::machine::{Halt, Machine};
use sparring_engine::games::backgammon::{Backgammon, NamedEvaluator};
use sparring_engine::search::{DiceAnswerOf, DiceRequestOf, StopCause};
use sparring_engine::solve::bearoff::BearoffEvaluator;
use sparring_engine::{Compiled, Engine};

/// Searches a decision by the values of `evaluator`.
///
/// # Errors
/// If Ctrl-C ends the search.
pub fn decide(
    machine: &Machine<'_>,
    engine: &Engine<Backgammon>,
    evaluator: NamedEvaluator,
    request: &DiceRequestOf<Backgammon>,
) -> Result<DiceAnswerOf<Backgammon>, Halt> {
    let stop = machine.watched(engine.stop_switch());
    let informed = BearoffEvaluator::from(evaluator.deciding(request.position.side()));
    let answer = engine.go(&Compiled(informed), request, &stop, &mut |_| {});
    if answer.stopped == Some(StopCause::Request) { Err(Halt::Interrupted) } else { Ok(answer) }
}

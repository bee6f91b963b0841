//! Cube actions of backgammon.

use super::diagram::backgammon_diagram;
use super::lifecycle::Run;
use super::observation::Finished;
use super::progress::Progress;
use sparring_engine::cubeful::Cubeful;
use sparring_engine::games::backgammon::cube::Value;
use sparring_engine::games::backgammon::{MatchState, Position, name};
use sparring_report::{CubeDocument, CubeValue, StakesKeys};

/// A request for a cube action.
pub struct CubeQuestion<'q> {
    /// Before a roll.
    pub position: &'q Position,
    pub state: &'q MatchState,
    pub depth: u32,
}

/// Finds the cube action before a roll; `None` if interrupted.
pub fn cube(cubeful: &Cubeful<'_>, question: &CubeQuestion<'_>, run: &Run) -> Option<Finished<CubeDocument>> {
    let CubeQuestion { position, state, depth } = *question;
    let outcome = run.scoped(Progress::spinner(), |running| {
        running.install(|task| cubeful.advise(task, position, depth)).ok()
    });
    let (keys, observed, advice) = (outcome.keys(), outcome.observed, outcome.value?);
    let found = advice.decision;
    let value = |Value { value, equity }: Value| CubeValue { equity, value };
    let double = found.double;
    let document = CubeDocument {
        game: "backgammon",
        position: position.to_string(),
        side: name(position.side()),
        stakes: stakes(state),
        depth,
        bearoff: cubeful.databases().is_some(),
        run: keys,
        best: found.to_string(),
        unit: if state.length == 0 { "points" } else { "match" },
        no_double: value(found.no_double),
        double_take: double.map(|double| value(double.take)),
        double_pass: double.map(|double| value(double.pass)),
        double_beaver: double.and_then(|double| double.beaver).map(value),
        chances: advice.chances.into(),
        diagram: Some(backgammon_diagram(position, None, None)),
        accounts: observed.accounts(run.detail),
    };
    Some(Finished { document, observed })
}

/// Returns score and cube for documents.
pub(super) fn stakes(state: &MatchState) -> StakesKeys {
    StakesKeys {
        length: state.length,
        score: state.score,
        crawford: state.crawford,
        jacoby: state.jacoby,
        beavers: state.beavers,
        cube: 1 << state.cube,
        owner: state.owner.map(name),
        words: state.to_string(),
    }
}

//! The experiment of 2025: five boards, two and three layers of decisions, all plays.
//!
//! The dice of its timings are not stated and its spark counts fit no roll, so every board is
//! searched with each of the 21 rolls. Its depth counts the decision at the root: 2 and 3 are depth
//! 1 and 2 here.

use super::row::{Engines, Setting, document};
use sparring_engine::games::backgammon::{Named, NamedBoard, Position, Roll};
use sparring_engine::search::{DiceStrategy, SearchStrategy};
use sparring_report::{Ancestor, ReproduceDocument, ReproduceRow};

/// What is done, and what the ancestor reported.
const ABOUT: [&str; 4] = [
    "Experiment B (2025): five boards, the formula `blots`, all plays; its depths 2 and 3 count the decision at the root.",
    "It does not state its dice: each row is the mean over all 21 rolls. Its only figures are spark counts (one for each",
    "play at the root) and a speed-up well below ideal on 8 cores, because those are few and uneven.",
    "The median of 3 runs or more.",
];

/// What the ancestor reports for each board: one spark for each legal play at the root, all
/// converted.
const SPARKS: [u32; 5] = [21, 56, 54, 23, 36];

/// The rows of the whole experiment.
pub const ROWS: usize = 60;

/// Runs it and calls `progress` after every row. If an engine is stopped, the document has the rows
/// finished until then.
pub fn reproduce(engines: Engines<'_>, progress: &mut dyn FnMut()) -> ReproduceDocument {
    let boards = |depth| NamedBoard::EXPERIMENT.map(|board| (depth, board)).into_iter().zip(SPARKS);
    let mut settings = [1, 2].into_iter().flat_map(boards);
    document(("backgammon", "B"), &ABOUT, progress, |add| {
        let _stopped =
            settings.try_for_each(|((depth, board), sparks)| settle(engines, depth, board, sparks, add));
    })
}

/// The rows of one setting; `None` if an engine was stopped.
fn settle(
    engines: Engines<'_>,
    depth: u32,
    board: NamedBoard,
    sparks: u32,
    add: &mut dyn FnMut(ReproduceRow),
) -> Option<()> {
    let evaluator: Named = "blots".parse().expect("an evaluator's name");
    let decisions: Vec<(Position, Roll)> = Roll::ALL.map(|roll| (board.position(), roll)).to_vec();
    let found = Setting::choices(engines.all, (evaluator, depth, None), &decisions)?;
    let setting = Setting {
        name: format!("{}, depth {}", board.name(), depth + 1),
        evaluator,
        depth,
        keep: None,
        decisions: &decisions,
        found: &found,
    };
    for shared in [DiceStrategy::ParExpectimax, DiceStrategy::ParStar1, DiceStrategy::ParStar2] {
        let one = setting.row(engines.one, shared.baseline(), None)?;
        let baseline = one.times();
        add(one);
        let mut row = setting.row(engines.all, shared, Some(baseline))?;
        row.ancestor = Some(Ancestor {
            program: format!("{sparks} sparks"),
            sparks: Some(format!("SPARKS: {sparks} ({sparks} converted)")),
            ..Ancestor::default()
        });
        add(row);
    }
    Some(())
}

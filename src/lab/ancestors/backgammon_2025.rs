//! Experiment B (2025): five backgammon boards, two and three layers of decisions, all plays.
//!
//! The paper does not state its dice. So every board is searched with all 21 rolls and, by the
//! paper's algorithm, with the roll whose number of plays is nearest to its spark count. The
//! paper's depths 2 and 3 are 1 and 2 here.

use super::collect::{Collector, Like, document};
use super::published::tables;
use crate::documents::{About, ReproduceDocument};
use crate::measure::{Decisions, DiceSubject, Halt, Machine, Workers};
use sparring_engine::games::backgammon::{NamedBoard, Roll};
use sparring_engine::search::{DiceStrategy, SearchStrategy};
use sparring_sched::PoolError;

const ABOUT: [&str; 7] = [
    "Experiment B (2025): five boards, the formula `blots`, all plays; its depths 2 and 3 count the decision at the root.",
    "It does not state its dice: rows of its depth alone are means over all 21 rolls, the median of 3 runs or more.",
    "root-split is its algorithm: one task for each play at the root, one worker below; its rows are one search of one roll,",
    "which they name. It deepens, so that a search of its depth 3 has two tasks for each play, one for each depth of ours.",
    "Its figures are spark counts, one for each play at the root; its times and its speed-up are pictures",
    "without numbers. Plays are counted by where they lead, White on roll. Simulated workers are calibrated by the",
    "one-thread row of their setting. The plays of the 21 rolls, and those nearest to its sparks:",
];

/// Name of the parallel program in the data files.
const PROGRAM: &str = "parallel";

const ALL_ROLLS: [DiceStrategy; 3] =
    [DiceStrategy::ParExpectimax, DiceStrategy::ParStar1, DiceStrategy::ParStar2];

pub fn rows(machine: &Machine<'_>) -> usize {
    let [real, all] =
        [machine.threads().collect(), machine.all()].map(|workers| Machine::beyond_one(workers).len());
    2 * NamedBoard::EXPERIMENT.len() * (ALL_ROLLS.len() * (1 + real) + 1 + all)
}

pub fn reproduce(
    machine: &Machine<'_>,
    progress: &mut dyn FnMut() -> bool,
) -> Result<ReproduceDocument, PoolError> {
    let boards = NamedBoard::EXPERIMENT.map(|board| (board, nearest(board)));
    let lines = ABOUT.iter().map(|line| (*line).to_owned());
    let done = lines.chain(boards.iter().map(|(board, nearest)| nearest.said(*board))).collect();
    let about = About { done, ancestor: &[] };
    let settings = || [1, 2].into_iter().flat_map(|depth| boards.iter().map(move |board| (depth, board)));
    document(("backgammon", "B"), about, progress, |rows| {
        for (depth, (board, _)) in settings() {
            all_rolls(machine, depth, *board, rows)?;
        }
        settings()
            .try_for_each(|(depth, (board, nearest))| one_roll(machine, depth, *board, nearest.roll, rows))
    })
}

/// The roll whose number of plays is nearest to the published sparks.
struct Nearest {
    roll: Roll,
    plays: usize,
    sparks: usize,
    /// Fewest and most plays of any roll.
    range: [usize; 2],
}

impl Nearest {
    fn said(&self, board: NamedBoard) -> String {
        let Nearest { roll, plays, sparks, range: [fewest, most] } = self;
        let name = board.name();
        format!("{name}: {fewest} to {most}; {sparks} sparks were published, {plays} plays has {roll}.")
    }
}

fn nearest(board: NamedBoard) -> Nearest {
    let name = setting(board, 1);
    let published = tables("B").into_iter().find(|row| row.setting == name);
    let sparks = published.and_then(|row| row.counts.converted).expect("every board has its sparks") as usize;
    let rolls = Roll::ALL.map(|roll| (board.position().results(roll).len(), roll));
    let (plays, roll) = rolls.into_iter().min_by_key(|(plays, _)| plays.abs_diff(sparks)).expect("21 rolls");
    let counts = rolls.map(|(plays, _)| plays);
    let range = [counts.into_iter().min(), counts.into_iter().max()].map(Option::unwrap_or_default);
    Nearest { roll, plays, sparks, range }
}

fn setting(board: NamedBoard, depth: u32) -> String {
    format!("{}, depth {}", board.name(), depth + 1)
}

/// Adds rows with means over all rolls, measured on real threads.
fn all_rolls(
    machine: &Machine<'_>,
    depth: u32,
    board: NamedBoard,
    rows: &mut Collector<'_>,
) -> Result<(), Halt> {
    let decisions = Roll::ALL.map(|roll| (board.position(), roll)).to_vec();
    let decisions = Decisions::new(subject(machine, depth), setting(board, depth), decisions)?;
    let workers = Machine::beyond_one(machine.threads().collect());
    ALL_ROLLS
        .into_iter()
        .try_for_each(|strategy| settle(&decisions, strategy, &workers, &Like::default(), rows))
}

fn one_roll(
    machine: &Machine<'_>,
    depth: u32,
    board: NamedBoard,
    roll: Roll,
    rows: &mut Collector<'_>,
) -> Result<(), Halt> {
    let ours = format!("{} {roll}, depth {}", board.name(), depth + 1);
    let decisions = Decisions::new(subject(machine, depth), ours, vec![(board.position(), roll)])?;
    let setting = setting(board, depth);
    let like = Like { published: Some(PROGRAM.to_owned()), setting, ..Like::default() };
    let workers = Machine::beyond_one(machine.all());
    settle(&decisions, DiceStrategy::RootSplit, &workers, &like, rows)
}

fn subject<'m>(machine: &'m Machine<'m>, depth: u32) -> DiceSubject<'m> {
    DiceSubject { machine, evaluator: "blots".parse().expect("an evaluator's name"), depth, keep: None }
}

fn settle(
    decisions: &Decisions<'_>,
    strategy: DiceStrategy,
    workers: &[Workers],
    like: &Like,
    rows: &mut Collector<'_>,
) -> Result<(), Halt> {
    let (row, baseline) = decisions.alone(strategy.baseline())?;
    rows.add(row, Like::default())?;
    workers
        .iter()
        .try_for_each(|&workers| rows.add(decisions.shared(workers, strategy, &baseline)?, like.clone()))
}

//! The experiment of 2020: whole games at depth 2, one to five plays kept, ten seeds, against
//! random plays.
//!
//! Black is the engine and sees positions with the formula `race`; White plays at random. Games
//! differ in length from the ancestor's, whose rules were incomplete, so what is compared is the
//! time of one decision.

use super::collect::{Collector, Like, document};
use super::machine::{Halt, Machine};
use super::row::Setting;
use crate::matches::{Player, StoppableEngine, play, seat};
use sparring_engine::game::Side;
use sparring_engine::games::backgammon::{Backgammon, Dice, Named, Position, Roll};
use sparring_engine::search::{DiceStrategy, Pruning, SearchStrategy, Settings};
use sparring_engine::{Engine, Stop};
use sparring_report::{ReproduceDocument, ReproduceRow};
use sparring_sched::PoolError;

/// What is done, and what the ancestor reported.
const ABOUT: [&str; 7] = [
    "Experiment A (2020): Black searches 2 replies deep with the formula `race` and keeps 1 to 5 plays of every roll;",
    "White plays at random. Ten games each; all rows of a setting search the same decisions and find the same plays. The",
    "median of 3 runs or more. Then the same 1 reply deep, with all plays 1 reply deep, and with all plays 2 deep in the",
    "first decisions of the first game. expectimax is unpruned (the ancestor's ParNP), star2 cuts soundly where its",
    "alpha-beta did not (Seq, Par). Its times are those of a game, with all else that its program does; so ours stand there",
    "by game and by decision. Simulated workers are calibrated by the one-thread row of their setting.",
    "Ancestor: rebuilt with GHC 9.0.2 -O2, seed 1, on a machine of two processors, time of one decision.",
];

const DEPTH: u32 = 2;
const SEEDS: u64 = 10;

/// Decisions that are searched 2 replies deep with all plays.
const FULL_WIDTH: usize = 4;

/// Plays kept and depth, of all that is searched.
const SETTINGS: [(Option<usize>, u32); 12] = [
    (Some(1), DEPTH),
    (Some(2), DEPTH),
    (Some(3), DEPTH),
    (Some(4), DEPTH),
    (Some(5), DEPTH),
    (Some(1), 1),
    (Some(2), 1),
    (Some(3), 1),
    (Some(4), 1),
    (Some(5), 1),
    (None, 1),
    (None, DEPTH),
];

/// The rows of the experiment on this machine.
pub fn rows(machine: &Machine<'_>) -> usize {
    SETTINGS.len() * 2 * (1 + Machine::beyond_one(machine.all()).len())
}

/// Runs it. `progress` is called after every row and ends the experiment by returning false; then,
/// or after Ctrl-C, the document has the rows finished until then. Whole, it has [`rows`] rows.
///
/// # Errors
/// If there is no memory for simulated workers.
pub fn reproduce(
    machine: &Machine<'_>,
    progress: &mut dyn FnMut() -> bool,
) -> Result<ReproduceDocument, PoolError> {
    let about = ABOUT.iter().map(|line| (*line).to_owned()).collect::<Vec<_>>();
    document(("backgammon", "A"), &about, progress, |rows| {
        SETTINGS.into_iter().try_for_each(|(keep, depth)| settle(machine, keep, depth, rows))
    })
}

/// The rows of one setting.
fn settle(
    machine: &Machine<'_>,
    keep: Option<usize>,
    depth: u32,
    rows: &mut Collector<'_>,
) -> Result<(), Halt> {
    let mut decisions = decisions(machine, keep.or(Some(5)))?;
    let whole = (keep, depth) != (None, DEPTH);
    if !whole {
        decisions.truncate(FULL_WIDTH);
    }
    let found = Setting::choices(machine, (evaluator(), depth, keep), &decisions)?;
    let kept = keep.map_or("all plays".to_owned(), |keep| format!("keep {keep}"));
    let name = if keep.is_some() && depth == DEPTH { kept } else { format!("{kept}, depth {depth}") };
    let setting = Setting { name, evaluator: evaluator(), depth, keep, decisions: &decisions, found: &found };
    let by_game = |row: ReproduceRow| {
        let ns_per_game = whole.then(|| row.ns_per_decision * row.decisions / SEEDS);
        ReproduceRow { ns_per_game, ..row }
    };
    let like = |program: &str, alone: &str| Like {
        published: (depth == DEPTH && keep.is_some()).then(|| program.to_owned()),
        rebuilt: (depth == DEPTH && keep.is_some()).then(|| alone.to_owned()),
        setting: setting.name.clone(),
        averaged: None,
    };
    for (shared, one, all) in
        [(DiceStrategy::ParStar2, "Seq", "Par"), (DiceStrategy::ParExpectimax, "", "ParNP")]
    {
        let (row, baseline) = setting.alone(machine, shared.baseline())?;
        rows.add(by_game(row), like(one, "Seq"))?;
        for workers in Machine::beyond_one(machine.all()) {
            let row = setting.shared(machine, workers, shared, &baseline)?;
            rows.add(by_game(row), like(all, all))?;
        }
    }
    Ok(())
}

fn evaluator() -> Named {
    "race".parse().expect("an evaluator's name")
}

/// All of Black's decisions in ten games that it plays with this many plays kept.
fn decisions(machine: &Machine<'_>, keep: Option<usize>) -> Result<Vec<(Position, Roll)>, Halt> {
    let engine = Engine::new(Backgammon, machine.most().clone(), 0);
    let watch = &|stop: Stop| machine.interrupt.guard(move || stop.stop());
    let watched = StoppableEngine { engine: &engine, watch };
    let black = Player::search(evaluator(), Settings::depth(DEPTH), Pruning::keeping(keep));
    let mut decisions = Vec::new();
    for seed in 1..=SEEDS {
        let mut dice = Dice::new(seed);
        let mut chance = dice.split();
        let played = play([&Player::random(), &black], watched, &mut dice, &mut chance, None);
        decisions.append(&mut played.ok_or(Halt::Interrupted)?.decisions[seat(Side::Second)]);
    }
    Ok(decisions)
}

//! Experiment A (2020): whole games of backgammon, keeping one to five plays.
//!
//! Black searches with the formula `race`; White plays at random. The ancestor's rules were
//! incomplete, so games differ in length: the times of one decision are compared.

use super::collect::{Collector, Like, document};
use crate::documents::{About, ReproduceDocument, ReproduceRow};
use crate::measure::{Decisions, DiceSubject, Halt, Machine};
use sparring_engine::game::Side;
use sparring_engine::games::backgammon::{Dice, GameState, Position, Roll, Stage};
use sparring_engine::search::{DiceStrategy, SearchStrategy};
use sparring_sched::PoolError;

const ABOUT: [&str; 6] = [
    "Experiment A (2020): Black searches 2 replies deep with the formula `race` and keeps 1 to 5 plays of every roll;",
    "White plays at random. Ten games each; all rows of a setting search the same decisions and find the same plays. The",
    "median of 3 runs or more. Then the same 1 reply deep, with all plays 1 reply deep, and with all plays 2 deep in the",
    "first decisions of the first game. expectimax is unpruned (the ancestor's ParNP), star2 cuts soundly where its",
    "alpha-beta did not (Seq, Par). Its times are those of a game, with all else that its program does; so ours stand there",
    "by game and by decision. Simulated workers are calibrated by the one-thread row of their setting.",
];

const ANCESTOR: [&str; 1] =
    ["rebuilt with GHC 9.0.2 -O2, seed 1, on a machine of two processors, time of one decision."];

const DEPTH: u32 = 2;
const SEEDS: u64 = 10;

/// Decisions searched 2 replies deep with all plays.
const FULL_WIDTH: usize = 4;

/// Plays kept (`None` for all) and depth.
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

pub fn rows(machine: &Machine<'_>) -> usize {
    SETTINGS.len() * 2 * (1 + Machine::beyond_one(machine.all()).len())
}

pub fn reproduce(
    machine: &Machine<'_>,
    progress: &mut dyn FnMut() -> bool,
) -> Result<ReproduceDocument, PoolError> {
    let about = About { done: ABOUT.map(str::to_owned).to_vec(), ancestor: &ANCESTOR };
    document(("backgammon", "A"), about, progress, |rows| {
        SETTINGS.into_iter().try_for_each(|(keep, depth)| settle(machine, keep, depth, rows))
    })
}

fn settle(
    machine: &Machine<'_>,
    keep: Option<usize>,
    depth: u32,
    rows: &mut Collector<'_>,
) -> Result<(), Halt> {
    let mut decisions = decisions(&subject(machine, DEPTH, keep.or(Some(5))))?;
    let whole = (keep, depth) != (None, DEPTH);
    if !whole {
        decisions.truncate(FULL_WIDTH);
    }
    let kept = keep.map_or("all plays".to_owned(), |keep| format!("keep {keep}"));
    let setting = if keep.is_some() && depth == DEPTH { kept } else { format!("{kept}, depth {depth}") };
    let decisions = Decisions::new(subject(machine, depth, keep), setting.clone(), decisions)?;
    let by_game = |row: ReproduceRow| {
        let ns_per_game = whole.then(|| row.ns_per_decision * row.decisions / SEEDS);
        ReproduceRow { ns_per_game, ..row }
    };
    let like = |program: &str, alone: &str| Like {
        published: (depth == DEPTH && keep.is_some()).then(|| program.to_owned()),
        rebuilt: (depth == DEPTH && keep.is_some()).then(|| alone.to_owned()),
        setting: setting.clone(),
        averaged: None,
    };
    for (shared, one, all) in
        [(DiceStrategy::ParStar2, "Seq", "Par"), (DiceStrategy::ParExpectimax, "", "ParNP")]
    {
        let (row, baseline) = decisions.alone(shared.baseline())?;
        rows.add(by_game(row), like(one, "Seq"))?;
        for workers in Machine::beyond_one(machine.all()) {
            let row = decisions.shared(workers, shared, &baseline)?;
            rows.add(by_game(row), like(all, all))?;
        }
    }
    Ok(())
}

fn subject<'m>(machine: &'m Machine<'m>, depth: u32, keep: Option<usize>) -> DiceSubject<'m> {
    DiceSubject { machine, evaluator: "race".parse().expect("an evaluator's name"), depth, keep }
}

fn decisions(subject: &DiceSubject<'_>) -> Result<Vec<(Position, Roll)>, Halt> {
    let engine = subject.engine();
    let mut decisions = Vec::new();
    (1..=SEEDS).try_for_each(|seed| play(seed, |at| subject.best(&engine, at), &mut decisions))?;
    Ok(decisions)
}

/// Plays a game, Black by `choose` and White at random. Appends Black's decisions.
fn play(
    seed: u64,
    choose: impl Fn((Position, Roll)) -> Result<Position, Halt>,
    decisions: &mut Vec<(Position, Roll)>,
) -> Result<(), Halt> {
    let mut dice = Dice::new(seed);
    let mut chance = dice.split();
    let mut game = GameState::new();
    let (white, black) = dice.opening();
    for (side, die) in [(Side::First, white), (Side::Second, black)] {
        game.opening_throw(side, die).expect("the game waits for both throws");
    }
    loop {
        let (position, side) = (*game.position(), game.position().side());
        match game.stage() {
            Stage::Opening(..) => unreachable!("opening dice differ"),
            Stage::ToThrow => game.throw(side, dice.roll()).expect("the game waits for this throw"),
            Stage::ToMove(roll) => {
                let result = match side {
                    Side::First => {
                        let results = position.results(roll);
                        results[chance.below(results.len() as u32) as usize]
                    }
                    Side::Second => {
                        decisions.push((position, roll));
                        choose((position, roll))?
                    }
                };
                game.play_result(side, &result).expect("players choose legal plays");
            }
            Stage::Finished(..) => return Ok(()),
        }
    }
}

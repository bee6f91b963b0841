//! The experiment of 2020: whole games at depth 2, one to five plays kept, ten seeds, against
//! random plays.
//!
//! Black is the engine and sees positions with the formula `race`; White plays at random. Games
//! differ in length from the ancestor's, whose rules were incomplete, so what is compared is the
//! time of one decision.

use super::row::{Engines, Setting, beside};
use crate::engine::{DiceStrategy, Settings, Side};
use crate::games::backgammon::{Dice, Named, Position, Roll};
use crate::matches::{Player, play, seat};
use crate::report::{ReproduceDocument, ReproduceRow};

const DEPTH: u32 = 2;
const SEEDS: u64 = 10;

/// The rebuilt ancestor (GHC 9.0.2 -O2, a machine of two processors), seed 1, for one to five plays
/// kept: seconds of a game and its decisions. A game has four actions for each of Black's
/// decisions: two throws, two moves.
struct Rebuilt {
    program: &'static str,
    seconds: [f64; 5],
    decisions: [u32; 5],
    sparks: Option<[&'static str; 5]>,
}

const SEQ: Rebuilt = Rebuilt {
    program: "Seq",
    seconds: [1.03, 6.75, 12.63, 19.04, 27.06],
    decisions: [17, 17, 19, 17, 17],
    sparks: None,
};

const PAR: Rebuilt = Rebuilt {
    program: "Par -N2",
    seconds: [0.60, 4.06, 7.08, 10.53, 15.13],
    decisions: [17, 17, 19, 17, 17],
    sparks: Some([
        "SPARKS: 8127 (549 converted, 0 overflowed, 0 dud, 1823 GC'd, 5755 fizzled)",
        "SPARKS: 28014 (8458 converted, 0 overflowed, 0 dud, 3640 GC'd, 15916 fizzled)",
        "SPARKS: 70791 (21075 converted, 0 overflowed, 0 dud, 9299 GC'd, 40417 fizzled)",
        "SPARKS: 101178 (24218 converted, 0 overflowed, 0 dud, 19111 GC'd, 57849 fizzled)",
        "SPARKS: 150633 (33471 converted, 0 overflowed, 0 dud, 28697 GC'd, 88465 fizzled)",
    ]),
};

const PAR_NP: Rebuilt = Rebuilt {
    program: "ParNP -N2",
    seconds: [0.58, 2.70, 6.72, 11.77, 14.12],
    decisions: [17, 22, 24, 24, 21],
    sparks: Some([
        "SPARKS: 16421 (564 converted, 0 overflowed, 0 dud, 7780 GC'd, 8077 fizzled)",
        "SPARKS: 106259 (378 converted, 0 overflowed, 0 dud, 75355 GC'd, 30526 fizzled)",
        "SPARKS: 339785 (738 converted, 0 overflowed, 0 dud, 267077 GC'd, 71970 fizzled)",
        "SPARKS: 582386 (699 converted, 0 overflowed, 0 dud, 467814 GC'd, 113873 fizzled)",
        "SPARKS: 986663 (624 converted, 0 overflowed, 0 dud, 815571 GC'd, 170468 fizzled)",
    ]),
};

impl Rebuilt {
    fn beside(&self, row: ReproduceRow, keep: usize) -> ReproduceRow {
        let i = keep - 1;
        let seconds = self.seconds[i] / f64::from(self.decisions[i]);
        beside(row, self.program, seconds, self.sparks.map(|sparks| sparks[i]))
    }
}

/// The rows of the whole experiment.
pub const ROWS: usize = 20;

/// Runs it; `progress` hears of every row. If an engine is stopped, the finished rows are given.
pub fn reproduce(engines: Engines<'_>, progress: &mut dyn FnMut()) -> ReproduceDocument {
    let mut rows = Vec::new();
    let mut add = |row| {
        rows.push(row);
        progress();
    };
    let _stopped = (1..=5).try_for_each(|keep| settle(engines, keep, &mut add));
    ReproduceDocument { experiment: "A", about: about(), rows }
}

/// The rows of one setting; `None` if an engine was stopped.
fn settle(engines: Engines<'_>, keep: usize, add: &mut impl FnMut(ReproduceRow)) -> Option<()> {
    let decisions = decisions(engines, keep)?;
    let found = Setting::choices(engines.all, (evaluator(), DEPTH, Some(keep)), &decisions)?;
    let setting = Setting {
        name: format!("keep {keep}"),
        evaluator: evaluator(),
        depth: DEPTH,
        keep: Some(keep),
        decisions: &decisions,
        found: &found,
    };
    for (alone, shared, ancestor) in [
        (DiceStrategy::Expectimax, DiceStrategy::ParExpectimax, &PAR_NP),
        (DiceStrategy::Star2, DiceStrategy::ParStar2, &PAR),
    ] {
        let one = setting.row(engines.one, alone, None)?;
        let twin = one.ns_per_decision;
        add(SEQ.beside(one, keep));
        add(ancestor.beside(setting.row(engines.all, shared, Some(twin))?, keep));
    }
    Some(())
}

fn evaluator() -> Named {
    "race".parse().expect("an evaluator's name")
}

/// All of Black's decisions in ten games; `None` if the engine was stopped.
fn decisions(engines: Engines<'_>, keep: usize) -> Option<Vec<(Position, Roll)>> {
    let black = Player::search(evaluator(), Settings::depth(DEPTH), Some(keep));
    let mut decisions = Vec::new();
    for seed in 1..=SEEDS {
        let mut dice = Dice::new(seed);
        let mut chance = dice.split();
        let mut played = play([&Player::random(), &black], engines.all, &mut dice, &mut chance)?;
        decisions.append(&mut played.decisions[seat(Side::Second)]);
    }
    Some(decisions)
}

fn about() -> Vec<String> {
    [
        "Experiment A (2020): Black searches 2 replies deep with the formula `race` and keeps 1 to 5 plays of every roll;",
        "White plays at random. Ten games each; all rows of a setting search the same decisions and find the same plays.",
        "expectimax is unpruned (the ancestor's ParNP), star2 cuts soundly where its alpha-beta did not (Seq, Par).",
        "Ancestor: rebuilt with GHC 9.0.2 -O2, seed 1, on a machine of two processors, time of one decision. As published,",
        "seconds a game on four cores: Seq 3.61 15.86 34.17 58.10 95.89, Par 1.45 6.08 12.70 21.65 35.76, ParNP 1.45 5.39",
        "12.40 22.04 43.26 for 1 to 5 plays kept.",
    ]
    .map(str::to_owned)
    .to_vec()
}

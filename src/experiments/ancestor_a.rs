//! The experiment of 2020: whole games at depth 2, one to five plays kept, ten seeds, against
//! random plays.
//!
//! Black is the engine and sees positions with the formula `race`; White plays at random. Games
//! differ in length from the ancestor's, whose rules were incomplete, so what is compared is the
//! time of one decision.

use super::row::{Engines, Setting, beside, document};
use crate::matches::{Player, play, seat};
use sparring_engine::game::Side;
use sparring_engine::games::backgammon::{Dice, Named, Position, Roll};
use sparring_engine::search::{DiceStrategy, Settings};
use sparring_report::{Published, ReproduceDocument, ReproduceRow};

/// What is done, and what the ancestor reported.
const ABOUT: [&str; 5] = [
    "Experiment A (2020): Black searches 2 replies deep with the formula `race` and keeps 1 to 5 plays of every roll;",
    "White plays at random. Ten games each; all rows of a setting search the same decisions and find the same plays. The",
    "median of 3 runs or more.",
    "expectimax is unpruned (the ancestor's ParNP), star2 cuts soundly where its alpha-beta did not (Seq, Par).",
    "Ancestor: rebuilt with GHC 9.0.2 -O2, seed 1, on a machine of two processors, time of one decision.",
];

const DEPTH: u32 = 2;
const SEEDS: u64 = 10;

/// The rebuilt ancestor (GHC 9.0.2 -O2, a machine of two processors), seed 1, for one to five plays
/// kept: seconds of a game and its decisions. A game has four actions for each of Black's
/// decisions: two throws, two moves.
struct Rebuilt {
    program: &'static str,
    seconds: [f64; 5],
    decisions: [u32; 5],
    /// Converted, collected and fizzled; none overflowed and none was a dud.
    sparks: Option<[[u32; 3]; 5]>,
    published: Report,
}

/// What was published of a program: mean seconds of a game over ten seeds, for one to five plays
/// kept, and its sparks with five.
struct Report {
    program: &'static str,
    cores: u32,
    seconds: [f64; 5],
    sparks: Option<&'static str>,
}

const SEQ: Rebuilt = Rebuilt {
    program: "Seq",
    seconds: [1.03, 6.75, 12.63, 19.04, 27.06],
    decisions: [17, 17, 19, 17, 17],
    sparks: None,
    published: Report { program: "Seq", cores: 1, seconds: [3.61, 15.86, 34.17, 58.10, 95.89], sparks: None },
};

#[rustfmt::skip]
const PARALLEL: [Rebuilt; 2] = [
    Rebuilt { program: "Par -N2", seconds: [0.60, 4.06, 7.08, 10.53, 15.13], decisions: [17, 17, 19, 17, 17], sparks: Some([
        [549, 1823, 5755], [8458, 3640, 15916], [21075, 9299, 40417], [24218, 19111, 57849], [33471, 28697, 88465],
    ]), published: Report { program: "Par", cores: 4, seconds: [1.45, 6.08, 12.70, 21.65, 35.76],
        sparks: Some("SPARKS: 162760 (64857 converted, 7585 GC'd, 90319 fizzled)") } },
    Rebuilt { program: "ParNP -N2", seconds: [0.58, 2.70, 6.72, 11.77, 14.12], decisions: [17, 22, 24, 24, 21], sparks: Some([
        [564, 7780, 8077], [378, 75355, 30526], [738, 267077, 71970], [699, 467814, 113873], [624, 815571, 170468],
    ]), published: Report { program: "ParNP", cores: 4, seconds: [1.45, 5.39, 12.40, 22.04, 43.26],
        sparks: Some("SPARKS: 932552 (4590 converted, 735479 GC'd, 192483 fizzled)") } },
];

impl Rebuilt {
    fn beside(&self, row: ReproduceRow, keep: usize) -> ReproduceRow {
        let i = keep - 1;
        let seconds = self.seconds[i] / f64::from(self.decisions[i]);
        let sparks = self.sparks.map(|sparks| {
            let [converted, collected, fizzled] = sparks[i];
            let all = converted + collected + fizzled;
            format!(
                "SPARKS: {all} ({converted} converted, 0 overflowed, 0 dud, {collected} GC'd, {fizzled} fizzled)"
            )
        });
        let Report { program, cores, seconds: published, sparks: reported } = self.published;
        let published = Published {
            program: program.to_owned(),
            seconds: Some(published[i]),
            of: "game",
            cores,
            sparks: reported.filter(|_| keep == 5).map(str::to_owned),
        };
        ReproduceRow { published: Some(published), ..beside(row, self.program, seconds, sparks.as_deref()) }
    }
}

/// The rows of the whole experiment.
pub const ROWS: usize = 20;

/// Runs it and calls `progress` after every row. If an engine is stopped, the document has the rows
/// finished until then.
pub fn reproduce(engines: Engines<'_>, progress: &mut dyn FnMut()) -> ReproduceDocument {
    document(("backgammon", "A"), &ABOUT, progress, |add| {
        let _stopped = (1..=5).try_for_each(|keep| settle(engines, keep, add));
    })
}

/// The rows of one setting; `None` if an engine was stopped.
fn settle(engines: Engines<'_>, keep: usize, add: &mut dyn FnMut(ReproduceRow)) -> Option<()> {
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
        (DiceStrategy::Expectimax, DiceStrategy::ParExpectimax, &PARALLEL[1]),
        (DiceStrategy::Star2, DiceStrategy::ParStar2, &PARALLEL[0]),
    ] {
        let one = setting.row(engines.one, alone, None)?;
        let baseline = one.times();
        add(SEQ.beside(one, keep));
        add(ancestor.beside(setting.row(engines.all, shared, Some(baseline))?, keep));
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

use std::array;
use std::cmp::Reverse;

use super::sample::Sample;
use crate::game::Score;
use crate::games::backgammon::cube::{Decision, Doubling, Hold, Holds, Response};
use crate::games::backgammon::network::{Chances, Network};
use crate::games::backgammon::{Board, Position, Results, Roll};

/// The best play of each roll of a position, by the network's value right after the play.
pub struct BestPlays {
    /// Indexed by [`place`]; seen by the side that rolls.
    best: [BestPlay; Roll::ALL.len()],
    pub(super) evaluations: u64,
}

#[derive(Clone, Copy)]
struct BestPlay {
    chances: Chances,
    /// The value of the play, in units of `1 / ONE`.
    value: i64,
    result: Position,
}

/// A legal play: the network's chances after it, and its result.
pub type Candidate = (Chances, Position);

/// The action of a side on turn in a game with the cube.
pub enum TurnAction {
    /// The side doubles, and the other side passes.
    Cash {
        /// The value of the pass to the side.
        value: f64,
        /// Evaluations made.
        evaluations: u64,
    },
    /// The side rolls, with the cube held like this.
    Rolls(Box<BestPlays>, Hold),
}

/// The index of a roll in [`Roll::ALL`].
fn place(roll: Roll) -> usize {
    let (high, low) = (usize::from(roll.high()), usize::from(roll.low()));
    high * (high - 1) / 2 + low - 1
}

/// Ranks candidates by equity, then by the generator's order.
pub(super) fn key(&(chances, result): &Candidate) -> (Score, Reverse<Position>) {
    (chances.equity(), Reverse(result))
}

impl BestPlays {
    /// The best plays of the side that sees the position, without the cube.
    pub fn of(network: &Network, position: &Position) -> BestPlays {
        let board = Board::of(position);
        let mut lists = Lists::default();
        let mut evaluations = 0;
        let best = array::from_fn(|i| {
            lists.fill(network, &board, Roll::ALL[i]);
            evaluations += lists.candidates.len() as u64;
            let best = lists.candidates.iter().max_by_key(|candidate| key(candidate));
            let &(chances, result) = best.expect("there is a result");
            BestPlay { chances, value: chances.equity().into(), result }
        });
        BestPlays { best, evaluations }
    }

    /// The turn of the side that sees the position, with the cube. It may double only if
    /// `acts`; the means over its rolls decide this and the answer.
    pub fn with_cube(
        network: &Network,
        position: &Position,
        (holds, hold, acts): (&Holds, Hold, bool),
    ) -> TurnAction {
        let plays = Roll::ALL.map(|roll| BestPlays::plays(network, position, roll));
        let evaluations = plays.iter().map(|plays| plays.len() as u64).sum();
        let best_at = |hold| array::from_fn::<_, { Roll::ALL.len() }, _>(|i| holds.best(&plays[i], hold));
        let side = position.side();
        let asked = holds.of_decision(hold, side).take(if acts { usize::MAX } else { 1 });
        let mut found: Vec<(Hold, _)> = asked.map(|hold| (hold, best_at(hold))).collect();
        let chosen = if found.len() > 1 {
            let means: Vec<f64> =
                found.iter().map(|(_, rolls)| mean(rolls.map(|(value, _)| value))).collect();
            chosen(&holds.stakes(hold, side).decide_by(&means))
        } else {
            Ok(0)
        };
        let chosen = match chosen {
            Ok(chosen) => chosen,
            Err(value) => return TurnAction::Cash { value, evaluations },
        };
        let (hold, rolls) = found.swap_remove(chosen);
        let best = rolls.map(|(value, &(chances, result))| BestPlay {
            chances,
            value: Sample::fixed(holds, value),
            result,
        });
        TurnAction::Rolls(Box::new(BestPlays { best, evaluations }), hold)
    }

    /// All plays of a roll, in no particular order.
    pub fn plays(network: &Network, position: &Position, roll: Roll) -> Vec<Candidate> {
        let mut lists = Lists::default();
        lists.fill(network, &Board::of(position), roll);
        lists.candidates
    }

    fn best(&self, roll: Roll) -> &BestPlay {
        &self.best[place(roll)]
    }

    /// The chances after the best play of a roll.
    pub fn after(&self, roll: Roll) -> Chances {
        self.best(roll).chances
    }

    /// The result of the best play of a roll.
    pub fn result(&self, roll: Roll) -> &Position {
        &self.best(roll).result
    }

    /// True if no roll moves a checker of the side that sees `position`.
    pub(super) fn all_pass(&self, position: &Position) -> bool {
        self.best.iter().all(|best| best.result == *position)
    }

    /// The mean over all rolls of their best plays' samples.
    pub fn mean(&self) -> Sample {
        let mut sum = Sample::default();
        for (roll, best) in Roll::ALL.into_iter().zip(&self.best) {
            sum += Sample::weighed(best.chances, best.value, roll.weight());
        }
        sum
    }

    /// The sample of a roll's best play less the mean over all rolls.
    pub fn luck(&self, roll: Roll) -> Sample {
        let BestPlay { chances, value, .. } = *self.best(roll);
        let mut luck = Sample::weighed(chances, value, Roll::WEIGHTS);
        luck -= self.mean();
        luck
    }
}

fn mean(values: [f64; Roll::ALL.len()]) -> f64 {
    let weighed = Roll::ALL.into_iter().zip(values).map(|(roll, value)| f64::from(roll.weight()) * value);
    weighed.sum::<f64>() / f64::from(Roll::WEIGHTS)
}

/// The index of the hold at which the side rolls, or its gain by the other side's pass.
fn chosen(decision: &Decision) -> Result<usize, f64> {
    let Some(double) = decision.double.filter(|double| double.doubling == Doubling::Double) else {
        return Ok(0);
    };
    match double.response {
        Response::Take => Ok(1),
        Response::Beaver => Ok(2),
        Response::Pass => Err(double.pass.value),
    }
}

/// The plays of one roll, in buffers that the next roll reuses.
#[derive(Default)]
struct Lists {
    results: Results,
    chances: Vec<Chances>,
    candidates: Vec<Candidate>,
}

impl Lists {
    fn fill(&mut self, network: &Network, board: &Board, roll: Roll) {
        let results = board.results(roll, &mut self.results);
        self.chances.resize(results.len(), Chances::default());
        network.all_chances(results, &mut self.chances);
        self.candidates.clear();
        self.candidates.extend(self.chances.iter().copied().zip(results.iter().copied()));
    }
}

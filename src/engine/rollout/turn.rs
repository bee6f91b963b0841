//! All rolls of one position, and the best play of each.

use std::array;
use std::cmp::Reverse;

use super::sample::Sample;
use crate::game::Score;
use crate::games::backgammon::network::{Chances, Network};
use crate::games::backgammon::{Board, Position, Results, Roll};

/// The best play of each roll of a position, as the network sees it right after the play.
pub struct Turn {
    /// By [`place`]: the chances after the play, and its result, both of the side that rolls.
    best: [(Chances, Position); Roll::ALL.len()],
    /// Values that were asked for.
    pub(super) evaluations: u64,
}

/// A play that could be made, and what the network says of it.
pub type Candidate = (Chances, Position);

/// The place of a roll in [`Roll::ALL`].
fn place(roll: Roll) -> usize {
    let (high, low) = (usize::from(roll.high()), usize::from(roll.low()));
    high * (high - 1) / 2 + low - 1
}

/// What candidates are ordered by: the value, and then the generator's order.
pub(super) fn key(&(chances, result): &Candidate) -> (Score, Reverse<Position>) {
    (chances.equity(), Reverse(result))
}

impl Turn {
    /// The turn of the side that sees the position.
    pub fn of(network: &Network, position: &Position) -> Turn {
        let board = Board::of(position);
        let mut lists = Lists::default();
        let mut evaluations = 0;
        let best = array::from_fn(|i| {
            lists.fill(network, &board, Roll::ALL[i]);
            evaluations += lists.candidates.len() as u64;
            *lists.candidates.iter().max_by_key(|candidate| key(candidate)).expect("there is a result")
        });
        Turn { best, evaluations }
    }

    /// The plays of a roll in any order: the chances right after them, and their results.
    pub fn plays(network: &Network, position: &Position, roll: Roll) -> Vec<Candidate> {
        let mut lists = Lists::default();
        lists.fill(network, &Board::of(position), roll);
        lists.candidates
    }

    /// The chances after the best play of a roll.
    pub fn after(&self, roll: Roll) -> Chances {
        self.best[place(roll)].0
    }

    /// The result of the best play of a roll.
    pub fn result(&self, roll: Roll) -> &Position {
        &self.best[place(roll)].1
    }

    /// The mean over all rolls of what their best plays are worth.
    pub fn mean(&self) -> Sample {
        let mut sum = Sample::default();
        for (roll, (chances, _)) in Roll::ALL.into_iter().zip(&self.best) {
            sum += Sample::weighed(*chances, roll.weight());
        }
        sum
    }

    /// What the best play of a roll is worth, less the mean over all rolls.
    pub fn luck(&self, roll: Roll) -> Sample {
        let mut luck = Sample::of(self.after(roll));
        luck -= self.mean();
        luck
    }
}

/// The plays of one roll, and room to make the next list.
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

use sparring_engine::game::{Evaluator, Game, Score, Side};

use super::ending::{Ending, worth};
use super::hash::hash;

/// Two players take numbers `0..n` in turn; after some numbers the taker moves again. No position
/// repeats, so a table may cut.
#[derive(Clone, Copy, Debug)]
pub struct Numbers<const TABLE_CUTS: bool> {
    pub seed: u64,
    pub n: u32,
}

/// The numbers that each player has taken, as bits.
#[derive(Clone, Copy, Debug)]
pub struct Taken {
    pub first: u32,
    pub second: u32,
    pub side: Side,
}

impl<const TABLE_CUTS: bool> Numbers<TABLE_CUTS> {
    pub fn start(&self) -> Taken {
        Taken { first: 0, second: 0, side: Side::First }
    }

    fn sum(&self, set: u32) -> Score {
        let pairs = (0..self.n).flat_map(|a| (0..=a).map(move |b| (a, b)));
        pairs
            .filter(|(a, b)| set >> a & set >> b & 1 == 1)
            .map(|(a, b)| (hash(self.seed ^ (a * 64 + b) as u64) % 4) as Score)
            .sum()
    }

    fn balance(&self, taken: &Taken) -> Score {
        let balance = self.sum(taken.first) - self.sum(taken.second);
        if taken.side == Side::First { balance } else { -balance }
    }
}

impl<const TABLE_CUTS: bool> Game for Numbers<TABLE_CUTS> {
    type Position = Taken;
    type Move = u32;
    type Moves = Vec<u32>;
    type Outcome = Ending;
    const HISTORY: usize = 32;
    const TABLE_CUTS: bool = TABLE_CUTS;

    fn side_to_move(&self, taken: &Taken) -> Side {
        taken.side
    }

    fn legal_moves(&self, taken: &Taken) -> Vec<u32> {
        (0..self.n).filter(|m| (taken.first | taken.second) >> m & 1 == 0).collect()
    }

    fn play(&self, taken: &Taken, m: u32) -> Taken {
        let mut after = *taken;
        match taken.side {
            Side::First => after.first |= 1 << m,
            Side::Second => after.second |= 1 << m,
        }
        if !m.is_multiple_of(3) {
            after.side = taken.side.other();
        }
        after
    }

    fn outcome(&self, taken: &Taken) -> Option<Ending> {
        ((taken.first | taken.second) == (1 << self.n) - 1).then(|| Ending::Worth(self.balance(taken)))
    }

    fn key(&self, taken: &Taken) -> u64 {
        hash(hash(taken.first as u64) ^ (taken.second as u64) << 20 ^ (taken.side as u64) << 60)
    }

    fn history_index(&self, _: &Taken, m: u32) -> Option<usize> {
        Some(m as usize)
    }
}

impl<const TABLE_CUTS: bool> Evaluator<Numbers<TABLE_CUTS>> for Numbers<TABLE_CUTS> {
    fn bounds(&self) -> (Score, Score) {
        (-10_000, 10_000)
    }

    fn evaluate(&self, _: &Self, taken: &Taken) -> Score {
        self.balance(taken)
    }

    fn outcome_value(&self, _: &Self, _: &Taken, ending: Ending, ply: u32) -> Score {
        worth(ending, ply)
    }
}

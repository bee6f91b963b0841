//! The order in which engines meet.

use std::ops::Range;

/// A round robin: in each round every two engines play a pair of games with the round's opening.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Schedule {
    /// Two engines each, the first with the lower number.
    pub pairings: Vec<[usize; 2]>,
}

/// A pair of games in its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// From 0.
    pub round: u64,
    /// Index into [`Schedule::pairings`].
    pub pairing: usize,
}

impl Schedule {
    pub fn round_robin(engines: usize) -> Schedule {
        let with = |first| (first + 1..engines).map(move |second| [first, second]);
        Schedule { pairings: (0..engines).flat_map(with).collect() }
    }

    pub fn place(&self, pair: u64) -> Place {
        let each = self.pairings.len() as u64;
        Place { round: pair / each, pairing: (pair % each) as usize }
    }

    /// The pairs from `first` on that make `rounds` rounds. A part that begins within a
    /// round ends with a round all the same.
    pub fn pairs(&self, first: u64, rounds: u64) -> Range<u64> {
        let each = self.pairings.len() as u64;
        first..(first / each + rounds) * each
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_two_engines_meet_in_every_round() {
        let three = Schedule::round_robin(3);
        assert_eq!(three.pairings, [[0, 1], [0, 2], [1, 2]]);
        assert_eq!(three.place(5), Place { round: 1, pairing: 2 });
        assert_eq!((three.pairs(0, 2), three.pairs(4, 1)), (0..6, 4..6));
        assert_eq!(Schedule::round_robin(2).pairs(7, 5), 7..12);
        assert_eq!(Schedule::round_robin(10).pairings.len(), 45);
    }
}

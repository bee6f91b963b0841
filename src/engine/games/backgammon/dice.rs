//! Dice from a seed.

use rand::rngs::Xoshiro256PlusPlus;
use rand::{Rng, SeedableRng};

use super::roll::Roll;

/// A stream of dice that is a function of its seed alone, on every platform.
///
/// The generator is xoshiro256++ with its state filled from the seed by SplitMix64. A die is the
/// upper 32 bits of one output, modulo 6, plus 1; the four largest values of 32 bits, which would
/// favour small dice, are drawn again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dice {
    seed: u64,
    drawn: u64,
    stream: Xoshiro256PlusPlus,
}

impl Dice {
    /// The stream of a seed.
    pub fn new(seed: u64) -> Dice {
        Dice { seed, drawn: 0, stream: Xoshiro256PlusPlus::seed_from_u64(seed) }
    }

    /// The stream of a seed after `drawn` of its words: a [`Dice::seed`] and its [`Dice::drawn`]
    /// say all about a stream. Takes about a nanosecond a word.
    pub fn after(seed: u64, drawn: u64) -> Dice {
        let mut dice = Dice::new(seed);
        for _ in 0..drawn {
            dice.word();
        }
        dice
    }

    /// The seed.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// The number of words of the stream that were used: two for a throw, almost always.
    pub fn drawn(&self) -> u64 {
        self.drawn
    }

    /// A new stream, seeded with the next word of this one.
    pub fn split(&mut self) -> Dice {
        Dice::new(self.word())
    }

    fn word(&mut self) -> u64 {
        self.drawn += 1;
        self.stream.next_u64()
    }

    /// A whole number below `n`, each equally likely.
    ///
    /// # Panics
    /// If `n` is 0.
    pub fn below(&mut self, n: u32) -> u32 {
        let fair = u32::MAX - (u32::MAX % n + 1) % n;
        loop {
            let word = (self.word() >> 32) as u32;
            if word <= fair {
                return word % n;
            }
        }
    }

    /// One die.
    pub fn die(&mut self) -> u8 {
        self.below(6) as u8 + 1
    }

    /// A throw of two dice.
    pub fn roll(&mut self) -> Roll {
        let (a, b) = (self.die(), self.die());
        Roll::new(a, b).expect("dice show 1 to 6")
    }

    /// The opening: White's die and Black's, thrown again until they differ. The higher begins,
    /// with both.
    pub fn opening(&mut self) -> (u8, u8) {
        loop {
            let dice = (self.die(), self.die());
            if dice.0 != dice.1 {
                return dice;
            }
        }
    }
}

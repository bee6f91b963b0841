use rand::rngs::Xoshiro256PlusPlus;
use rand::{Rng, SeedableRng};

use super::roll::Roll;

/// A stream of dice that depends on its seed only, on every platform.
///
/// It is xoshiro256++, seeded by SplitMix64. A die is one more than the upper 32 bits of one
/// output modulo 6. The four largest 32-bit values, which would favour small dice, are drawn
/// again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dice {
    seed: u64,
    drawn: u64,
    stream: Xoshiro256PlusPlus,
}

impl Dice {
    /// Creates the stream of a seed.
    pub fn new(seed: u64) -> Dice {
        Dice { seed, drawn: 0, stream: Xoshiro256PlusPlus::seed_from_u64(seed) }
    }

    /// Restores a stream from its [`Dice::seed`] and [`Dice::drawn`]; takes about a nanosecond per
    /// word.
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

    /// The number of words drawn: almost always two per throw.
    pub fn drawn(&self) -> u64 {
        self.drawn
    }

    /// Creates a stream seeded by this one's next word.
    pub fn split(&mut self) -> Dice {
        Dice::new(self.word())
    }

    fn word(&mut self) -> u64 {
        self.drawn += 1;
        self.stream.next_u64()
    }

    /// A uniform random number below `n`.
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

    /// Throws one die.
    pub fn die(&mut self) -> u8 {
        self.below(6) as u8 + 1
    }

    /// Throws two dice.
    pub fn roll(&mut self) -> Roll {
        let (a, b) = (self.die(), self.die());
        Roll::new(a, b).expect("dice show 1 to 6")
    }

    /// Throws White's die and Black's until they differ. The higher side begins with both.
    pub fn opening(&mut self) -> (u8, u8) {
        loop {
            let dice = (self.die(), self.die());
            if dice.0 != dice.1 {
                return dice;
            }
        }
    }
}

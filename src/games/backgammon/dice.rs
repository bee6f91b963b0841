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
pub struct Dice(Xoshiro256PlusPlus);

impl Dice {
    /// The stream of a seed.
    pub fn new(seed: u64) -> Dice {
        Dice(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// A stream of its own, a function of where this one stands; this one goes on one word later.
    pub fn split(&mut self) -> Dice {
        Dice::new(self.0.next_u64())
    }

    /// A whole number below `n`, each equally likely.
    ///
    /// # Panics
    /// If `n` is 0.
    pub fn below(&mut self, n: u32) -> u32 {
        let fair = u32::MAX - (u32::MAX % n + 1) % n;
        loop {
            let word = (self.0.next_u64() >> 32) as u32;
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Computed from the published algorithms, apart from this program.
    #[test]
    fn the_stream_of_a_seed_is_what_it_was() {
        let dice = |seed| {
            let mut dice = Dice::new(seed);
            (0..20).map(|_| char::from(b'0' + dice.die())).collect::<String>()
        };
        assert_eq!(dice(0), "62254645535426446344");
        assert_eq!(dice(1), "21242524446221353634");
        assert_eq!(dice(u64::MAX), "16541126555536321616");
    }

    #[test]
    fn every_throw_is_as_frequent_as_it_should_be() {
        let mut dice = Dice::new(7);
        let mut counts = [0u32; 36];
        for _ in 0..360_000 {
            counts[usize::from(dice.die() - 1) * 6 + usize::from(dice.die() - 1)] += 1;
        }
        // The standard deviation of a count is 99.
        assert!(counts.iter().all(|n| n.abs_diff(10_000) < 500), "{counts:?}");
    }

    #[test]
    fn openings_are_never_doubles_and_rolls_often_are() {
        let mut dice = Dice::new(3);
        assert!((0..1_000).all(|_| {
            let (white, black) = dice.opening();
            white != black
        }));
        assert!((0..1_000).any(|_| dice.roll().is_double()));
    }
}

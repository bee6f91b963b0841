//! Random numbers and rolls.

use sparring_engine::games::backgammon::Roll;

/// A small generator of random numbers (xorshift64*), the same everywhere.
pub struct Random(u64);

impl Random {
    /// From a seed.
    pub fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    /// A number below `n`.
    pub fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        ((self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33) % n as u64) as usize
    }

    /// A roll of two dice.
    pub fn roll(&mut self) -> Roll {
        Roll::new(self.below(6) as u8 + 1, self.below(6) as u8 + 1).unwrap()
    }
}

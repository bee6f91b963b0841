//! The numbers of a model of either game: how they begin, and how rows of them are added.

use rand::rngs::Xoshiro256PlusPlus;
use rand::{Rng, SeedableRng};

/// The value that a number begins with.
pub enum Begin {
    /// This value.
    As(f32),
    /// At random, with at most this magnitude.
    Within(f32),
}

/// So many numbers, each of which begins as `begin` says of its place.
pub fn random(seed: u64, count: usize, begin: impl Fn(usize) -> Begin) -> Vec<f32> {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut uniform = |most: f32| most * ((random.next_u32() >> 8) as f32 / (1 << 23) as f32 - 1.0);
    let number = |at| match begin(at) {
        Begin::As(number) => number,
        Begin::Within(most) => uniform(most),
    };
    (0..count).map(number).collect()
}

/// Adds a multiple of a row to another one.
#[inline(always)]
pub fn add<const N: usize>(to: &mut [f32; N], other: &[f32; N], times: f32) {
    for (to, other) in to.iter_mut().zip(other) {
        *to += times * other;
    }
}

//! How many workers a claim is tried with.

/// More threads than most machines have, and one of every small number.
pub const THREADS: [usize; 6] = [1, 2, 3, 8, 33, 100];

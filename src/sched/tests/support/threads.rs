//! How many workers a claim is tried with.

/// The thread counts: small ones, and more than most machines have processors.
pub const THREADS: [usize; 6] = [1, 2, 3, 8, 33, 100];

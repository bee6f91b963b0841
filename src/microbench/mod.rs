//! Microbenchmarks of the scheduler: what a fork costs, how fast it starts elsewhere, how fast a cut is, what idling
//! costs.
//!
//! The first four fork at every opportunity, without any cutoff, and stand beside a sequential twin: the same function
//! with plain calls, in the same file. Twin and parallel run take turns (A B A B) on the same workers; the best time of
//! each counts.

mod cancel;
mod fib;
mod idle;
mod latency;
mod nqueens;
mod tree;
mod twin;
mod uts;

pub use cancel::{Cuts, cancel};
pub use idle::idle;
pub use latency::{Starts, latency};
pub use twin::{Twins, twins};

/// A benchmark of forks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Forks {
    /// The Fibonacci numbers by their definition; leaves are fib(0) and fib(1).
    Fib,
    /// The sum of a binary tree of allocated nodes, all of its levels full.
    Tree,
    /// Placing n queens; the columns of a row are halved until one is left.
    NQueens,
    /// Counting an unbalanced tree that exists only as hashes; a node's children are halved until one is left.
    Uts,
}

impl Forks {
    /// The name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Forks::Fib => "fib",
            Forks::Tree => "tree",
            Forks::NQueens => "nqueens",
            Forks::Uts => "uts",
        }
    }

    /// The size that is measured unless told otherwise.
    pub const fn default_n(self) -> u64 {
        match self {
            Forks::Fib => 34,
            Forks::Tree => 21,
            Forks::NQueens => 12,
            Forks::Uts => 9,
        }
    }

    /// The largest size: beyond it a run takes minutes, or more memory than most have.
    pub const fn max_n(self) -> u64 {
        match self {
            Forks::Fib => 48,
            Forks::Tree => 26,
            Forks::NQueens => 17,
            Forks::Uts => 13,
        }
    }
}

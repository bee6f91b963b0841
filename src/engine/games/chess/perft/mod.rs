//! Perft: counts legal move sequences.

mod dispatch;
#[cfg(target_arch = "x86_64")]
mod lanes;
mod walk;

use super::position::Position;

/// Counts the sequences of `depth` legal moves on one thread without a cache. Draws do not end a
/// sequence.
///
/// Without `leaf` the last ply is counted from target sets, and only the board is kept. With
/// `leaf` every last move is made with a search's full state.
pub fn perft(position: &Position, depth: u32, leaf: bool) -> u64 {
    match depth {
        0 => 1,
        _ => dispatch::best_perft(position, depth, leaf),
    }
}

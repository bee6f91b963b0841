//! Perft: the number of legal move sequences of a length. `walk` counts them, compiled for several
//! instruction sets by `dispatch`; `lanes` counts the last ply with AVX-512.

mod dispatch;
#[cfg(target_arch = "x86_64")]
mod lanes;
mod walk;

use super::position::Position;

/// Counts the sequences of `depth` legal moves, by one thread and without memory. Draws do not end
/// a sequence.
///
/// Without `leaf` the last ply is counted from target sets and no state but the board is kept. With
/// it every last move is made, and with it everything a search needs: key, score, checkers, pins,
/// clocks.
pub fn perft(position: &Position, depth: u32, leaf: bool) -> u64 {
    match depth {
        0 => 1,
        _ => dispatch::best_perft(position, depth, leaf),
    }
}

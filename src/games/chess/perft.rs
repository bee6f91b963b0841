//! Perft: the number of legal move sequences of a length.

use super::position::Position;

/// Counts the sequences of `depth` legal moves, by one thread and without memory. Draws do not end a sequence.
pub fn perft(position: &Position, depth: u32, leaf: bool) -> u64 {
    let moves = position.legal_moves();
    match depth {
        0 => 1,
        1 if !leaf => moves.len() as u64,
        _ => moves.iter().map(|&m| perft(&position.play(m), depth - 1, leaf)).sum(),
    }
}

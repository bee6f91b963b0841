//! Chess positions after random play.

use sparring_engine::games::chess::Position;

use super::hash::hash;

/// The positions of the perft suite.
pub fn perft_suite() -> Vec<Position> {
    let suite = include_str!("../data/perft-suite.epd");
    let lines = suite.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty());
    lines.map(|line| line.split(" ;").next().unwrap().parse().unwrap()).collect()
}

/// A position after some random moves, and the keys of those before it.
pub fn random_game(start: &Position, seed: u64) -> (Position, Vec<u64>) {
    let (mut position, mut earlier) = (start.clone(), vec![]);
    for step in 0..hash(seed) % 60 {
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        let m = moves[hash(seed ^ step << 32) as usize % moves.len()];
        let after = position.play(m);
        if after.outcome().is_some() {
            break;
        }
        earlier.push(position.key());
        position = after;
    }
    (position, earlier)
}

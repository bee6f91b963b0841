//! Win, draw and loss probabilities of a score, for `UCI_ShowWDL`.
//!
//! The network predicts mean points, not draws. As in Stockfish's model, the win probability is a
//! logistic function of the score, the loss probability is that of the negated score, and the rest
//! is drawn. Its two parameters depend on the pieces: with few of them the same score wins less
//! often, and a little more score decides.
//!
//! `tools/wdl` fitted the constants to 15,653 games of `sparring chess datagen` (seed 3000000000,
//! 600 nodes a move). The model is worst with few pieces: with 8 and a score of 0 it predicts 762
//! draws in a thousand instead of 865.

use sparring_engine::game::{Score, forced_end};

/// Score that wins half of the games: `MIDDLE + MIDDLE_BY_PIECES / pieces`.
const MIDDLE: f64 = 25.0;
const MIDDLE_BY_PIECES: f64 = 2092.0;
/// Centipawns that multiply winning odds by e: `WIDTH + WIDTH_BY_PIECES * pieces`, at least
/// `LEAST_WIDTH`.
const LEAST_WIDTH: f64 = 143.0;
const WIDTH: f64 = 45.0;
const WIDTH_BY_PIECES: f64 = 7.875;

/// Returns win, draw and loss in thousandths (sum 1000). `pieces` includes pawns and kings.
pub(super) fn wdl(score: Score, pieces: u32) -> [u32; 3] {
    if let Some(plies) = forced_end(score) {
        return if plies > 0 { [1000, 0, 0] } else { [0, 0, 1000] };
    }
    let pieces = f64::from(pieces);
    let middle = MIDDLE + MIDDLE_BY_PIECES / pieces;
    let width = (WIDTH + WIDTH_BY_PIECES * pieces).max(LEAST_WIDTH);
    let chance = |score: Score| 1.0 / (1.0 + ((middle - f64::from(score)) / width).exp());
    let [win, loss] = [score, -score].map(|score| (1000.0 * chance(score)).round() as u32);
    [win, 1000 - win - loss, loss]
}

#[cfg(test)]
mod tests {
    use super::*;
    use sparring_engine::game::WIN;

    #[test]
    fn chances_add_up_and_grow_with_the_score() {
        for pieces in 2..=32 {
            let chances: Vec<[u32; 3]> = (-3000..=3000).step_by(50).map(|score| wdl(score, pieces)).collect();
            assert!(chances.iter().all(|all| all.iter().sum::<u32>() == 1000), "{pieces}");
            assert!(chances.is_sorted_by_key(|[win, ..]| *win), "{pieces}");
            let mirrored: Vec<[u32; 3]> = chances.iter().rev().map(|&[w, d, l]| [l, d, w]).collect();
            assert_eq!(chances, mirrored);
        }
        assert_eq!(wdl(WIN - 5, 20), [1000, 0, 0]);
        assert_eq!(wdl(4 - WIN, 20), [0, 0, 1000]);
    }

    /// Observed shares by pieces (one more or less) and score (25 more or less).
    const SEEN: [(u32, Score, [u32; 3]); 8] = [
        (8, 100, [213, 746, 41]),
        (8, 600, [951, 48, 0]),
        (14, 100, [387, 465, 148]),
        (14, 600, [947, 38, 15]),
        (20, 300, [694, 184, 122]),
        (26, 100, [496, 202, 303]),
        (26, 600, [869, 62, 69]),
        (32, 0, [404, 184, 412]),
    ];

    #[test]
    fn chances_are_those_of_the_games() {
        for (pieces, score, seen) in SEEN {
            let off = wdl(score, pieces).iter().zip(seen).map(|(told, seen)| told.abs_diff(seen)).max();
            assert!(off.unwrap() <= 60, "{pieces} pieces, {score}: {:?}, seen {seen:?}", wdl(score, pieces));
        }
    }
}

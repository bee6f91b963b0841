//! How likely a score is to win, draw or lose: what `UCI_ShowWDL` shows.
//!
//! The network knows no draws: it tells how many points a position brings on average, and a score
//! is that number on another scale. How many of these points are halves is read from games. As in
//! Stockfish's model, the chance to win is a logistic function of the score, the chance to lose
//! is the same function of the opponent's score, and the rest is drawn. The function's two
//! numbers depend on the pieces on the board: with few, the same score wins less often, and a
//! little more score decides.
//!
//! The constants are those of `tools/wdl` for 15,653 games of `sparring chess datagen` (seed
//! 3000000000, 600 nodes a move, a network of fewer positions), 1,829,453 positions with scores up
//! to 2,000: cross-entropy 0.638, where a model that does not count pieces has 0.739. These games
//! are searched briefly; with more nodes a move, more games end as the score says. The model is
//! worst with few pieces: of a thousand games with 8 of them and a score of 0, 865 were drawn, and
//! it says 762; with a score of 300, 646 were won, and it says 524.

use sparring_engine::game::{Score, forced_end};

/// The score with which half of the games are won: `MIDDLE + MIDDLE_BY_PIECES / pieces`.
const MIDDLE: f64 = 25.0;
const MIDDLE_BY_PIECES: f64 = 2092.0;
/// The centipawns that multiply the odds of a win by e: `WIDTH + WIDTH_BY_PIECES * pieces`, and at
/// least `LEAST_WIDTH`.
const LEAST_WIDTH: f64 = 143.0;
const WIDTH: f64 = 45.0;
const WIDTH_BY_PIECES: f64 = 7.875;

/// The chances of a win, a draw and a loss in thousandths, which add up to a thousand, for the
/// side whose score it is, with `pieces` on the board, pawns and kings included.
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

    /// Shares of the games of the fit that were won, drawn and lost, by pieces (one more or less)
    /// and score (25 more or less).
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

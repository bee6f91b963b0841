//! Scores inside the playing search. They fit 16 bits, so that a table entry has room for a score
//! and a static value; outside, a forced end is [`WIN`] less its distance.

use crate::game::{MAX_PLY, Score, WIN};

pub(super) const INFINITE: Score = 32_001;
/// Mate in `n` plies is `MATE - n`.
pub(super) const MATE: Score = 32_000;
/// The least score of a forced mate.
pub(super) const FORCED: Score = MATE - 2 * MAX_PLY as Score;
/// The static value in check, or not known.
pub(super) const UNKNOWN: Score = -32_768;
pub(super) const MOST: Score = FORCED - 1;
pub(super) const DRAW: Score = 0;

pub(super) fn outside(score: Score) -> Score {
    if score >= FORCED {
        WIN - (MATE - score)
    } else if score <= -FORCED {
        (MATE + score) - WIN
    } else {
        score
    }
}

/// In the table mates count from the node.
pub(super) fn to_table(score: Score, ply: u32) -> Score {
    if score >= FORCED {
        score + ply as Score
    } else if score <= -FORCED {
        score - ply as Score
    } else {
        score
    }
}

pub(super) fn from_table(score: Score, ply: u32) -> Score {
    if score >= FORCED {
        score - ply as Score
    } else if score <= -FORCED {
        score + ply as Score
    } else {
        score
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::forced_end;

    #[test]
    fn mates_are_told_by_their_distance_from_the_root_and_kept_by_that_from_the_node() {
        assert_eq!(forced_end(outside(MATE - 3)), Some(3));
        assert_eq!(forced_end(outside(4 - MATE)), Some(-4));
        assert_eq!((outside(MOST), outside(-MOST)), (MOST, -MOST));
        for score in [MATE - 9, 9 - MATE, 0, MOST, -MOST] {
            assert_eq!(from_table(to_table(score, 5), 5), score);
            assert!(to_table(score, 5).abs() <= MATE);
        }
        // A mate 9 plies from the root is 4 plies from a node at ply 5.
        assert_eq!(to_table(MATE - 9, 5), MATE - 4);
    }
}

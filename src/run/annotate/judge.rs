//! Judgements of moves against the best ones.
//!
//! Exact searches compare both moves at the same horizon: one to depth `d` values a move like the
//! next position's to depth `d - 1`, and the deepest such pair of finished depths is used. The
//! values of playing searches vary from depth to depth, so the last ones are compared: the value
//! after a move is then that before the next one.

use sparring_engine::game::{Score, forced_end};
use sparring_engine::games::chess::Move;
use sparring_engine::search::ScoredLine;

/// Scores are clamped to this many centipawns: the game is then decided.
pub const DECIDED: Score = 500;
/// Minimum losses in centipawns, and their glyphs `?!`, `?`, `??`.
pub const GLYPHS: [(Score, u8); 3] = [(50, 6), (100, 2), (300, 4)];

#[derive(Clone, Debug, Default)]
pub struct PositionAnswer {
    /// Last finished depth; 0 if the game is over.
    pub depth: u32,
    /// Values of all finished depths for the side to move, of exact strategies.
    pub depths: Vec<(u32, Score)>,
    pub score: Score,
    pub pv: Vec<Move>,
    /// The best first.
    pub lines: Vec<ScoredLine<Move>>,
}

/// Values for the side that moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Judgement {
    pub before: Score,
    /// At most `before`.
    pub after: Score,
}

impl Judgement {
    /// The value after a null move, which is no worse than another.
    pub fn unjudged(after: &PositionAnswer) -> Judgement {
        let value = of_parent(after.score);
        Judgement { before: value, after: value }
    }

    /// Judges a move from `before` to `after`, worth 0 if it is `drawn` by repetition or the
    /// 50-move rule.
    pub fn of(m: Move, before: &PositionAnswer, after: &PositionAnswer, drawn: bool) -> Judgement {
        let best = Judgement { before: before.score, after: before.score };
        if before.pv.first().is_none_or(|&best| best == m) {
            return best;
        }
        let below = |depth: u32| after.depths.iter().find(|(d, _)| d + 1 == depth).map(|(_, score)| *score);
        let common = before.depths.iter().rev().find_map(|&(depth, score)| Some((score, below(depth)?)));
        let (value, made) = match (after.depths.first(), common) {
            _ if drawn => (before.score, 0),
            (None, _) => (before.score, of_parent(after.score)),
            (_, Some((value, made))) => (value, of_parent(made)),
            // With only depth 1 before the move, the horizon is one ply farther.
            (Some((_, made)), None) => (before.score, of_parent(*made)),
        };
        Judgement { before: value, after: made.min(value) }
    }

    pub fn loss(self) -> Score {
        let capped = |score: Score| score.clamp(-DECIDED, DECIDED);
        capped(self.before) - capped(self.after)
    }

    pub fn glyph(self) -> Option<u8> {
        GLYPHS.into_iter().rev().find(|(loss, _)| self.loss() >= *loss).map(|(_, glyph)| glyph)
    }
}

/// A value for the parent: negated, with mates one ply farther.
fn of_parent(score: Score) -> Score {
    match forced_end(score) {
        Some(_) => -score + score.signum(),
        None => -score,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sparring_engine::game::WIN;

    #[test]
    fn losses_have_glyphs_unless_the_game_is_decided() {
        let judged = |before, after| {
            let judgement = Judgement { before, after };
            (judgement.loss(), judgement.glyph())
        };
        assert_eq!(judged(40, 40), (0, None));
        assert_eq!(judged(40, -9), (49, None));
        assert_eq!(judged(40, -10), (50, Some(6)));
        assert_eq!(judged(40, -60), (100, Some(2)));
        assert_eq!(judged(150, -150), (300, Some(4)));
        assert_eq!(judged(WIN - 1, 900), (0, None));
        assert_eq!(judged(-480, 2 - WIN), (20, None));
        assert_eq!(judged(WIN - 3, 0), (500, Some(4)));
        assert_eq!(judged(1_200, 4 - WIN), (1_000, Some(4)));
    }

    #[test]
    fn a_mate_is_farther_away_from_the_parent() {
        assert_eq!(of_parent(-WIN), WIN - 1);
        assert_eq!(of_parent(WIN - 1), 2 - WIN);
        assert_eq!((of_parent(30), of_parent(-30), of_parent(0)), (-30, 30, 0));
    }
}

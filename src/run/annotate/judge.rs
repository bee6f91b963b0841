//! What a move of a game was worth beside the best one.
//!
//! A move is compared with the best one at the same horizon. The exact search of a position to
//! depth `d` values a move as the search of the position after it to depth `d - 1` does, and a
//! playing search nearly so. Every position of a game is searched anyway, one depth after the
//! other, so both values are there: the position before the move at the deepest depth for which
//! the position after it has the depth below.

use sparring_engine::game::{Score, forced_end};
use sparring_engine::games::chess::Move;

/// Values count as at most this many centipawns for either side: who is that far ahead wins, and
/// what is lost beyond is no mistake.
pub const DECIDED: Score = 500;
/// From these losses on, in centipawns, a move has one of these glyphs: `?!`, `?`, `??`.
pub const GLYPHS: [(Score, u8); 3] = [(50, 6), (100, 2), (300, 4)];

/// A position of a game, searched.
#[derive(Clone, Debug, Default)]
pub struct PositionAnswer {
    /// The finished depths and their values for the side to move, in order; none if the game is
    /// over.
    pub depths: Vec<(u32, Score)>,
    /// The value at the last depth, or of the end of the game.
    pub score: Score,
    /// The best line at the last depth.
    pub pv: Vec<Move>,
}

/// What a move is worth, both values for the side that made it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Judgement {
    /// The value of the best move.
    pub before: Score,
    /// That of the move made; never more.
    pub after: Score,
}

impl Judgement {
    /// Judges the move made in `before`, which led to `after`. `drawn`: that position stood on the
    /// board before, or 50 moves have passed, so the move draws whatever a search finds there.
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
            // Only depth 1 was finished: the horizon is a ply farther away.
            (Some((_, made)), None) => (before.score, of_parent(*made)),
        };
        Judgement { before: value, after: made.min(value) }
    }

    /// How much the move loses, in centipawns.
    pub fn loss(self) -> Score {
        let capped = |score: Score| score.clamp(-DECIDED, DECIDED);
        capped(self.before) - capped(self.after)
    }

    /// The glyph of such a loss.
    pub fn glyph(self) -> Option<u8> {
        GLYPHS.into_iter().rev().find(|(loss, _)| self.loss() >= *loss).map(|(_, glyph)| glyph)
    }
}

/// The value for the side to move in a position, as its parent's side to move sees it: a mate is
/// one ply farther away.
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

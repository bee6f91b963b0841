use super::super::{Backgammon, Outcome, Position};
use crate::game::{EquityEvaluator, Score, Side};

/// +2 for each checker borne off, -2 for each blot, +1 for each point held by two or more; the
/// difference of both sides.
///
/// The 2025 ancestor's formula, which counts Black minus White. Its weight of a held point is not
/// stated and taken as 1. Checkers on the bar count nothing. Finished games have the formula's
/// value.
#[derive(Clone, Copy, Debug, Default)]
pub struct Blots;

impl Blots {
    /// Computes the formula for the side that sees `position`, minus the other side's.
    pub fn formula(position: &Position) -> Score {
        let points = position.points()[1..25].iter().map(|&n| match n {
            -1 => 2,
            0 => 0,
            1 => -2,
            2.. => 1,
            _ => -1,
        });
        2 * (Score::from(position.off()) - Score::from(position.opponent_off())) + points.sum::<Score>()
    }
}

impl EquityEvaluator<Backgammon> for Blots {
    type Before = ();

    fn unit(&self) -> &'static str {
        "blots"
    }

    /// Each side ranges from 15 blots to 15 checkers off.
    fn bounds(&self, _: &Backgammon, _: &Position) -> (Score, Score) {
        (-60, 60)
    }

    #[inline]
    fn before(&self, _: &Backgammon, _: &Position) {}

    #[inline]
    fn evaluate(&self, _: &Backgammon, (): (), result: &Position) -> Score {
        Blots::formula(result)
    }

    #[inline]
    fn outcome_value(&self, _: &Backgammon, result: &Position, _: Outcome) -> Score {
        Blots::formula(result)
    }

    #[inline]
    fn preference(&self, _: &Backgammon, (): (), result: &Position) -> Score {
        Blots::formula(result)
    }

    fn prefers_by_value(&self, _: Side) -> bool {
        true
    }
}

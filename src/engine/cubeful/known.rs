//! Exact values from the bear-off databases, for look-ahead with the cube.
//!
//! If both sides have all checkers at home, the databases give the chances instead of the network.
//! In money games with few checkers left, the two-sided database also replaces the cube model. It
//! assumes an endless cube, so it is not used if the cube can be turned only a few times more.

use super::Cubeful;
use crate::games::backgammon::cube::{Decision, Hold, Odds};
use crate::games::backgammon::network::Chances;
use crate::games::backgammon::{Outcome, Position, Probabilities, Roll};
use crate::rollout::BestPlays;
use crate::solve::bearoff::Home;

/// A play: the probabilities after it for the side that made it, and its result.
pub(super) type Candidate = (Probabilities, Position);

impl Cubeful<'_> {
    /// The plays of a roll in any order.
    pub(super) fn candidates(&self, position: &Position, roll: Roll) -> Vec<Candidate> {
        let seen = BestPlays::plays(self.network, position, roll);
        let informed = |(seen, result): (Chances, Position)| {
            let theirs = self.bearoff.and_then(|bearoff| bearoff.equity(&result.handed_over()));
            (theirs.map_or(seen.into(), |theirs| theirs.probabilities.of_other()), result)
        };
        seen.into_iter().map(informed).collect()
    }

    /// The probabilities of the side on roll, from the databases or else from the network.
    pub fn probabilities(&self, position: &Position) -> Probabilities {
        let known = self.bearoff.and_then(|bearoff| bearoff.equity(position));
        let seen = || self.network.chances(&position.handed_over()).of_other().into();
        known.map_or_else(seen, |known| known.probabilities)
    }

    pub(super) fn odds(&self, position: &Position) -> Odds {
        Odds::from(self.probabilities(position))
    }

    /// The play's value right after it, to the side that made it.
    pub(super) fn right_after(&self, play: &Candidate, hold: Hold) -> f64 {
        let theirs = self.bearoff.filter(|_| Outcome::of(&play.1).is_none());
        let theirs = theirs.and_then(|_| self.exact(&play.1.handed_over(), hold, true));
        theirs.map_or_else(|| self.holds.right_after(play, hold), |value| self.holds.of_other(value))
    }

    pub(super) fn best<'p>(&self, plays: &'p [Candidate], hold: Hold) -> (f64, &'p Candidate) {
        if self.bearoff.is_none() {
            return self.holds.best(plays, hold);
        }
        let valued = plays.iter().map(|play| (self.right_after(play, hold), play));
        let best = valued.max_by(|a, b| a.0.total_cmp(&b.0).then_with(|| b.1.1.cmp(&a.1.1)));
        best.expect("every roll has a result")
    }

    pub(super) fn known_action(&self, position: &Position, hold: Hold) -> Option<Decision> {
        let side = position.side();
        let rolls = self.holds.of_decision(hold, side).map(|hold| self.exact(position, hold, false));
        let rolls: Option<Vec<f64>> = rolls.collect();
        Some(self.holds.stakes(hold, side).decide_by(&rolls?))
    }

    /// The value to the side about to roll by
    /// [`TwoSided::at`](crate::solve::bearoff::TwoSided::at).
    fn exact(&self, position: &Position, hold: Hold, acts: bool) -> Option<f64> {
        let stakes = self.holds.stakes(hold, position.side());
        self.bearoff?.two_sided.at(Home::both(position)?, stakes, acts)
    }
}

//! The knowledge of the bear-off databases, for searches with the cube.
//!
//! Where both sides have all checkers at home, the chances are the databases', not the network's.
//! Where few checkers are left in a game for money, the two-sided database knows the values with
//! the cube, too, and the model of a live cube is not asked; but for a cube that can be turned
//! only a few times more, since the database's can be turned without end.

use super::Cubeful;
use crate::games::backgammon::cube::{Decision, Hold, Odds};
use crate::games::backgammon::network::Chances;
use crate::games::backgammon::{Outcome, Position, Probabilities, Roll};
use crate::rollout::BestPlays;
use crate::solve::bearoff::Home;

/// A play: the probabilities after it, for the side that has made it, and its result.
pub(super) type Candidate = (Probabilities, Position);

impl Cubeful<'_> {
    /// The plays of a roll in any order, and the probabilities after them.
    pub(super) fn candidates(&self, position: &Position, roll: Roll) -> Vec<Candidate> {
        let seen = BestPlays::plays(self.network, position, roll);
        let informed = |(seen, result): (Chances, Position)| {
            let theirs = self.bearoff.and_then(|bearoff| bearoff.equity(&result.handed_over()));
            (theirs.map_or(seen.into(), |theirs| theirs.probabilities.of_other()), result)
        };
        seen.into_iter().map(informed).collect()
    }

    /// The ends of games for the side on roll: as the databases know it, or else as the network
    /// sees it.
    pub fn probabilities(&self, position: &Position) -> Probabilities {
        let known = self.bearoff.and_then(|bearoff| bearoff.equity(position));
        let seen = || self.network.chances(&position.handed_over()).of_other().into();
        known.map_or_else(seen, |known| known.probabilities)
    }

    /// The odds of the side on roll.
    pub(super) fn odds(&self, position: &Position) -> Odds {
        Odds::from(self.probabilities(position))
    }

    /// The worth of a play to the side that has made it, as it looks right after it.
    pub(super) fn right_after(&self, play: &Candidate, hold: Hold) -> f64 {
        let theirs = self.bearoff.filter(|_| Outcome::of(&play.1).is_none());
        let theirs = theirs.and_then(|_| self.exact(&play.1.handed_over(), hold, true));
        theirs.map_or_else(|| self.holds.right_after(play, hold), |value| self.holds.of_other(value))
    }

    /// The play that is worth most right after it, of equals the first result, and its value.
    pub(super) fn best<'p>(&self, plays: &'p [Candidate], hold: Hold) -> (f64, &'p Candidate) {
        if self.bearoff.is_none() {
            return self.holds.best(plays, hold);
        }
        let valued = plays.iter().map(|play| (self.right_after(play, hold), play));
        let best = valued.max_by(|a, b| a.0.total_cmp(&b.0).then_with(|| b.1.1.cmp(&a.1.1)));
        best.expect("every roll has a result")
    }

    /// The cube action by the two-sided database, of the side about to roll.
    pub(super) fn known_action(&self, position: &Position, hold: Hold) -> Option<Decision> {
        let side = position.side();
        let rolls = self.holds.of_decision(hold, side).map(|hold| self.exact(position, hold, false));
        let rolls: Option<Vec<f64>> = rolls.collect();
        Some(self.holds.stakes(hold, side).decide_by(&rolls?))
    }

    /// The worth of a position to the side about to roll by the two-sided database
    /// ([`TwoSided::at`](crate::solve::bearoff::TwoSided::at)).
    fn exact(&self, position: &Position, hold: Hold, acts: bool) -> Option<f64> {
        let stakes = self.holds.stakes(hold, position.side());
        self.bearoff?.two_sided.at(Home::both(position)?, stakes, acts)
    }
}

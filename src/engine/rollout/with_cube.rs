use super::best_plays::Candidate;
use super::sample::Sample;
use crate::games::backgammon::cube::{Hold, Holds};
use crate::games::backgammon::network::Chances;
use crate::games::backgammon::{Outcome, Position, Roll};
use crate::solve::bearoff::{Bearoff, Home};

/// The score and the cube of a rollout.
#[derive(Clone, Copy)]
pub struct WithCube<'r> {
    /// The value of games at every hold that a game can come to.
    pub holds: &'r Holds,
    /// The hold of the cube at each start.
    pub begins: &'r [Hold],
}

impl WithCube<'_> {
    pub(super) fn won(&self, (outcome, value): (Outcome, f64)) -> Sample {
        Sample::weighed(Chances::won(outcome), Sample::fixed(self.holds, value), Roll::WEIGHTS)
    }

    pub(super) fn lost(&self, outcome: Outcome, position: &Position, hold: Hold) -> Sample {
        let value = self.holds.stakes(hold, position.side().other()).finished(outcome, true);
        self.won((outcome, value)).of_other()
    }

    /// The database's sample before a roll, or before the cube action if `acts`.
    pub(super) fn known(
        &self,
        bearoff: &Bearoff,
        position: &Position,
        (hold, acts): (Hold, bool),
    ) -> Option<Sample> {
        let (own, theirs) = Home::both(position)?;
        let points = bearoff.two_sided.equity(own, theirs)?;
        let stakes = self.holds.stakes(hold, position.side());
        let value = bearoff.two_sided.at((own, theirs), stakes, acts)?;
        let whole = |number: f64| (number * Sample::UNIT as f64).round() as i64;
        Some(Sample { chances: [whole((1.0 + points) / 2.0), 0, 0, 0, 0], value: whole(value) })
    }

    /// Returns how far a play is behind the best value, in units of the cube.
    pub(super) fn behind(&self, play: &Candidate, best: f64, hold: Hold) -> f64 {
        let stakes = self.holds.stakes(hold, play.1.side());
        stakes.equity(best) - stakes.equity(self.holds.right_after(play, hold))
    }
}

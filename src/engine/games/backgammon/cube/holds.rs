use super::super::{MatchState, Outcome, Position};
use super::{Efficiency, MatchEquity, Odds, Stakes, StakesError};
use crate::game::Side;

/// A cube and its owner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hold {
    /// The cube's base-2 logarithm.
    pub cube: u8,
    /// The owner; `None` if centred.
    pub owner: Option<Side>,
}

/// The stakes of both sides at every hold that a search or a game can reach.
#[derive(Clone, Debug)]
pub struct Holds {
    begin: Hold,
    efficiency: Efficiency,
    /// White's and Black's stakes, by the cube's turns since the beginning and its owner.
    stakes: Vec<[Stakes; 2]>,
}

/// Owners in the order of [`Holds::stakes`].
const OWNERS: [Option<Side>; 3] = [None, Some(Side::First), Some(Side::Second)];

/// The largest base-2 logarithm of a cube.
const MAX_CUBE: u8 = 15;

impl Holds {
    /// Prepares a score and a cube turned at most `turns` times from here.
    ///
    /// # Errors
    /// If score and cube contradict each other or the match is longer than the table.
    pub fn new(
        state: &MatchState,
        table: &MatchEquity,
        efficiency: Efficiency,
        turns: u8,
    ) -> Result<Holds, StakesError> {
        let mut stakes = Vec::new();
        let most = MAX_CUBE.min(state.cube.saturating_add(turns));
        for cube in state.cube..=most.max(state.cube) {
            for owner in OWNERS {
                let state = MatchState { cube, owner, ..*state };
                let of = |side| Stakes::new(&state, side, table);
                stakes.push([of(Side::First)?, of(Side::Second)?]);
            }
        }
        Ok(Holds { begin: Hold { cube: state.cube, owner: state.owner }, efficiency, stakes })
    }

    /// The hold at the beginning.
    pub fn begin(&self) -> Hold {
        self.begin
    }

    /// True if values are match winning chances, not points.
    pub fn is_match(&self) -> bool {
        self.stakes[0][0].is_match()
    }

    /// The stakes of a side about to roll or to double.
    pub fn stakes(&self, hold: Hold, side: Side) -> &Stakes {
        let owner = OWNERS.iter().position(|&owner| owner == hold.owner).expect("all owners are here");
        &self.stakes[usize::from(hold.cube - self.begin.cube) * OWNERS.len() + owner][side as usize]
    }

    /// The holds at which the side on turn rolls: undoubled, after a taken double, after a
    /// beavered one. Only the first if it may not double.
    pub fn of_decision(&self, hold: Hold, side: Side) -> impl Iterator<Item = Hold> + use<> {
        let stakes = self.stakes(hold, side);
        let turns = match (stakes.may_double(), stakes.may_beaver()) {
            (false, _) => 0,
            (true, false) => 1,
            (true, true) => 2,
        };
        (0..=turns).map(move |turns| match turns {
            0 => hold,
            _ => Hold { cube: hold.cube + turns, owner: Some(side.other()) },
        })
    }

    /// Converts a side's value to the other side.
    pub fn of_other(&self, value: f64) -> f64 {
        if self.is_match() { 1.0 - value } else { -value }
    }

    /// The cube efficiency in a position seen by the side about to roll.
    pub fn efficiency(&self, position: &Position) -> f64 {
        self.efficiency.of(position)
    }

    /// A play's value right after it, to its mover, by the result's chances and the model
    /// of a live cube.
    pub fn right_after<P: Copy + Into<Odds>>(&self, (chances, result): &(P, Position), hold: Hold) -> f64 {
        let side = result.side();
        match Outcome::of(result) {
            Some(outcome) => self.stakes(hold, side).finished(outcome, true),
            None => {
                let efficiency = self.efficiency(&result.handed_over());
                let odds = (*chances).into().of_other();
                self.of_other(self.stakes(hold, side.other()).value(&odds, efficiency))
            }
        }
    }

    /// The play with the largest value right after it, the first result among equals.
    ///
    /// # Panics
    /// If `plays` is empty.
    pub fn best<'p, P: Copy + Into<Odds>>(
        &self,
        plays: &'p [(P, Position)],
        hold: Hold,
    ) -> (f64, &'p (P, Position)) {
        let valued = plays.iter().map(|play| (self.right_after(play, hold), play));
        let best = valued.max_by(|a, b| a.0.total_cmp(&b.0).then_with(|| b.1.1.cmp(&a.1.1)));
        best.expect("every roll has a result")
    }
}

//! Holders and values of the cube, and the worth of positions then.

use super::super::{MatchState, Outcome, Position};
use super::{Efficiency, MatchEquity, Odds, Stakes, StakesError};
use crate::game::Side;

/// A cube and who may turn it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hold {
    /// The logarithm of the cube to base 2.
    pub cube: u8,
    /// The owner; `None` if it is in the middle.
    pub owner: Option<Side>,
}

/// The stakes of both sides at every hold that a search or a game can come to.
#[derive(Clone, Debug)]
pub struct Holds {
    begin: Hold,
    efficiency: Efficiency,
    /// By the cube, counted from that at the beginning, and the owner; White's and Black's.
    stakes: Vec<[Stakes; 2]>,
}

/// Owners in the order of [`Holds::stakes`].
const OWNERS: [Option<Side>; 3] = [None, Some(Side::First), Some(Side::Second)];

/// The largest logarithm of a cube.
const MAX_CUBE: u8 = 15;

impl Holds {
    /// At a score and with a cube that is turned this many times at most from here on.
    ///
    /// # Errors
    /// If they contradict each other or the match is longer than the table.
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

    /// True if values are chances to win a match, not points.
    pub fn is_match(&self) -> bool {
        self.stakes[0][0].is_match()
    }

    /// The stakes of a side that is about to roll or to double.
    pub fn stakes(&self, hold: Hold, side: Side) -> &Stakes {
        let owner = OWNERS.iter().position(|&owner| owner == hold.owner).expect("all owners are here");
        &self.stakes[usize::from(hold.cube - self.begin.cube) * OWNERS.len() + owner][side as usize]
    }

    /// The holds at which a side that may turn the cube rolls: without a double, after a double
    /// that is taken, after one that is beavered. Only the first if it may not double.
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

    /// The value to the other side of a value of one side.
    pub fn of_other(&self, value: f64) -> f64 {
        if self.is_match() { 1.0 - value } else { -value }
    }

    /// The efficiency of the cube in a position, seen by the side about to roll.
    pub fn efficiency(&self, position: &Position) -> f64 {
        self.efficiency.of(position)
    }

    /// The worth of a play to the side that has made it, as it looks right after it: by the
    /// chances of its result and the model of a live cube.
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

    /// The play that is worth most right after it, of equals the first result, and its value.
    ///
    /// # Panics
    /// If there is none.
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

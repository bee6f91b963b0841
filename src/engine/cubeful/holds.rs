//! Who holds the cube at which value, and what a game is worth then.

use crate::game::Side;
use crate::games::backgammon::MatchState;
use crate::games::backgammon::cube::{MatchEquity, Stakes, StakesError};

/// A cube and who may turn it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hold {
    /// The logarithm of the cube to base 2.
    pub cube: u8,
    /// Who owns it; `None` if it is in the middle.
    pub owner: Option<Side>,
}

/// How often the cube can be turned below one decision: at each ply by a double and a beaver.
const TURNS: u8 = 2 * super::MAX_DEPTH as u8;

/// The stakes of both sides at every hold that a decision can lead to.
#[derive(Clone, Debug)]
pub struct Holds {
    begin: Hold,
    /// By the cube, counted from that at the beginning, and the owner; White's and Black's.
    stakes: Vec<[Stakes; 2]>,
}

/// Owners in the order of [`Holds::stakes`].
const OWNERS: [Option<Side>; 3] = [None, Some(Side::First), Some(Side::Second)];

impl Holds {
    /// At a score and with a cube.
    ///
    /// # Errors
    /// If they contradict each other or the match is longer than the table.
    pub fn new(state: &MatchState, table: &MatchEquity) -> Result<Holds, StakesError> {
        let mut stakes = Vec::new();
        let most = MAX_CUBE.min(state.cube.saturating_add(TURNS));
        for cube in state.cube..=most.max(state.cube) {
            for owner in OWNERS {
                let state = MatchState { cube, owner, ..*state };
                let of = |side| Stakes::new(&state, side, table);
                stakes.push([of(Side::First)?, of(Side::Second)?]);
            }
        }
        Ok(Holds { begin: Hold { cube: state.cube, owner: state.owner }, stakes })
    }

    /// The hold at the beginning.
    pub fn begin(&self) -> Hold {
        self.begin
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

    /// What a value of one side is to the other.
    pub fn of_other(&self, value: f64) -> f64 {
        if self.stakes[0][0].is_match() { 1.0 - value } else { -value }
    }
}

/// The largest logarithm of a cube.
const MAX_CUBE: u8 = 15;

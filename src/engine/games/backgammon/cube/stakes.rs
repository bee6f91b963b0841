use thiserror::Error;

use super::equity::MatchEquity;
use super::levels::{Level, Levels, Party, part};
use super::odds::Odds;
use crate::game::Side;
use crate::games::backgammon::{MatchState, Outcome};

/// The worth of a game to the side about to roll, at the present value of the cube and all later
/// ones: points in money games, winning chances in matches.
#[derive(Clone, Debug, PartialEq)]
pub struct Stakes {
    levels: Levels,
    /// By [`Party`]: true if the rules allow it to turn the cube.
    may: [bool; 2],
    owner: Option<Party>,
    cube: u8,
    beavers: bool,
    is_match: bool,
}

/// An impossible combination of score and cube.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum StakesError {
    /// The match is won: the score and the length.
    #[error("got a score of {0} to {1} in a match of {2} points, expected less; try 0 to 0")]
    Over(u16, u16, u16),
    /// A side needs more points than the table has.
    #[error(
        "got a side that needs {0} points, expected at most {1}, the size of the match equity table; \
         try a shorter match"
    )]
    TooLong(u16, usize),
    /// A Crawford game where nobody needs one point.
    #[error(
        "got a Crawford game of sides that need {0} and {1} points, expected one that needs 1; try a \
         game that is not the Crawford game"
    )]
    Crawford(u16, u16),
    /// The cube's logarithm is out of range.
    #[error("got a cube of 2 to the power of {0}, expected at most 15; try 10")]
    Cube(u8),
}

impl Stakes {
    /// Creates the stakes of `side`, which is about to roll or to double. An unanswered double
    /// counts as not yet made. If a side needs one point and this is not the Crawford game, that
    /// game is past.
    ///
    /// # Errors
    /// If the match is over or longer than the table, or the state contradicts itself.
    pub fn new(state: &MatchState, side: Side, table: &MatchEquity) -> Result<Stakes, StakesError> {
        if state.cube > 15 {
            return Err(StakesError::Cube(state.cube));
        }
        let party = |owner| if owner == side { Party::Me } else { Party::Them };
        let owner = state.owner.map(party);
        let is_match = state.length > 0;
        let turns =
            if state.crawford && is_match { 0 } else { state.max_cube.min(15).saturating_sub(state.cube) };
        let levels = if is_match {
            let away = away(state, side, table)?;
            let played = !state.crawford && away.contains(&1);
            Levels::of_match(away, state.cube, turns, |away| table.after(away, state.crawford || played))
        } else {
            Levels::money(state.cube, turns, state.jacoby && owner.is_none())
        };
        let may = [Party::Me, Party::Them].map(|party| owner.is_none_or(|owner| owner == party) && turns > 0);
        Ok(Stakes { levels, may, owner, cube: state.cube, beavers: state.beavers && !is_match, is_match })
    }

    pub(super) fn centred(levels: Levels) -> Stakes {
        Stakes { levels, may: [true; 2], owner: None, cube: 0, beavers: false, is_match: true }
    }

    /// True for a match: values are winning chances.
    pub fn is_match(&self) -> bool {
        self.is_match
    }

    /// True if the side about to roll owns the cube, so its double is a redouble.
    pub fn owns_cube(&self) -> bool {
        self.owner == Some(Party::Me)
    }

    /// True if the side owns the cube, false if the other side does; `None` if it is centred.
    pub fn owns(&self) -> Option<bool> {
        self.owner.map(|owner| owner == Party::Me)
    }

    /// The cube's value.
    pub fn cube(&self) -> f64 {
        f64::from(1u32 << self.cube)
    }

    /// True if nobody can turn the cube any more.
    pub fn is_final(&self) -> bool {
        self.may == [false; 2]
    }

    /// True if a money cube can be turned at least five times, so values are nearly those of an
    /// endless one.
    pub fn is_nearly_endless(&self) -> bool {
        self.levels.is_nearly_endless()
    }

    /// True if the rules let the side double.
    pub fn may_double(&self) -> bool {
        self.may[Party::Me as usize]
    }

    /// True if the rules allow a beaver after the side's double.
    pub fn may_beaver(&self) -> bool {
        self.beavers && self.levels.get(2).is_some()
    }

    /// The worth of a finished game at the cube's present value.
    pub fn finished(&self, outcome: Outcome, won: bool) -> f64 {
        let level = self.levels.first();
        (if won { level.won } else { level.lost })[outcome.points() as usize - 1]
    }

    /// Converts a value to units of the cube: -1 is a single game lost at its present value, 1 one
    /// won.
    pub fn equity(&self, value: f64) -> f64 {
        if !self.is_match {
            return value / self.cube();
        }
        let Level { won, lost, .. } = self.levels.first();
        let range = won[0] - lost[0];
        if range > 0.0 { (2.0 * value - won[0] - lost[0]) / range } else { 0.0 }
    }

    /// The value if nobody doubles any more.
    #[inline]
    pub fn cubeless(&self, odds: &Odds) -> f64 {
        self.levels.first().dead(odds)
    }

    /// The value if the side does not double before this roll, at a cube efficiency from 0 to 1. A
    /// side that risks nothing by a double is assumed to double at its next turn.
    #[inline]
    pub fn held(&self, odds: &Odds, efficiency: f64) -> f64 {
        self.at(0, self.may, odds, efficiency, FreeDouble::Soon)
    }

    /// The value if both sides act best before this roll.
    #[inline]
    pub fn value(&self, odds: &Odds, efficiency: f64) -> f64 {
        if !self.gains() {
            return self.held(odds, efficiency);
        }
        let taken = self.taken(odds, efficiency);
        let passed = self.levels.first().won[0];
        let answered = taken.min(self.beavered(odds, efficiency).unwrap_or(taken));
        self.undoubled(answered > passed, odds, efficiency).max(answered.min(passed))
    }

    /// The least winning chance at which the side takes a double; `None` if the other side
    /// cannot double. Efficiency 0 gives the dead take point, 1 the live one.
    pub fn take_point(&self, odds: &Odds, efficiency: f64) -> Option<f64> {
        self.indifferent(Party::Me, odds, efficiency)
    }

    /// The largest winning chance at which the other side takes this side's double; `None`
    /// if the side cannot double.
    pub fn cash_point(&self, odds: &Odds, efficiency: f64) -> Option<f64> {
        self.indifferent(Party::Them, odds, efficiency).map(|theirs| 1.0 - theirs)
    }

    /// True if the side may double and could gain by it.
    pub fn gains(&self) -> bool {
        self.may_double() && self.levels.first().live[Party::Me as usize]
    }

    /// True if the side risks nothing by a double.
    pub(super) fn is_free(&self) -> bool {
        self.levels.first().free[Party::Me as usize]
    }

    #[inline]
    pub(super) fn taken(&self, odds: &Odds, efficiency: f64) -> f64 {
        self.at(1, [false, true], odds, efficiency, FreeDouble::Soon)
    }

    /// The value of a beavered double; `None` if beavers are not allowed.
    #[inline]
    pub(super) fn beavered(&self, odds: &Odds, efficiency: f64) -> Option<f64> {
        self.may_beaver().then(|| self.at(2, [false, true], odds, efficiency, FreeDouble::Soon))
    }

    pub(super) fn passed(&self) -> f64 {
        self.levels.first().won[0]
    }

    /// The value of not doubling. If a double would be passed, the game goes on at the
    /// present cube, even if the double were free.
    #[inline]
    pub(super) fn undoubled(&self, would_pass: bool, odds: &Odds, efficiency: f64) -> f64 {
        let turn = if would_pass { FreeDouble::Never } else { FreeDouble::Soon };
        self.at(0, self.may, odds, efficiency, turn)
    }
}

/// The time of a free double, in the game with a dead cube.
#[derive(Clone, Copy, PartialEq, Eq)]
enum FreeDouble {
    Soon,
    Never,
}

impl Stakes {
    /// The value at level `k` before a roll without a double, if `may` tells who can turn
    /// the cube later.
    #[inline]
    fn at(&self, k: usize, may: [bool; 2], odds: &Odds, efficiency: f64, turn: FreeDouble) -> f64 {
        let Some(level) = self.levels.get(k) else { return self.cubeless(odds) };
        let may = [may[0] && level.live[0], may[1] && level.live[1]];
        let dead = level.dead(odds);
        if may == [false; 2] {
            return dead;
        }
        let dead = if turn == FreeDouble::Soon { self.freely_turned(k, may, dead, odds) } else { dead };
        dead + efficiency * (self.live(k, may, odds) - dead)
    }

    /// The value with a live cube, on the line with corners.
    #[inline]
    fn live(&self, k: usize, [mine, theirs]: [bool; 2], odds: &Odds) -> f64 {
        let Some(level) = self.levels.get(k) else { return 0.0 };
        let (worst, best) = (odds.mean_lost(&level.lost), odds.mean_won(&level.won));
        let win = odds.win();
        let take = if theirs {
            (self.levels.take_point(k + 1, Party::Me, odds), level.lost[0])
        } else {
            (0.0, worst)
        };
        if win < take.0 {
            return between((0.0, worst), take, win);
        }
        let cash = if mine {
            (1.0 - self.levels.take_point(k + 1, Party::Them, odds), level.won[0])
        } else {
            (1.0, best)
        };
        if win <= cash.0 { between(take, cash, win) } else { between(cash, (1.0, best), win) }
    }

    /// The value with a dead cube, except for one double at the next turn by a party that
    /// risks nothing.
    #[inline]
    fn freely_turned(&self, k: usize, may: [bool; 2], dead: f64, odds: &Odds) -> f64 {
        let (Some(level), Some(next)) = (self.levels.get(k), self.levels.get(k + 1)) else { return dead };
        match [may[0] && level.free[0], may[1] && level.free[1]] {
            [true, _] => dead.max(next.dead(odds).min(level.won[0])),
            [_, true] => dead.min(next.dead(odds).max(level.lost[0])),
            _ => dead,
        }
    }

    /// The winning chance at which `party` is indifferent to a double at the present
    /// value.
    fn indifferent(&self, party: Party, odds: &Odds, efficiency: f64) -> Option<f64> {
        let doubler = party.other();
        let first = self.levels.first();
        if !(self.may[doubler as usize] && first.live[doubler as usize]) {
            return None;
        }
        let level = self.levels.get(1)?;
        let ends = level.ends(party, odds);
        let loses = first.ends(party, odds).pass - ends.lost;
        if !level.live[party as usize] {
            return Some(part(loses, ends.won - ends.lost));
        }
        // Both lines begin at a game lost. A free redouble is made at once.
        let wins = match self.levels.get(2).filter(|_| level.free[party as usize]) {
            Some(next) => next.ends(party, odds).won,
            None => ends.won,
        };
        let live = part(loses, ends.cash - ends.lost) * (1.0 - self.levels.take_point(2, doubler, odds));
        let slope = (1.0 - efficiency) * (wins - ends.lost) / loses + efficiency / live;
        Some(if live > 0.0 { part(1.0, slope) } else { 0.0 })
    }
}

fn away(state: &MatchState, side: Side, table: &MatchEquity) -> Result<[i64; 2], StakesError> {
    let [mine, theirs] = [side, side.other()].map(|side| state.score[side as usize]);
    if mine.max(theirs) >= state.length {
        return Err(StakesError::Over(mine.max(theirs), mine.min(theirs), state.length));
    }
    let away = [state.length - mine, state.length - theirs];
    let most = away[0].max(away[1]);
    if usize::from(most) > table.size() {
        return Err(StakesError::TooLong(most, table.size()));
    }
    if state.crawford && !away.contains(&1) {
        return Err(StakesError::Crawford(away[0], away[1]));
    }
    Ok(away.map(i64::from))
}

#[inline]
fn between(left: (f64, f64), right: (f64, f64), at: f64) -> f64 {
    let width = right.0 - left.0;
    if width > 0.0 { left.1 + (at - left.0) / width * (right.1 - left.1) } else { right.1 }
}

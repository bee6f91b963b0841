//! The values that the cube can still take, the worth of games at each, and the take points
//! between them.

use arrayvec::ArrayVec;

use super::odds::{Odds, within_unit};

/// The most cube values that matter. In a match of 64 points a cube of 64 is dead.
const MOST: usize = 8;
/// A money cube with more turns counts as endless. Without gammons this changes the first take
/// point by at most 3e-6.
const ENDLESS: u8 = 7;
/// With more turns the first take point is within 2e-4 of an endless cube's.
const MANY: usize = 4;

/// One value of the cube: the worth of the game's ends to the side about to roll ("me").
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Level {
    /// Single game, gammon and backgammon won.
    pub won: [f64; 3],
    /// The same lost.
    pub lost: [f64; 3],
    /// By [`Party`]: true if it could turn the cube to the next level and gain.
    pub live: [bool; 2],
    /// By [`Party`]: true if turning risks nothing, since losing this game loses the match anyway.
    pub free: [bool; 2],
}

/// A side, seen by the one about to roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Party {
    Me,
    Them,
}

impl Party {
    pub const fn other(self) -> Party {
        match self {
            Party::Me => Party::Them,
            Party::Them => Party::Me,
        }
    }
}

/// The ends of a game for one party, in values of the side about to roll.
pub(super) struct Ends {
    /// The means of a lost and a won game.
    pub lost: f64,
    pub won: f64,
    /// The values of the other's pass and of the own pass.
    pub cash: f64,
    pub pass: f64,
}

impl Level {
    /// The value on the straight line from a lost to a won game.
    #[inline]
    pub fn dead(&self, odds: &Odds) -> f64 {
        let (lost, won) = (odds.mean_lost(&self.lost), odds.mean_won(&self.won));
        lost + odds.win() * (won - lost)
    }

    #[inline]
    pub fn ends(&self, party: Party, odds: &Odds) -> Ends {
        let (won, lost) = (odds.mean_won(&self.won), odds.mean_lost(&self.lost));
        match party {
            Party::Me => Ends { lost, won, cash: self.won[0], pass: self.lost[0] },
            Party::Them => Ends { lost: won, won: lost, cash: self.lost[0], pass: self.won[0] },
        }
    }
}

#[derive(Clone, Debug, PartialEq)]
pub(super) struct Levels {
    levels: ArrayVec<Level, MOST>,
    /// True for a money cube with so many turns that take points have their closed form.
    endless: bool,
}

impl Levels {
    /// Creates levels of a money game in points. `turns` is how often the cube can be turned; with
    /// `flat`, gammons do not count before the first turn.
    pub fn money(cube: u8, turns: u8, flat: bool) -> Levels {
        let endless = turns > ENDLESS;
        // The closed form for an endless cube needs no level beyond a double and a beaver.
        let last = if endless { 2 } else { turns };
        let level = |k: u8| {
            let cube = f64::from(1u32 << (cube + k));
            let points = if flat && k == 0 { [cube; 3] } else { [cube, 2.0 * cube, 3.0 * cube] };
            Level {
                won: points,
                lost: points.map(|points| -points),
                live: [endless || k < last; 2],
                free: [false; 2],
            }
        };
        Levels { levels: (0..=last).map(level).collect(), endless }
    }

    /// Creates levels of a match in winning chances, from the points that I and the other side
    /// need; `chance` values the score after the game.
    pub fn of_match(away: [i64; 2], cube: u8, turns: u8, chance: impl Fn([i64; 2]) -> f64) -> Levels {
        let mut levels = ArrayVec::new();
        for k in 0..=turns {
            let value = 1i64 << (cube + k);
            let after = |mine: i64, theirs: i64| chance([away[0] - mine, away[1] - theirs]);
            let needs = away.map(|away| away > value);
            levels.push(Level {
                won: [1, 2, 3].map(|n| after(n * value, 0)),
                lost: [1, 2, 3].map(|n| after(0, n * value)),
                live: needs.map(|needs| needs && k < turns),
                free: [needs[0] && !needs[1] && k < turns, needs[1] && !needs[0] && k < turns],
            });
            // Keeps the level to which a dead cube could be turned; it shows that turning is
            // useless.
            if k > 0 && needs == [false; 2] || levels.is_full() {
                break;
            }
        }
        Levels { levels, endless: false }
    }

    pub fn is_nearly_endless(&self) -> bool {
        self.endless || self.levels.len() > MANY + 1
    }

    #[inline]
    pub fn get(&self, k: usize) -> Option<&Level> {
        self.levels.get(k)
    }

    #[inline]
    pub fn first(&self) -> &Level {
        &self.levels[0]
    }

    /// The winning chance at which `party`, with a live cube, is indifferent between
    /// passing and taking a double to level `k >= 1`.
    #[inline]
    pub fn take_point(&self, k: usize, party: Party, odds: &Odds) -> f64 {
        if self.endless {
            return endless_take_point(party, odds);
        }
        let Some(level) = self.levels.get(k) else { return 0.0 };
        let Ends { lost, won, cash, .. } = level.ends(party, odds);
        let pass = self.levels[k - 1].ends(party, odds).pass;
        if !level.live[party as usize] {
            return part(pass - lost, won - lost);
        }
        // An owner's value grows linearly up to the chance at which it cashes.
        part(pass - lost, cash - lost) * (1.0 - self.take_point(k + 1, party.other(), odds))
    }
}

/// Returns Janowski's live take point `(L - 1/2) / (W + L + 1/2)`, where W and L are the mean
/// points of games won and lost.
#[inline]
fn endless_take_point(party: Party, odds: &Odds) -> f64 {
    const POINTS: [f64; 3] = [1.0, 2.0, 3.0];
    let (won, lost) = (odds.mean_won(&POINTS), odds.mean_lost(&POINTS));
    let loss = if party == Party::Me { lost } else { won };
    (loss - 0.5) / (won + lost + 0.5)
}

/// Returns `a / b` clamped to 0 to 1; 0 for `0 / 0`.
#[inline]
pub(super) fn part(a: f64, b: f64) -> f64 {
    within_unit(a / b)
}

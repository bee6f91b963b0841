use std::fmt;

use crate::games::backgammon::{CHECKERS, Position, Roll};

/// Points of a home board.
pub const POINTS: usize = 6;

/// Checkers of one side, at most 15, on the points of its own home. One byte for each point, the
/// six point's lowest, so one multiplication gives all sums from the six point down.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Home(u64);

/// `CHOICES[r][k]`: the ways to put fewer than k checkers on r + 1 points, C(k + r, r + 1).
const CHOICES: [[u16; CHECKERS as usize + 1]; POINTS] = {
    let mut table = [[0; CHECKERS as usize + 1]; POINTS];
    let mut r = 0;
    while r < POINTS {
        let mut k = 1;
        while k <= CHECKERS as usize {
            table[r][k] = table[r][k - 1] + if r == 0 { 1 } else { table[r - 1][k] };
            k += 1;
        }
        r += 1;
    }
    table
};

/// The number of homes with at most `checkers` (0 to 15) checkers, C(checkers + 6, 6).
pub const fn homes(checkers: usize) -> usize {
    let mut sum = 1;
    let mut r = 0;
    while r < POINTS {
        sum += CHOICES[r][checkers] as usize;
        r += 1;
    }
    sum
}

impl Home {
    /// Creates a home from counts, ace point to six point; `None` if they are more than 15.
    pub fn new(points: [u8; POINTS]) -> Option<Home> {
        let checkers: u32 = points.iter().map(|&n| u32::from(n)).sum();
        (checkers <= u32::from(CHECKERS)).then(|| Home::of(points))
    }

    #[inline]
    fn of([a, b, c, d, e, f]: [u8; POINTS]) -> Home {
        Home(u64::from_be_bytes([0, 0, a, b, c, d, e, f]))
    }

    /// The own and the opponent's home, if no checker is elsewhere on the board.
    #[inline]
    pub fn both(position: &Position) -> Option<(Home, Home)> {
        let points = position.points();
        let own = Home::of(std::array::from_fn(|i| points[1 + i].max(0) as u8));
        let theirs = Home::of(std::array::from_fn(|i| points[24 - i].min(0).unsigned_abs()));
        let all_home = own.checkers() + position.off() == CHECKERS
            && theirs.checkers() + position.opponent_off() == CHECKERS;
        all_home.then_some((own, theirs))
    }

    /// Counts from the ace point to the six point.
    pub fn points(self) -> [u8; POINTS] {
        let [_, _, points @ ..] = self.0.to_be_bytes();
        points
    }

    /// Byte by byte the checkers on the six point, on the six and five points, and so on.
    #[inline]
    fn sums(self) -> [u8; 8] {
        self.0.wrapping_mul(0x0101_0101_0101).to_le_bytes()
    }

    /// Checkers not borne off.
    #[inline]
    pub fn checkers(self) -> u8 {
        self.sums()[POINTS - 1]
    }

    /// The sum of the distances of all checkers.
    pub fn pips(self) -> usize {
        self.points().iter().zip(1..).map(|(&n, point)| usize::from(n) * point).sum()
    }

    /// The rank of this home in gnubg's order: by the number of checkers, then of those beyond the
    /// ace point, then beyond the two point, and so on. Every move lowers it.
    #[inline]
    pub fn index(self) -> usize {
        CHOICES.iter().zip(self.sums()).map(|(choices, sum)| usize::from(choices[usize::from(sum)])).sum()
    }

    /// The home with this index.
    ///
    /// # Panics
    /// Unless it is less than [`homes`]`(15)`.
    pub fn from_index(index: usize) -> Home {
        assert!(index < homes(CHECKERS.into()), "no home has the number {index}");
        let mut rest = index as u16;
        let mut from_here_up = [0; POINTS + 1];
        for (count, choices) in from_here_up.iter_mut().zip(CHOICES.iter().rev()) {
            *count = choices.partition_point(|&choices| choices <= rest) - 1;
            rest -= choices[*count];
        }
        Home::of(std::array::from_fn(|i| (from_here_up[i] - from_here_up[i + 1]) as u8))
    }

    /// Calls `visit` with the indices of all results of playing `roll`, some several times. Nothing
    /// blocks a checker, so both dice can be played while checkers are left.
    pub fn each_result(self, roll: Roll, mut visit: impl FnMut(usize)) {
        let (high, low) = (usize::from(roll.high()), usize::from(roll.low()));
        if roll.is_double() {
            self.play_double(high, roll.dice(), POINTS, &mut visit);
            return;
        }
        for (first, second) in [(high, low), (low, high)] {
            self.each_step(first, |after| after.each_step(second, |after| visit(after.index())));
        }
    }

    /// Plays `die` several times in the order of falling points, which is enough: a checker further
    /// back can only forbid bearing off.
    fn play_double(self, die: usize, times: usize, highest: usize, visit: &mut impl FnMut(usize)) {
        if times == 0 || self == Home::default() {
            return visit(self.index());
        }
        for from in 1..=highest {
            if let Some(after) = self.step(from, die) {
                after.play_double(die, times - 1, from, visit);
            }
        }
    }

    fn each_step(self, die: usize, mut visit: impl FnMut(Home)) {
        if self == Home::default() {
            return visit(self);
        }
        (1..=POINTS).filter_map(|from| self.step(from, die)).for_each(visit);
    }

    #[inline]
    fn step(self, from: usize, die: usize) -> Option<Home> {
        let checker = |point: usize| 1 << (8 * (POINTS - point));
        let (lifted, higher) = (checker(from), checker(from) - 1);
        if self.0 & (lifted * 0xff) == 0 {
            None
        } else if from > die {
            Some(Home(self.0 - lifted + checker(from - die)))
        } else if from == die || self.0 & higher == 0 {
            Some(Home(self.0 - lifted))
        } else {
            None
        }
    }
}

impl fmt::Debug for Home {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Home").field(&self.points()).finish()
    }
}

/// The indices below `count`, grouped by pips: a play leads to a group with fewer.
pub(super) fn by_pips(count: usize) -> Vec<Vec<u16>> {
    let mut lists = Vec::new();
    for index in 0..count {
        let pips = Home::from_index(index).pips();
        if lists.len() <= pips {
            lists.resize(pips + 1, Vec::new());
        }
        lists[pips].push(index as u16);
    }
    lists
}

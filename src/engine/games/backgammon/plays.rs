//! Generates the results of all legal plays of a roll, each exactly once.
//!
//! Many plays lead to the same position. This generator plays steps in an order in which no result
//! occurs twice, so there are no duplicates to remove.
//!
//! 1. **Doubles.** Every play can be reordered so its steps start from non-increasing points. In
//!    this order two plays never have the same result. Going down from the bar, the result tells
//!    how many checkers left each point: those it lost plus those that arrived from one die above.
//! 2. **Two different dice.** A play is a pair of points: the high die starts from `s`, the low
//!    one from `t`. Two pairs have the same result only if both move one checker from the same
//!    point, one through `point - high`, the other through `point - low`. So the high die goes
//!    first. The low die goes first only for results that the other order does not reach: its way
//!    is open where the other is blocked, it hits another blot, it enters the only checker on the
//!    bar, or it brings the last checker home (or further down) so the high die may bear off.

use std::ops::{ControlFlow, Deref};

use super::Backgammon;
use super::position::{BAR, OFF, Position};
use super::roll::Roll;
use crate::game::Stochastic;

const POINTS: u32 = 0x1FF_FFFE;
const ON_BAR: u32 = 1 << BAR;
/// Shifting a set by this drops the home points 1 to 6.
const BEYOND_HOME: u32 = 7;

#[repr(align(32))]
struct Change([i8; 32]);

/// Indexed by die, hit, and start point.
static CHANGES: [[[Change; 32]; 2]; 7] = {
    let mut changes = [const { [const { [const { Change([0; 32]) }; 32] }; 2] }; 7];
    let mut die = 1;
    while die <= 6 {
        let mut from = 1;
        while from <= BAR {
            let to = if from > die { from - die } else { OFF };
            let [quiet, hit] = &mut changes[die];
            (quiet[from].0[from], quiet[from].0[to]) = (-1, 1);
            // The blot leaves, then the checker arrives.
            (hit[from].0[from], hit[from].0[to], hit[from].0[0]) = (-1, 2, -1);
            from += 1;
        }
        die += 1;
    }
    changes
};

/// A position and the sets that decide which checkers can move: point `p` is bit `p`, the own bar
/// bit 25. Reuse it to play several rolls from one position.
#[derive(Clone, Copy, Debug)]
pub struct Board {
    position: Position,
    /// Points and bar with own checkers.
    own: u32,
    /// Points that the opponent does not hold. They stay the same during a play.
    open: u32,
    /// Points with a single opposing checker.
    blots: u32,
}

/// Receives the results, one set at a time.
trait Sink {
    /// Receives the results of playing one checker by `die` from each point of `from`, perhaps
    /// none.
    fn steps(&mut self, board: &Board, die: usize, from: u32) -> ControlFlow<()>;
    fn unchanged(&mut self, position: &Position) -> ControlFlow<()>;
}

struct Visit<V>(V);

impl<V: FnMut(&Position) -> ControlFlow<()>> Sink for Visit<V> {
    #[inline]
    fn steps(&mut self, board: &Board, die: usize, from: u32) -> ControlFlow<()> {
        points(from).try_for_each(|from| (self.0)(&board.after_step(from, die)))
    }
    #[inline(always)]
    fn unchanged(&mut self, position: &Position) -> ControlFlow<()> {
        (self.0)(position)
    }
}

/// A reusable list of results.
#[derive(Clone, Debug, Default)]
pub struct Results {
    /// Slots from `len` on hold leftovers.
    slots: Vec<Position>,
    len: usize,
}

/// The most points in a set.
const SET: usize = 32;

impl Results {
    /// Creates an empty list.
    pub fn new() -> Results {
        Results::default()
    }

    /// Returns slots for the results of a set. Making room once for all is faster than pushing
    /// each.
    #[inline(always)]
    fn next(&mut self, filler: &Position) -> &mut [Position] {
        if self.slots.len() < self.len + SET {
            self.slots.resize(2 * self.len + SET, *filler);
        }
        &mut self.slots[self.len..self.len + SET]
    }
}

impl Deref for Results {
    type Target = [Position];

    #[inline]
    fn deref(&self) -> &[Position] {
        &self.slots[..self.len]
    }
}

impl Sink for Results {
    #[inline(always)]
    fn steps(&mut self, board: &Board, die: usize, from: u32) -> ControlFlow<()> {
        let slots = self.next(&board.position);
        let mut count = 0;
        for from in points(from) {
            slots[count % SET] = board.after_step(from, die);
            count += 1;
        }
        self.len += count;
        ControlFlow::Continue(())
    }
    #[inline(always)]
    fn unchanged(&mut self, position: &Position) -> ControlFlow<()> {
        self.next(position)[0] = *position;
        self.len += 1;
        ControlFlow::Continue(())
    }
}

impl Board {
    /// Reads a position.
    #[inline]
    pub fn of(position: &Position) -> Board {
        const HIGH: u64 = 0x8080_8080_8080_8080;
        const ONES: u64 = HIGH >> 7;
        // Gathers the high bits into eight bits.
        let gathered = |high: u64| ((high >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56) as u32;
        let (mut own, mut held, mut blots) = (0, 0, 0);
        for (i, cells) in position.cells.as_chunks::<8>().0.iter().enumerate() {
            let cells = u64::from_le_bytes(cells.map(|n| n as u8));
            let theirs = cells & HIGH;
            // Counts are far from +-127, so the low seven bits are 0 only in 0 and 127 only in -1.
            let occupied = ((cells & !HIGH) + !HIGH) & HIGH;
            let single = ((cells & !HIGH) + ONES) & HIGH;
            own |= gathered(occupied & !theirs) << (8 * i);
            held |= gathered(theirs & !single) << (8 * i);
            blots |= gathered(single) << (8 * i);
        }
        Board {
            position: *position,
            own: own & (POINTS | ON_BAR),
            open: POINTS & !held,
            blots: POINTS & blots,
        }
    }

    /// Calls `visit` with every distinct result of playing `roll`, in a fixed order, until it
    /// breaks. Without a legal play this is the position itself.
    #[inline]
    pub fn each_result(&self, roll: Roll, visit: impl FnMut(&Position) -> ControlFlow<()>) {
        let _broken = self.generate(roll, &mut Visit(visit));
    }

    /// The same results as a list.
    #[inline]
    pub fn results<'a>(&self, roll: Roll, into: &'a mut Results) -> &'a [Position] {
        into.len = 0;
        let _whole = self.generate(roll, into);
        into
    }

    #[inline(always)]
    fn generate<S: Sink>(&self, roll: Roll, sink: &mut S) -> ControlFlow<()> {
        let (high, low) = (usize::from(roll.high()), usize::from(roll.low()));
        if roll.is_double() { self.double(high, sink) } else { self.two_dice(high, low, sink) }
    }

    /// The position.
    #[inline]
    pub fn position(&self) -> &Position {
        &self.position
    }

    #[inline(always)]
    pub(super) fn sources(&self, die: usize) -> u32 {
        let own = if self.own & ON_BAR != 0 { ON_BAR } else { self.own };
        own & (self.open << die) | self.bearing_off(die)
    }

    /// Returns those of [`Board::sources`] from which a checker is borne off: one at most.
    #[inline(always)]
    fn bearing_off(&self, die: usize) -> u32 {
        if self.own >> BEYOND_HOME != 0 {
            0
        } else if self.own >> die != 0 {
            self.own & 1 << die
        } else {
            highest(self.own)
        }
    }

    #[inline(always)]
    pub(super) fn after(&self, from: usize, die: usize) -> Board {
        let left = u32::from(self.position.cells[from % SET] == 1) << from;
        let to = (1 << from >> die) & POINTS;
        Board {
            position: self.after_step(from, die),
            own: self.own & !left | to,
            open: self.open,
            blots: self.blots & !to,
        }
    }

    /// Makes one step by a single addition, whether it moves, hits, enters or bears off.
    #[inline(always)]
    fn after_step(&self, from: usize, die: usize) -> Position {
        let hits = self.blots << die >> from & 1;
        let change = &CHANGES[die][hits as usize][from % SET];
        let mut position = self.position;
        for (cell, change) in position.cells.iter_mut().zip(&change.0) {
            *cell = cell.wrapping_add(*change);
        }
        position
    }

    fn double<S: Sink>(&self, die: usize, sink: &mut S) -> ControlFlow<()> {
        for dice in [4, 3, 2] {
            if self.falling(die, dice, u32::MAX, sink)? {
                return ControlFlow::Continue(());
            }
        }
        match self.sources(die) {
            0 => sink.unchanged(&self.position),
            sources => sink.steps(self, die, sources),
        }
    }

    /// Plays `dice` checkers, at least two, from non-increasing points, the first from one of
    /// `allowed`. Returns true if possible.
    fn falling<S: Sink>(&self, die: usize, dice: u32, allowed: u32, sink: &mut S) -> ControlFlow<(), bool> {
        let mut found = false;
        for from in points(self.sources(die) & allowed) {
            let board = self.after(from, die);
            let allowed = (2 << from) - 1;
            found |= if dice == 2 {
                let last = board.sources(die) & allowed;
                sink.steps(&board, die, last)?;
                last != 0
            } else {
                board.falling(die, dice - 1, allowed, sink)?
            };
        }
        ControlFlow::Continue(found)
    }

    fn two_dice<S: Sink>(&self, high: usize, low: usize, sink: &mut S) -> ControlFlow<()> {
        let first = self.sources(high);
        let mut found = 0;
        for from in points(first) {
            let board = self.after(from, high);
            // Excludes the checker that would land where this one started: together they equal one
            // checker that moves through.
            let then = board.sources(low) & !(1 << (from + low));
            found |= then;
            sink.steps(&board, low, then)?;
        }
        for from in points(self.low_first(high, low)) {
            let board = self.after(from, low);
            let then = self.only_low_first(&board, from, high, low);
            found |= then;
            sink.steps(&board, high, then)?;
        }
        if found != 0 {
            return ControlFlow::Continue(());
        }
        match (first, self.sources(low)) {
            (0, 0) => sink.unchanged(&self.position),
            (0, from) => sink.steps(self, low, from),
            (from, _) => sink.steps(self, high, from),
        }
    }

    /// The points from which the low die may have to go first.
    #[inline(always)]
    fn low_first(&self, high: usize, low: usize) -> u32 {
        let sources = self.sources(low);
        if self.own & ON_BAR != 0 {
            return if self.position.bar() == 1 { sources } else { 0 };
        }
        let rear = highest(self.own);
        let last = if (self.own ^ rear) >> BEYOND_HOME == 0 { rear } else { 0 };
        sources & (self.through(high, low) | last)
    }

    /// The points from which one checker that moves by the low die first gets a result
    /// that the high die first does not give.
    #[inline(always)]
    fn through(&self, high: usize, low: usize) -> u32 {
        // If all checkers are home, a checker can move through and bear off by an exact roll.
        let open = self.open | u32::from(self.own >> BEYOND_HOME == 0);
        let differs = !(open << high) | self.blots << high | self.blots << low;
        (self.open << low) & (open << (high + low)) & differs
    }

    /// The sources of the high die that only exist after the low one was played from
    /// `from`, which led to `board`.
    #[inline(always)]
    fn only_low_first(&self, board: &Board, from: usize, high: usize, low: usize) -> u32 {
        let landed = if from > low { 1 << (from - low) } else { 0 };
        if from == BAR {
            let same =
                self.open << high & ON_BAR != 0 && (self.blots << high | self.blots << low) & ON_BAR == 0;
            return board.sources(high) & if same { !landed } else { !0 };
        }
        let mut then = if self.through(high, low) >> from & 1 != 0 { landed } else { 0 };
        if self.own >> from == 1 && self.position.cells[from] == 1 && from > low {
            let off = board.bearing_off(high);
            let exact_before = self.own >> BEYOND_HOME == 0 && off == 1 << high;
            let either_way = exact_before || off == landed && self.bears_off_high_first(from, high, low);
            then |= if either_way { 0 } else { off };
        }
        then
    }

    /// True if the checker at `from` can be borne off by the high die and then the low one, with
    /// the same hits as in the other order.
    fn bears_off_high_first(&self, from: usize, high: usize, low: usize) -> bool {
        let at = 1 << from;
        let quiet = (self.blots << high | self.blots << low) & at == 0;
        quiet && self.open << high & at != 0 && self.after(from, high).bearing_off(low) == at >> high
    }
}

#[inline(always)]
fn highest(set: u32) -> u32 {
    if set == 0 { 0 } else { 1 << set.ilog2() }
}

/// Iterates over the points of a set, lowest first.
#[inline(always)]
fn points(mut set: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lowest = (set != 0).then(|| set.trailing_zeros() as usize);
        set &= set.wrapping_sub(1);
        lowest
    })
}

impl Position {
    /// All distinct results of `roll`, ascending as texts (the generator's order). If no
    /// play is legal, the position itself is the only one.
    ///
    /// A play must use all dice if possible. If only one of either die can be played, it is the
    /// larger.
    pub fn results(&self, roll: Roll) -> Vec<Position> {
        let mut results = Backgammon.results(&Board::of(self), roll);
        results.sort_unstable();
        results
    }

    /// True if no roll moves a checker of either side: both stay on the bar for ever.
    pub fn is_deadlock(&self) -> bool {
        let passes = |view: &Position| Roll::ALL.iter().all(|&roll| view.results(roll) == [*view]);
        passes(self) && passes(&self.handed_over())
    }
}

//! The two-sided database: exact equities of bear-offs with at most six checkers on each side.

use std::sync::atomic::{AtomicI64, Ordering::Relaxed};

use super::home::{Home, POINTS, by_pips, homes};
use super::layers::{Layers, Listener};
use crate::games::backgammon::Roll;
use sparring_sched::{CancelScope, Cancelled, Pool};

/// The most checkers of each side.
pub const MAX_CHECKERS: usize = 6;

/// The number of homes of at most six checkers.
const HOMES: usize = homes(MAX_CHECKERS);
/// Units of a cell that make one point.
const POINT: f64 = (1 << 30) as f64;
/// While computing, a point is 2^56 units: rounding by half a unit at each of the two dozen levels
/// of the longest bear-off has no effect on a cell, and the sum of 36 of the largest values still
/// fits an `i64`.
const DRAFT_BITS: u32 = 56;
/// From those units to a cell's.
const SHIFT: u32 = DRAFT_BITS - 30;

/// The cubeless equity of the side to roll, by the homes of both, in units of 2^-30 points rounded
/// to the nearest.
///
/// Both sides have borne off a checker, so a win is worth 1 and a loss -1. A side that is off
/// before the roll has won.
pub struct TwoSided {
    /// The side to roll chooses the row, the opponent the column, by [`Home::index`].
    cells: Vec<i32>,
}

impl TwoSided {
    /// What the database is called.
    pub const NAME: &'static str = "two-sided";
    /// Pairs of homes in it.
    pub const POSITIONS: usize = HOMES * HOMES;
    /// Size of [`TwoSided::to_bytes`].
    pub const BYTES: usize = TwoSided::POSITIONS * size_of::<i32>();

    /// Computes it on all workers of a pool, pairs with equal sums of pips at the same time.
    ///
    /// # Errors
    /// [`Cancelled`] if the scope is, before it is complete.
    pub fn generate(
        pool: &Pool,
        scope: &CancelScope,
        listener: &mut Listener<'_>,
    ) -> Result<TwoSided, Cancelled> {
        // A task covers all pairs of a layer that share the opponent's home: what is read most, the
        // opponent's equities after each play, is then one row. A batch of them takes about 20 us.
        const BATCH: usize = 8;
        let draft = Draft::new();
        let layers = Layers { database: TwoSided::NAME, layers: draft.layers(), batch: BATCH };
        let pairs = |layer, theirs| draft.partners(layer, theirs).len();
        layers.compute((pool, scope), listener, pairs, |layer, theirs| draft.compute(layer, theirs))?;
        let round = |units: i64| ((units + (1 << (SHIFT - 1))) >> SHIFT) as i32;
        Ok(TwoSided { cells: draft.cells.into_iter().map(|cell| round(cell.into_inner())).collect() })
    }

    /// The equity of the side to roll in points; `None` if a side has more than six checkers. Exact
    /// to 2^-31.
    #[inline]
    pub fn equity(&self, own: Home, theirs: Home) -> Option<f64> {
        self.points(own.index(), theirs.index())
    }

    /// As [`TwoSided::equity`], of the homes of two numbers.
    #[inline]
    pub(super) fn points(&self, own: usize, theirs: usize) -> Option<f64> {
        (own.max(theirs) < HOMES).then(|| f64::from(self.cells[own * HOMES + theirs]) / POINT)
    }

    /// All cells in order, little-endian.
    pub fn to_bytes(&self) -> Vec<u8> {
        self.cells.iter().flat_map(|cell| cell.to_le_bytes()).collect()
    }

    /// What [`TwoSided::to_bytes`] gave.
    ///
    /// # Panics
    /// Unless they are [`TwoSided::BYTES`] bytes.
    pub fn from_bytes(bytes: &[u8]) -> TwoSided {
        assert_eq!(bytes.len(), TwoSided::BYTES);
        let (cells, _) = bytes.as_chunks::<4>();
        TwoSided { cells: cells.iter().map(|&cell| i32::from_le_bytes(cell)).collect() }
    }
}

/// The database in the making.
struct Draft {
    /// As [`TwoSided::cells`]. Each is written once, by one task, and read in later layers; a
    /// layer's end orders the two.
    cells: Vec<AtomicI64>,
    /// For every home, roll after roll, its distinct results.
    results: Vec<[Vec<u16>; Roll::ALL.len()]>,
    by_pips: Vec<Vec<u16>>,
    pips: Vec<usize>,
}

impl Draft {
    fn new() -> Draft {
        let home = |index| Home::from_index(index);
        Draft {
            cells: std::iter::repeat_with(|| AtomicI64::new(0)).take(TwoSided::POSITIONS).collect(),
            results: (0..HOMES).map(|index| Roll::ALL.map(|roll| results(home(index), roll))).collect(),
            by_pips: by_pips(HOMES),
            pips: (0..HOMES).map(|index| home(index).pips()).collect(),
        }
    }

    /// By the sum of pips, which every play lowers: the opponents' homes that occur.
    fn layers(&self) -> Vec<Vec<u16>> {
        let occurs = |layer, theirs: &u16| !self.partners(layer, *theirs).is_empty();
        let most = 2 * POINTS * MAX_CHECKERS;
        (0..=most).map(|layer| (0..HOMES as u16).filter(|theirs| occurs(layer, theirs)).collect()).collect()
    }

    /// The homes whose pips make up a layer's sum together with the opponent's.
    fn partners(&self, layer: usize, theirs: u16) -> &[u16] {
        let own = layer.checked_sub(self.pips[usize::from(theirs)]);
        own.and_then(|pips| self.by_pips.get(pips)).map_or(&[], Vec::as_slice)
    }

    fn compute(&self, layer: usize, theirs: u16) {
        let theirs = usize::from(theirs);
        let row = &self.cells[theirs * HOMES..][..HOMES];
        for own in self.partners(layer, theirs as u16).iter().map(|&own| usize::from(own)) {
            let units = if theirs == 0 {
                -1 << DRAFT_BITS
            } else if own == 0 {
                1 << DRAFT_BITS
            } else {
                expected(&self.results[own], row)
            };
            self.cells[own * HOMES + theirs].store(units, Relaxed);
        }
    }
}

/// The equity before a roll, given the opponent's equities after each result, rounded to the
/// nearest unit.
fn expected(results: &[Vec<u16>; Roll::ALL.len()], row: &[AtomicI64]) -> i64 {
    let weights = i64::from(Roll::WEIGHTS);
    let sum: i64 = Roll::ALL
        .iter()
        .zip(results)
        .map(|(roll, results)| {
            let theirs = results.iter().map(|&to| row[usize::from(to)].load(Relaxed)).min();
            i64::from(roll.weight()) * -theirs.expect("every roll has a result")
        })
        .sum();
    (sum + weights / 2).div_euclid(weights)
}

fn results(home: Home, roll: Roll) -> Vec<u16> {
    let mut results = Vec::new();
    home.each_result(roll, |to| results.push(to as u16));
    results.sort_unstable();
    results.dedup();
    results
}

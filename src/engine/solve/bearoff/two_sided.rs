//! The two-sided database: exact equities of bear-offs with at most six checkers on each side. No
//! gammons are left, so a game won is worth one point times the cube.

use std::sync::atomic::{AtomicI32, AtomicI64, Ordering::Relaxed};

use super::home::{Home, POINTS, by_pips, homes};
use super::layers::{Layers, Listener};
use crate::games::backgammon::Roll;
use crate::games::backgammon::cube::Stakes;
use sparring_sched::{CancelScope, Cancelled, Pool};

/// The most checkers of each side.
pub const MAX_CHECKERS: usize = 6;

const HOMES: usize = homes(MAX_CHECKERS);
/// Units of a cell that make one point.
const POINT: f64 = (1 << 30) as f64;
/// The bits of a point while computing: rounding has no effect on a cell, and 36 of the largest
/// values fit an `i64`.
const DRAFT_BITS: u32 = 56;
const WON: i64 = 1 << DRAFT_BITS;
const SHIFT: u32 = DRAFT_BITS - 30;

const VALUES: usize = 4;

/// The equities of the side to roll, by the homes of both, in units of 2^-30 points.
pub struct TwoSided {
    /// Cubeless equities: a row for each home of the side to roll, a column for the opponent's.
    cells: Vec<i32>,
    /// Equities with the cube owned, centred and owned by the opponent.
    cubeful: Vec<[i32; VALUES - 1]>,
}

/// The equities of a bear-off for the side to roll if it does not double now and both sides use the
/// cube perfectly from then on, in units of the present cube.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cubeful {
    /// The equity if the side to roll owns the cube.
    pub owned: f64,
    /// The equity if the cube is in the middle.
    pub centred: f64,
    /// The equity if the opponent owns the cube.
    pub against: f64,
}

impl Cubeful {
    /// The equity of a double that is taken.
    pub fn double_take(&self) -> f64 {
        2.0 * self.against
    }

    /// The equity with the best cube action, for a side that may double and gets `undoubled` if it
    /// does not. A pass gives it 1.
    pub fn best(&self, undoubled: f64) -> f64 {
        undoubled.max(self.double_take().min(1.0))
    }

    /// The equity before the cube action if the side to roll `acts`, or else before its roll.
    /// `owns`: `None` if the cube is in the middle.
    pub fn at(&self, owns: Option<bool>, acts: bool) -> f64 {
        let undoubled = match owns {
            None => self.centred,
            Some(true) => self.owned,
            Some(false) => self.against,
        };
        if acts { self.best(undoubled) } else { undoubled }
    }
}

impl TwoSided {
    /// The name of the database.
    pub const NAME: &'static str = "two-sided";
    /// The number of pairs of homes.
    pub const POSITIONS: usize = HOMES * HOMES;
    /// The size of [`TwoSided::to_bytes`].
    pub const BYTES: usize = TwoSided::POSITIONS * VALUES * size_of::<i32>();

    /// Computes the database on all workers of a pool.
    ///
    /// # Errors
    /// [`Cancelled`] if the scope was cancelled before it is complete.
    pub fn generate(
        pool: &Pool,
        scope: &CancelScope,
        listener: &mut Listener<'_>,
    ) -> Result<TwoSided, Cancelled> {
        // An item is all pairs of a layer with the same home of the opponent: they read one row. A
        // task is this many items.
        const BATCH: usize = 8;
        let draft = Draft::new();
        let layers = Layers { database: TwoSided::NAME, layers: draft.layers(), batch: BATCH };
        let pairs = |layer, theirs| draft.partners(layer, theirs).len();
        layers.compute((pool, scope), listener, pairs, |layer, theirs| draft.compute(layer, theirs))?;
        Ok(draft.finished())
    }

    /// The cubeless equity of the side to roll in points, exact to 2^-31; `None` if a side has more
    /// than six checkers.
    #[inline]
    pub fn equity(&self, own: Home, theirs: Home) -> Option<f64> {
        self.points(own.index(), theirs.index())
    }

    #[inline]
    pub(super) fn points(&self, own: usize, theirs: usize) -> Option<f64> {
        (own.max(theirs) < HOMES).then(|| f64::from(self.cells[own * HOMES + theirs]) / POINT)
    }

    /// The equities with the cube, exact to 2^-31; `None` if a side has more than six checkers.
    pub fn cubeful(&self, own: Home, theirs: Home) -> Option<Cubeful> {
        let (own, theirs) = (own.index(), theirs.index());
        (own.max(theirs) < HOMES).then(|| {
            let [owned, centred, against] =
                self.cubeful[own * HOMES + theirs].map(|units| f64::from(units) / POINT);
            Cubeful { owned, centred, against }
        })
    }

    /// The equity in points at these stakes, before the cube action if the side to roll `acts`, or
    /// else before its roll. `None` for matches, for more than six checkers, and where further
    /// doubles are limited.
    pub fn at(&self, (own, theirs): (Home, Home), stakes: &Stakes, acts: bool) -> Option<f64> {
        let equity = if stakes.is_match() {
            None
        } else if stakes.is_final() {
            self.equity(own, theirs)
        } else {
            let cubeful = self.cubeful(own, theirs).filter(|_| stakes.is_nearly_endless())?;
            Some(cubeful.at(stakes.owns(), acts && stakes.may_double()))
        };
        Some(equity? * stakes.cube())
    }

    /// All cells in order, little-endian: first those without the cube.
    pub fn to_bytes(&self) -> Vec<u8> {
        self.cells.iter().chain(self.cubeful.as_flattened()).flat_map(|cell| cell.to_le_bytes()).collect()
    }

    /// The inverse of [`TwoSided::to_bytes`].
    ///
    /// # Panics
    /// Unless they are [`TwoSided::BYTES`] bytes.
    pub fn from_bytes(bytes: &[u8]) -> TwoSided {
        assert_eq!(bytes.len(), TwoSided::BYTES);
        let (cells, cubeful) = bytes.split_at(TwoSided::POSITIONS * size_of::<i32>());
        let cell = |&bytes: &[u8; 4]| i32::from_le_bytes(bytes);
        let (cells, _) = cells.as_chunks();
        let (cubeful, _) = cubeful.as_chunks().0.as_chunks::<{ VALUES - 1 }>();
        TwoSided {
            cells: cells.iter().map(cell).collect(),
            cubeful: cubeful.iter().map(|row| row.each_ref().map(cell)).collect(),
        }
    }
}

struct Draft {
    /// In the order of [`TwoSided::cells`], rounded to cells.
    cells: Vec<[AtomicI32; VALUES]>,
    /// The values as the other side looks them up ([`answered`]). Relaxed: each is written once, by
    /// one task, and read in later layers; a layer's end orders the two.
    answered: Vec<[AtomicI64; VALUES]>,
    results: Vec<[Vec<u16>; Roll::ALL.len()]>,
    by_pips: Vec<Vec<u16>>,
    pips: Vec<usize>,
}

impl Draft {
    fn new() -> Draft {
        let home = |index| Home::from_index(index);
        Draft {
            cells: std::iter::repeat_with(Default::default).take(TwoSided::POSITIONS).collect(),
            answered: std::iter::repeat_with(Default::default).take(TwoSided::POSITIONS).collect(),
            results: (0..HOMES).map(|index| Roll::ALL.map(|roll| results(home(index), roll))).collect(),
            by_pips: by_pips(HOMES),
            pips: (0..HOMES).map(|index| home(index).pips()).collect(),
        }
    }

    fn layers(&self) -> Vec<Vec<u16>> {
        let occurs = |layer, theirs: &u16| !self.partners(layer, *theirs).is_empty();
        let most = 2 * POINTS * MAX_CHECKERS;
        (0..=most).map(|layer| (0..HOMES as u16).filter(|theirs| occurs(layer, theirs)).collect()).collect()
    }

    fn partners(&self, layer: usize, theirs: u16) -> &[u16] {
        let own = layer.checked_sub(self.pips[usize::from(theirs)]);
        own.and_then(|pips| self.by_pips.get(pips)).map_or(&[], Vec::as_slice)
    }

    fn compute(&self, layer: usize, theirs: u16) {
        let theirs = usize::from(theirs);
        let row = &self.answered[theirs * HOMES..][..HOMES];
        for own in self.partners(layer, theirs as u16).iter().map(|&own| usize::from(own)) {
            let units = if theirs == 0 {
                [-WON; VALUES]
            } else if own == 0 {
                [WON; VALUES]
            } else {
                expected(&self.results[own], row)
            };
            let at = own * HOMES + theirs;
            for (cell, units) in self.cells[at].iter().zip(units) {
                cell.store(((units + (1 << (SHIFT - 1))) >> SHIFT) as i32, Relaxed);
            }
            for (cell, units) in self.answered[at].iter().zip(answered(units)) {
                cell.store(units, Relaxed);
            }
        }
    }

    fn finished(self) -> TwoSided {
        drop(self.answered);
        let value = |cell: &AtomicI32| cell.load(Relaxed);
        TwoSided {
            cells: self.cells.iter().map(|[cubeless, ..]| value(cubeless)).collect(),
            cubeful: self.cells.iter().map(|[_, cubeful @ ..]| cubeful.each_ref().map(value)).collect(),
        }
    }
}

/// The values after the best cube action, in the other side's order: a cube owned by one
/// side is against the other.
#[inline(always)]
fn answered([cubeless, owned, centred, against]: [i64; VALUES]) -> [i64; VALUES] {
    let doubled = (2 * against).min(WON);
    [cubeless, against, centred.max(doubled), owned.max(doubled)]
}

/// The equities before a roll, given the opponent's after each result; the best play depends on the
/// place of the cube.
fn expected(results: &[Vec<u16>; Roll::ALL.len()], row: &[[AtomicI64; VALUES]]) -> [i64; VALUES] {
    let weights = i64::from(Roll::WEIGHTS);
    let mut sums = [0; VALUES];
    for (roll, results) in Roll::ALL.iter().zip(results) {
        let mut least = [i64::MAX; VALUES];
        for &to in results {
            let theirs = &row[usize::from(to)];
            least = std::array::from_fn(|i| least[i].min(theirs[i].load(Relaxed)));
        }
        sums = std::array::from_fn(|i| sums[i] - i64::from(roll.weight()) * least[i]);
    }
    sums.map(|sum| (sum + weights / 2).div_euclid(weights))
}

fn results(home: Home, roll: Roll) -> Vec<u16> {
    let mut results = Vec::new();
    home.each_result(roll, |to| results.push(to as u16));
    results.sort_unstable();
    results.dedup();
    results
}

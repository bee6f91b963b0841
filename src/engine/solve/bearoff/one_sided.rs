//! The one-sided database: the rolls in which a side bears off, ignoring the opponent.
//!
//! Each side minimises the mean number of its rolls (to 2^-32; among equals it chooses the smallest
//! index). So equities are approximations, with up to six checkers each within 0.03 points. A side
//! that may still lose a gammon is assumed to play only for bearing off its first checker, in a
//! table of its own.

use std::sync::OnceLock;

use super::home::{Home, by_pips, homes};
use super::layers::{Layers, Listener};
use crate::games::backgammon::{CHECKERS, Roll};
use sparring_sched::{CancelScope, Cancelled, Pool};

/// The most rolls of a [`Rolls`]: the chance that more are needed rounds to 0.
pub const MAX_ROLLS: usize = 24;

/// A distribution of a number of rolls: entry `n` is the chance that `n` rolls are not enough, in
/// units of 2^-31.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rolls([u32; MAX_ROLLS]);

const CERTAIN: f64 = (1u32 << 31) as f64;

impl Rolls {
    /// The chance that `n` rolls are not enough; exact to 2^-32.
    pub fn more_than(&self, n: usize) -> f64 {
        self.0.get(n).map_or(0.0, |&units| f64::from(units) / CERTAIN)
    }

    /// The chance of exactly `n` rolls; exact to 2^-31.
    pub fn exactly(&self, n: usize) -> f64 {
        if n == 0 { 1.0 - self.more_than(0) } else { self.more_than(n - 1) - self.more_than(n) }
    }

    /// The mean number of rolls.
    pub fn mean(&self) -> f64 {
        self.0.iter().map(|&units| f64::from(units)).sum::<f64>() / CERTAIN
    }

    /// The chance to win when rolling first.
    #[inline]
    pub(super) fn before(&self, other: &Rolls) -> f64 {
        self.while_open(&other.0)
    }

    /// The chance to win when rolling second.
    #[inline]
    pub(super) fn before_first(&self, other: &Rolls) -> f64 {
        self.while_open(&other.0[1..])
    }

    /// The chance to finish with some roll while something is open, at the first roll with chance
    /// `open[0]`. A sum of integers of at most 2^62, exact until the end.
    #[inline]
    fn while_open(&self, open: &[u32]) -> f64 {
        let ready = self.0.windows(2).map(|pair| u64::from(pair[0] - pair[1]));
        let sum: u64 = ready.zip(open).map(|(ready, &open)| ready * u64::from(open)).sum();
        sum as f64 / (CERTAIN * CERTAIN)
    }
}

struct Draft {
    /// The mean, rounded to 2^-32 of a roll, so rounding errors do not decide between equal plays.
    preference: u64,
    mean: f64,
    more_than: [f64; MAX_ROLLS],
}

impl Draft {
    const READY: Draft = Draft { preference: 0, mean: 0.0, more_than: [0.0; MAX_ROLLS] };

    fn before(best: [&Draft; Roll::ALL.len()]) -> Draft {
        let mut draft = Draft::READY;
        for (roll, after) in Roll::ALL.iter().zip(best) {
            let weight = f64::from(roll.weight());
            draft.mean += weight * after.mean;
            for (sum, &more) in draft.more_than[1..].iter_mut().zip(&after.more_than) {
                *sum += weight * more;
            }
        }
        let rolls = f64::from(Roll::WEIGHTS);
        draft.mean = 1.0 + draft.mean / rolls;
        draft.preference = (draft.mean * (1u64 << 32) as f64).round() as u64;
        draft.more_than.iter_mut().for_each(|sum| *sum /= rolls);
        draft.more_than[0] = 1.0;
        draft
    }

    fn rounded(&self) -> Rolls {
        Rolls(self.more_than.map(|chance| (chance * CERTAIN).round() as u32))
    }
}

/// The [`Rolls`] of every home of up to 15 checkers until all are off, and of homes of 15 until the
/// first is off.
pub struct OneSided {
    /// By [`Home::index`].
    pub(super) all_off: Vec<Rolls>,
    /// From the first home of 15 checkers on.
    first_off: Vec<Rolls>,
}

const FULL: usize = homes(CHECKERS as usize - 1);
const HOMES: usize = homes(CHECKERS as usize);

impl OneSided {
    /// The name of the database.
    pub const NAME: &'static str = "one-sided";
    /// The number of homes.
    pub const POSITIONS: usize = HOMES;
    /// The size of [`OneSided::to_bytes`].
    pub const BYTES: usize = (HOMES + HOMES - FULL) * MAX_ROLLS * size_of::<u32>();

    /// Computes the database on all workers of a pool.
    ///
    /// # Errors
    /// [`Cancelled`] if the scope was cancelled before it is complete.
    pub fn generate(
        pool: &Pool,
        scope: &CancelScope,
        listener: &mut Listener<'_>,
    ) -> Result<OneSided, Cancelled> {
        // About 0.1 ms to a task.
        const BATCH: usize = 16;
        let drafts = Drafts::new();
        let layers = Layers { database: OneSided::NAME, layers: by_pips(HOMES), batch: BATCH };
        layers.compute((pool, scope), listener, |_, _| 1, |_, index| drafts.compute(index.into()))?;
        let rounded = |drafts: &[OnceLock<Draft>]| {
            drafts.iter().filter_map(OnceLock::get).map(Draft::rounded).collect()
        };
        Ok(OneSided { all_off: rounded(&drafts.all_off), first_off: rounded(&drafts.first_off) })
    }

    /// Rolls until all checkers are off.
    #[inline]
    pub fn all_off(&self, home: Home) -> &Rolls {
        &self.all_off[home.index()]
    }

    /// Rolls until the first checker is off, played for that alone; `None` if one is off already.
    #[inline]
    pub fn first_off(&self, home: Home) -> Option<&Rolls> {
        self.first(home.index())
    }

    #[inline]
    pub(super) fn first(&self, index: usize) -> Option<&Rolls> {
        index.checked_sub(FULL).map(|full| &self.first_off[full])
    }

    /// All cells in order, little-endian.
    pub fn to_bytes(&self) -> Vec<u8> {
        self.all_off
            .iter()
            .chain(&self.first_off)
            .flat_map(|rolls| rolls.0)
            .flat_map(u32::to_le_bytes)
            .collect()
    }

    /// The inverse of [`OneSided::to_bytes`].
    ///
    /// # Panics
    /// Unless they are [`OneSided::BYTES`] bytes.
    pub fn from_bytes(bytes: &[u8]) -> OneSided {
        assert_eq!(bytes.len(), OneSided::BYTES);
        let (cells, _) = bytes.as_chunks::<4>();
        let (rows, _) = cells.as_chunks::<MAX_ROLLS>();
        let mut all_off: Vec<Rolls> = rows.iter().map(|row| Rolls(row.map(u32::from_le_bytes))).collect();
        let first_off = all_off.split_off(HOMES);
        OneSided { all_off, first_off }
    }
}

/// The unrounded databases. A cell is set by one task and read in later layers.
struct Drafts {
    all_off: Vec<OnceLock<Draft>>,
    first_off: Vec<OnceLock<Draft>>,
}

impl Drafts {
    fn new() -> Drafts {
        let empty = |n| std::iter::repeat_with(OnceLock::new).take(n).collect();
        Drafts { all_off: empty(HOMES), first_off: empty(HOMES - FULL) }
    }

    fn all_off(&self, index: usize) -> &Draft {
        self.all_off[index].get().expect("an earlier layer is complete")
    }

    fn first_off(&self, index: usize) -> &Draft {
        match index.checked_sub(FULL) {
            Some(full) => self.first_off[full].get().expect("an earlier layer is complete"),
            None => &Draft::READY,
        }
    }

    fn compute(&self, index: usize) {
        let draft = if index == 0 { Draft::READY } else { self.best(index, |to| self.all_off(to)) };
        let _first = self.all_off[index].set(draft);
        if let Some(full) = index.checked_sub(FULL) {
            let _first = self.first_off[full].set(self.best(index, |to| self.first_off(to)));
        }
    }

    fn best<'d>(&'d self, index: usize, after: impl Fn(usize) -> &'d Draft) -> Draft {
        let home = Home::from_index(index);
        Draft::before(Roll::ALL.map(|roll| {
            let mut best = (u64::MAX, usize::MAX);
            home.each_result(roll, |to| best = best.min((after(to).preference, to)));
            after(best.1)
        }))
    }
}

//! Exact bear-off databases of backgammon, for positions with all checkers at home and no contact.
//!
//! | | homes | content | precision |
//! |---|---|---|---|
//! | [`TwoSided`] | both, at most 6 checkers: 924 x 924 | equities, cube or not | exact |
//! | [`OneSided`] | one, at most 15 checkers: 54,264 | the rolls a side needs | close |
//!
//! Every play lowers the pips, so homes of equal pips (pairs of equal sums) form a *layer*
//! computed in parallel. The order of summing is fixed, so the bytes are the same on any number of
//! workers.

mod evaluator;
mod home;
mod layers;
mod one_sided;
mod two_sided;

pub use evaluator::BearoffEvaluator;
pub use home::{Home, POINTS, homes};
pub use layers::{Listener, Progress};
pub use one_sided::{MAX_ROLLS, OneSided, Rolls};
pub use two_sided::{Cubeful, MAX_CHECKERS, TwoSided};

use crate::games::backgammon::{Position, Probabilities};
use crate::solve::store::{Format, Record, Store};
use sparring_sched::{CancelScope, Cancelled, Pool};

/// The source of an [`Equity`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Source {
    /// The two-sided database: exact to 2^-31 points.
    Exact,
    /// The one-sided distributions, taken as independent.
    OneSided,
}

impl Source {
    /// `exact` or `one-sided`.
    pub const fn name(self) -> &'static str {
        match self {
            Source::Exact => "exact",
            Source::OneSided => "one-sided",
        }
    }
}

/// The cubeless value of a bear-off for the side about to roll.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Equity {
    /// The chances of each end of the game; backgammons cannot happen.
    pub probabilities: Probabilities,
    /// The source of the value.
    pub source: Source,
}

impl Equity {
    /// The equity in points; gammons count twice.
    #[inline]
    pub fn points(&self) -> f64 {
        self.probabilities.points()
    }
}

/// Both databases.
pub struct Bearoff {
    /// Distributions of one side's rolls.
    pub one_sided: OneSided,
    /// Equities of both sides.
    pub two_sided: TwoSided,
}

/// The versions of the cells. Raise one whenever a cell may change.
const ONE_SIDED_VERSION: u32 = 1;
const TWO_SIDED_VERSION: u32 = 2;

const ONE_SIDED: Format = Format {
    name: OneSided::NAME,
    file: "bearoff-one-sided",
    kind: *b"bearoff 1 x 15  ",
    version: ONE_SIDED_VERSION,
    bytes: OneSided::BYTES,
};
const TWO_SIDED: Format = Format {
    name: TwoSided::NAME,
    file: "bearoff-two-sided",
    kind: *b"bearoff 2 x 6   ",
    version: TWO_SIDED_VERSION,
    bytes: TwoSided::BYTES,
};

impl Bearoff {
    /// Computes both databases on all workers of a pool.
    ///
    /// # Errors
    /// [`Cancelled`] if the scope was cancelled before both are complete.
    pub fn generate(
        pool: &Pool,
        scope: &CancelScope,
        listener: &mut Listener<'_>,
    ) -> Result<Bearoff, Cancelled> {
        Ok(Bearoff {
            one_sided: OneSided::generate(pool, scope, listener)?,
            two_sided: TwoSided::generate(pool, scope, listener)?,
        })
    }

    /// Reads the files in the store; computes and stores missing databases. Also returns a record
    /// of each, the one-sided one first.
    ///
    /// # Errors
    /// [`Cancelled`] if the scope was cancelled before both are complete; an incomplete database
    /// leaves no file.
    pub fn load_or_generate(
        store: &Store,
        pool: &Pool,
        scope: &CancelScope,
        listener: &mut Listener<'_>,
    ) -> Result<(Bearoff, [Record; 2]), Cancelled> {
        let (one, first) = store
            .load_or_generate(&ONE_SIDED, || Ok(OneSided::generate(pool, scope, listener)?.to_bytes()))?;
        let (two, second) = store
            .load_or_generate(&TWO_SIDED, || Ok(TwoSided::generate(pool, scope, listener)?.to_bytes()))?;
        let bearoff =
            Bearoff { one_sided: OneSided::from_bytes(&one), two_sided: TwoSided::from_bytes(&two) };
        Ok((bearoff, [first, second]))
    }

    /// The value of a position before a roll. `None` unless all checkers of both sides are at home
    /// or borne off, and neither side has borne off all.
    #[inline]
    pub fn equity(&self, position: &Position) -> Option<Equity> {
        let (own, theirs) = Home::both(position)?;
        let (own, theirs) = (own.index(), theirs.index());
        if own == 0 || theirs == 0 {
            return None;
        }
        Some(match self.two_sided.points(own, theirs) {
            Some(points) => {
                let win = (1.0 + points) / 2.0;
                let probabilities = Probabilities { win, ..Probabilities::default() };
                Equity { probabilities, source: Source::Exact }
            }
            None => self.race(own, theirs),
        })
    }

    fn race(&self, own: usize, theirs: usize) -> Equity {
        let (ours, others) = (&self.one_sided.all_off[own], &self.one_sided.all_off[theirs]);
        let probabilities = Probabilities {
            win: ours.before(others),
            win_gammon: self.one_sided.first(theirs).map_or(0.0, |first| ours.before(first)),
            lose_gammon: self.one_sided.first(own).map_or(0.0, |first| others.before_first(first)),
            ..Probabilities::default()
        };
        Equity { probabilities, source: Source::OneSided }
    }
}

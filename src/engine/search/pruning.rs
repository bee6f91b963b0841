//! Forward pruning in games with dice.

use crate::game::Score;

/// Which plays a search with dice leaves out, by default none. What is left is another, smaller
/// tree, the same for all strategies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pruning {
    /// Only this many plays of every roll are searched, the most preferred ones.
    pub keep: Option<usize>,
    /// The plays of the root are chosen by this, and not by `keep`.
    pub filter: Option<Filter>,
}

/// Which plays of the root are worth a search: those whose static value is near that of the best.
/// The idea is that of the *move filters* of GNU Backgammon, whose usual one keeps eight plays
/// within 0.16 points (its `movefilters.inc`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Filter {
    /// At most this many, but no fewer than are wanted ([`Settings::lines`](super::Settings)).
    pub most: usize,
    /// None that is worse than the best by more than this, in the evaluator's smallest unit.
    pub within: Score,
}

impl Pruning {
    /// Only the `keep` most preferred plays of every roll.
    pub const fn keeping(keep: Option<usize>) -> Pruning {
        Pruning { keep, filter: None }
    }

    /// The plays of the root that pass `filter`; below it one reply to each roll.
    pub const fn filtered(filter: Filter) -> Pruning {
        Pruning { keep: Some(1), filter: Some(filter) }
    }

    /// The most plays of a roll that are searched.
    pub(super) fn kept(self) -> usize {
        self.keep.unwrap_or(usize::MAX).max(1)
    }
}

impl Filter {
    /// Reads `8,0.16`: at most eight plays, none worse by more than 0.16 units of an evaluator
    /// whose unit is `scale` of its smallest ones.
    ///
    /// # Errors
    /// What was expected, if it is nothing of the kind.
    pub fn read(text: &str, scale: Score) -> Result<Filter, String> {
        let filter = text.split_once(',').and_then(|(most, within)| {
            let most = most.parse().ok().filter(|&most: &usize| most >= 1)?;
            let within: f64 = within.parse().ok().filter(|within| (0.0..=1e6).contains(within))?;
            // Whatever is too large for the evaluator is no limit.
            Some(Filter { most, within: (within * f64::from(scale)).round() as Score })
        });
        filter.ok_or_else(|| {
            format!(
                "got '{}', expected a number of plays and a number of units; try 8,0.16",
                text.escape_debug()
            )
        })
    }

    /// The most by which a play may be worse, in units with four decimals.
    pub fn units(&self, scale: Score) -> f64 {
        (f64::from(self.within) / f64::from(scale) * 1e4).round() / 1e4
    }
}

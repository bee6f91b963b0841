use crate::game::Score;

/// The plays that a search with dice leaves out, by default none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pruning {
    /// The number of plays of each roll that are searched.
    pub keep: Option<usize>,
    /// Selects the plays of the root instead of `keep`.
    pub filter: Option<Filter>,
}

/// Selects plays of the root by static value, like the *move filters* of GNU Backgammon.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Filter {
    /// The most plays, but at least [`Settings::lines`](super::Settings).
    pub most: usize,
    /// The largest difference from the best play, in the evaluator's smallest unit.
    pub within: Score,
}

impl Pruning {
    /// Keeps this many plays of each roll.
    pub const fn keeping(keep: Option<usize>) -> Pruning {
        Pruning { keep, filter: None }
    }

    /// Keeps the plays of the root that pass `filter`, and one reply to each roll below.
    pub const fn filtered(filter: Filter) -> Pruning {
        Pruning { keep: Some(1), filter: Some(filter) }
    }

    pub(super) fn kept(self) -> usize {
        self.keep.unwrap_or(usize::MAX).max(1)
    }
}

impl Filter {
    /// Reads `8,0.16`: at most eight plays, none worse by more than 0.16 units of `scale` each.
    ///
    /// # Errors
    /// If the text has another form.
    pub fn read(text: &str, scale: Score) -> Result<Filter, String> {
        let filter = text.split_once(',').and_then(|(most, within)| {
            let most = most.parse().ok().filter(|&most: &usize| most >= 1)?;
            let within: f64 = within.parse().ok().filter(|within| (0.0..=1e6).contains(within))?;
            // The conversion saturates: too large a value is no limit.
            Some(Filter { most, within: (within * f64::from(scale)).round() as Score })
        });
        filter.ok_or_else(|| {
            format!(
                "got '{}', expected a number of plays and a number of units; try 8,0.16",
                text.escape_debug()
            )
        })
    }

    /// The largest difference from the best play, in units with four decimals.
    pub fn units(&self, scale: Score) -> f64 {
        (f64::from(self.within) / f64::from(scale) * 1e4).round() / 1e4
    }
}

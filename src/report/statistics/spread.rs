use std::fmt;

use schemars::JsonSchema;
use serde::Serialize;

use crate::text::span;

/// Wall times of a repeated search, in nanoseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, JsonSchema, Serialize)]
pub struct RunTimes {
    /// Shortest.
    pub best_ns: u64,
    /// Median, or the shorter of the middle two.
    pub median_ns: u64,
    /// Longest.
    pub longest_ns: u64,
}

/// Repetitions in which baseline and run took turns.
#[derive(Clone, Copy, Debug, PartialEq, JsonSchema, Serialize)]
pub struct Spread {
    /// Number of runs of each of the two.
    pub reps: usize,
    /// Wall times of the baseline.
    pub twin: RunTimes,
    /// Wall times of the run.
    pub run: RunTimes,
    /// Least speed-up of a turn.
    pub least_speedup: f64,
    /// Greatest speed-up of a turn.
    pub greatest_speedup: f64,
}

impl RunTimes {
    fn of(mut times_ns: Vec<u64>) -> RunTimes {
        times_ns.sort_unstable();
        let last = times_ns.len() - 1;
        RunTimes { best_ns: times_ns[0], median_ns: times_ns[last / 2], longest_ns: times_ns[last] }
    }
}

impl Spread {
    /// Summarises turns, each the wall times of a baseline and the run after it. The speed-up of
    /// the medians lies between those of the turns: if each baseline takes at most `s` times as
    /// long as its run, so does the median baseline compared with the median run.
    ///
    /// # Panics
    /// If `turns` is empty.
    pub fn of(turns: &[(u64, u64)]) -> Spread {
        let speedups = || turns.iter().map(|&(one, all)| one as f64 / all.max(1) as f64);
        Spread {
            reps: turns.len(),
            twin: RunTimes::of(turns.iter().map(|turn| turn.0).collect()),
            run: RunTimes::of(turns.iter().map(|turn| turn.1).collect()),
            least_speedup: speedups().fold(f64::INFINITY, f64::min),
            greatest_speedup: speedups().fold(0.0, f64::max),
        }
    }
}

impl fmt::Display for RunTimes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let RunTimes { best_ns, median_ns, longest_ns } = *self;
        write!(f, "{} (best {}, longest {})", span(median_ns), span(best_ns), span(longest_ns))
    }
}

impl fmt::Display for Spread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Spread { reps, twin, run, least_speedup, greatest_speedup } = self;
        writeln!(f, "reps     {reps} of each by turns, medians: baseline {twin}, run {run}")?;
        writeln!(f, "range    speed-up from {least_speedup:.2} to {greatest_speedup:.2}, turn by turn")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_range_holds_the_speedup_of_the_medians() {
        let spread = Spread::of(&[(400, 200), (100, 50), (200, 100), (90, 120)]);
        assert_eq!(spread.twin, RunTimes { best_ns: 90, median_ns: 100, longest_ns: 400 });
        assert_eq!(spread.run, RunTimes { best_ns: 50, median_ns: 100, longest_ns: 200 });
        assert_eq!((spread.reps, spread.least_speedup, spread.greatest_speedup), (4, 0.75, 2.0));
    }
}

//! Alternating repetitions of a baseline on one worker and a compared run.
//!
//! On a busy machine one pair says little. Alternation spreads slow minutes over both.

use super::bestmove::{Bestmove, SearchOutcome};
use super::solve::SolveOutcome;
use sparring_report::{Measured, Speedup, Spread};

pub trait Timed {
    fn measured(&self) -> Measured;
}

impl<B: Bestmove> Timed for SearchOutcome<B> {
    fn measured(&self) -> Measured {
        SearchOutcome::measured(self)
    }
}

impl Timed for SolveOutcome {
    fn measured(&self) -> Measured {
        SolveOutcome::measured(self)
    }
}

pub struct Repetitions<R> {
    baselines: Vec<Measured>,
    runs: Vec<R>,
}

pub struct Baseline {
    pub one: Measured,
    pub spread: Spread,
}

impl Baseline {
    /// A run's speed-up over the baseline `name`; `wasted` counts nodes of cancelled tasks.
    pub fn speedup(self, name: &'static str, threads: usize, run: Measured, wasted: u64) -> Speedup {
        let Baseline { one, spread } = self;
        Speedup {
            spread: (spread.reps > 1).then_some(spread),
            ..Speedup::new(name, one, threads, run, wasted)
        }
    }
}

pub struct Comparison<R> {
    pub run: R,
    pub baseline: Option<Baseline>,
}

impl<R> Default for Repetitions<R> {
    fn default() -> Repetitions<R> {
        Repetitions { baselines: Vec::new(), runs: Vec::new() }
    }
}

impl<R: Timed> Repetitions<R> {
    pub fn add_baseline(&mut self, one: &R) {
        self.baselines.push(one.measured());
    }

    pub fn add_run(&mut self, run: R) {
        self.runs.push(run);
    }

    /// The runs of median time, the lower one of two. Means would mix factors of different
    /// pairs. An `interrupted` series is not compared and drops its last run, unless it is the only
    /// one.
    ///
    /// # Panics
    /// If there was no run.
    pub fn compared(mut self, interrupted: bool) -> Comparison<R> {
        let time = |run: &R| run.measured().time_ns;
        let turns: Vec<_> =
            self.baselines.iter().map(|one| one.time_ns).zip(self.runs.iter().map(time)).collect();
        if interrupted {
            self.runs.truncate((self.runs.len() - 1).max(1));
        }
        self.runs.sort_by_key(time);
        self.baselines.sort_by_key(|one| one.time_ns);
        let median = (self.runs.len() - 1) / 2;
        let baseline = self.baselines.get(median).filter(|_| !interrupted);
        let baseline = baseline.map(|&one| Baseline { one, spread: Spread::of(&turns) });
        Comparison { run: self.runs.swap_remove(median), baseline }
    }
}

//! Two runs repeated by turns: a baseline on one worker, and the run that is compared with it.
//!
//! On a machine that does other work besides, one pair of runs says little: speed-ups of 4.07,
//! 1.98 and 0.84 were measured of one search. Taking turns spreads a slow minute over both.

use super::bestmove::{Bestmove, SearchOutcome};
use super::solve::SolveOutcome;
use sparring_report::{Measured, Speedup, Spread};

/// A run that can be compared with another.
pub trait Timed {
    /// What it took.
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

/// The runs so far.
pub struct Repetitions<R> {
    baselines: Vec<Measured>,
    runs: Vec<R>,
}

/// The runs on one worker, which the others are compared with.
pub struct Baseline {
    /// The run of median time.
    pub one: Measured,
    /// The spread of all runs, those on all workers too.
    pub spread: Spread,
}

impl Baseline {
    /// The speed-up over this baseline, which is called `name`, of a run on `threads` workers, in
    /// which `wasted` nodes lay in cancelled tasks.
    pub fn speedup(self, name: &'static str, threads: usize, run: Measured, wasted: u64) -> Speedup {
        let Baseline { one, spread } = self;
        Speedup {
            spread: (spread.reps > 1).then_some(spread),
            ..Speedup::new(name, one, threads, run, wasted)
        }
    }
}

/// The run to be described.
pub struct Comparison<R> {
    /// The run of median time.
    pub run: R,
    /// Its baseline, if there was one.
    pub baseline: Option<Baseline>,
}

impl<R> Default for Repetitions<R> {
    fn default() -> Repetitions<R> {
        Repetitions { baselines: Vec::new(), runs: Vec::new() }
    }
}

impl<R: Timed> Repetitions<R> {
    /// Adds a run on one worker.
    pub fn add_baseline(&mut self, one: &R) {
        self.baselines.push(one.measured());
    }

    /// Adds a run on all workers.
    pub fn add_run(&mut self, run: R) {
        self.runs.push(run);
    }

    /// The runs of median time, of an even number the shorter of the two in the middle. The
    /// factors of a speed-up belong to one pair of runs, so no mean is taken. Runs that were
    /// `interrupted` are not compared, and the last of them, which may have been cut short, is
    /// left out if there is another.
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

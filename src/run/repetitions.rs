//! Two runs repeated by turns: a baseline on one worker, and the run that is compared with it.
//!
//! On a machine that does other work besides, one pair of runs says little: speed-ups of 4.07,
//! 1.98 and 0.84 were measured of one search. Taking turns spreads a slow minute over both.

use super::bestmove::{Bestmove, Searched};
use super::solve::Solved;
use sparring_report::{Measured, Spread};

/// A run that can be compared with another.
pub trait Timed {
    /// What it took.
    fn measured(&self) -> Measured;
}

impl<B: Bestmove> Timed for Searched<B> {
    fn measured(&self) -> Measured {
        Searched::measured(self)
    }
}

impl Timed for Solved {
    fn measured(&self) -> Measured {
        Solved::measured(self)
    }
}

/// The runs so far.
pub struct Turns<R> {
    baselines: Vec<Measured>,
    runs: Vec<R>,
}

/// The run to be described.
pub struct Compared<R> {
    /// The run of median time.
    pub run: R,
    /// The baseline of median time, and the spread of all runs; `None` if there was none.
    pub baseline: Option<(Measured, Spread)>,
}

impl<R> Default for Turns<R> {
    fn default() -> Turns<R> {
        Turns { baselines: Vec::new(), runs: Vec::new() }
    }
}

impl<R: Timed> Turns<R> {
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
    pub fn compared(mut self, interrupted: bool) -> Compared<R> {
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
        let baseline = baseline.map(|&one| (one, Spread::of(&turns)));
        Compared { run: self.runs.swap_remove(median), baseline }
    }
}

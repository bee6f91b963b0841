//! Rollouts of backgammon: estimate what positions are worth by playing them out many times.
//!
//! ```text
//! Rollout ── a task for each trial ──▶ trial: throws, turns, luck ──▶ sums, in the trials' order
//! ```
//!
//! # The result does not depend on the schedule
//! The dice of a trial depend only on the seed and the trial's number ([`Throws`]), its plays only
//! on the positions and the dice. Samples are whole numbers, so every schedule finds the same
//! sums, bit for bit. Known sums cover the first trials without a gap. So a resumed rollout equals
//! an uninterrupted one, and short trials are not over-represented.
//!
//! # Variance reduction
//! Each trial subtracts the luck of every roll: the value of its best play less the mean over all
//! 21 rolls. The expected luck is 0 whatever the network thinks, so the mean stays unbiased and
//! its spread becomes several times smaller. The first two throws are stratified: each block of 36
//! trials has each first and each second throw once, each block of 1,296 every pair.
//!
//! # The cube
//! In a rollout [`WithCube`] the means over the 21 rolls decide whether a side doubles and the
//! other takes. Values are then points or match winning chances. A start includes how the cube is
//! held: "no double" and "double, take" are two starts.

mod best_plays;
mod checkpoint;
mod in_order;
mod sample;
mod sums;
mod throws;
mod trial;
mod with_cube;

pub use crate::solve::store::CheckpointError;
pub use best_plays::{BestPlays, Candidate, TurnAction};
pub use checkpoint::Checkpoint;
pub use sample::Sample;
pub use sums::{Estimate, Sums};
pub use throws::Throws;
pub use with_cube::WithCube;

use parking_lot::Mutex;

use crate::games::backgammon::Position;
use crate::games::backgammon::network::Network;
use crate::solve::bearoff::Bearoff;
use in_order::InOrder;
use sparring_sched::{CancelScope, Cancelled, Pool, Scoped};
use trial::Trial;

/// The point where trials begin, and whose chances they measure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Start {
    /// Before a roll: measures the chances of the side that will roll. It does not double first.
    ToRoll(Position),
    /// After a play: measures the chances of the side that has just played.
    Played(Position),
}

/// A way to choose plays in a trial.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Level {
    /// The play with the best value right after it.
    #[default]
    Static,
    /// The play with the best mean over the opponent's rolls and replies, among the best eight
    /// static ones within 0.16 points of the best.
    Ahead,
}

/// The settings of a rollout. Its result is a function of these and of the starts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plan {
    /// Trials of each start.
    pub trials: u64,
    /// The seed of all dice.
    pub seed: u64,
    /// The turns after which a trial ends with the network's mean over the next roll; `None` plays
    /// to the end, except where neither side can ever move.
    pub truncate: Option<u32>,
    /// The way to choose plays.
    pub level: Level,
    /// The standard error, in units of the sums, that ends the rollout; checked after every
    /// [`Plan::STAGE`] trials. It is that of each difference to the best start if several starts
    /// are all plays, otherwise that of each value.
    pub until: Option<f64>,
}

impl Plan {
    /// Trials between two checks of the standard error: a quarter of 1,296.
    pub const STAGE: u64 = 324;
    /// The most trials for which the sums cannot overflow.
    pub const MOST: u64 = 1_000_000_000;
    /// The same limit with a cube, which makes values larger.
    pub const MOST_WITH_CUBE: u64 = 10_000_000;

    /// The trials up to the next check.
    fn next(&self, done: u64) -> u64 {
        let left = self.trials - done;
        if self.until.is_some() { left.min(Plan::STAGE - done % Plan::STAGE) } else { left }
    }
}

/// A rollout of some positions with the same dice.
pub struct Rollout<'r> {
    /// The positions where trials begin.
    pub starts: &'r [Start],
    /// The settings.
    pub plan: Plan,
    /// Evaluates positions and chooses plays.
    pub network: &'r Network,
    /// If given, trials in which both sides bear off few checkers end with the exact value; with a
    /// cube only in money games.
    pub bearoff: Option<&'r Bearoff>,
    /// The score and the cube; `None` for points without a cube.
    pub cube: Option<WithCube<'r>>,
}

impl Rollout<'_> {
    /// Plays trials on all workers, continuing from `known`, until the plan is met. Calls
    /// `listener` after every trial, on the worker that played it. If the scope is cancelled,
    /// returns the sums known by then.
    ///
    /// # Panics
    /// If `known` has another number of starts or more trials than planned, if the plan exceeds
    /// [`Plan::MOST`] (with a cube [`Plan::MOST_WITH_CUBE`]), or if there is not one hold per
    /// start.
    pub fn run(
        &self,
        (pool, scope): (&Pool, &CancelScope),
        known: Sums,
        listener: &(dyn Fn(&Sums) + Sync),
    ) -> Sums {
        assert_eq!(known.starts(), self.starts.len(), "sums of these starts");
        let most = if self.cube.is_some() { Plan::MOST_WITH_CUBE } else { Plan::MOST };
        assert!(known.trials() <= self.plan.trials && self.plan.trials <= most);
        assert!(self.cube.is_none_or(|cube| cube.begins.len() == self.starts.len()), "holds of these starts");
        let known = Mutex::new(InOrder::after(known));
        let _cancelled = pool.install_in(scope, |mut task| self.stages(&mut task, &known, listener));
        known.into_inner().known
    }

    /// True if the plan is met. Only whole stages are checked, so a rollout resumed within a stage
    /// ends where it would have ended.
    fn is_met(&self, sums: &Sums) -> bool {
        let played =
            self.starts.len() > 1 && self.starts.iter().all(|start| matches!(start, Start::Played(_)));
        let known = |until: f64| {
            let best = sums.best();
            let compared = (0..sums.starts()).filter(|&start| !played || start != best);
            let estimate = |start| if played { sums.difference(start, best) } else { sums.equity(start) };
            compared.map(estimate).all(|estimate| estimate.error.is_some_and(|error| error <= until))
        };
        let looks = sums.trials() > 0 && sums.trials().is_multiple_of(Plan::STAGE);
        sums.trials() >= self.plan.trials || looks && self.plan.until.is_some_and(known)
    }

    fn stages(
        &self,
        task: &mut Scoped<'_>,
        known: &Mutex<InOrder>,
        listener: &(dyn Fn(&Sums) + Sync),
    ) -> Result<(), Cancelled> {
        let starts = self.starts.len() as u64;
        loop {
            let done = {
                let known = &known.lock().known;
                if self.is_met(known) {
                    return Ok(());
                }
                known.trials()
            };
            let tasks = self.plan.next(done) * starts;
            task.lend().split(tasks as usize, |mut task, i| {
                let number = done * starts + i as u64;
                let start = (number % starts) as usize;
                let sample = Trial { rollout: self }.play(&mut task, start, number / starts)?;
                let mut known = known.lock();
                if known.add(number, sample) {
                    listener(&known.known);
                }
                Ok(())
            })?;
        }
    }
}

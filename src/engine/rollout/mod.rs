//! Rollouts of backgammon: what positions are worth, by playing them out many times.
//!
//! ```text
//! Rollout ── a task for each trial ──▶ trial: throws, turns, luck ──▶ sums, in the trials' order
//! ```
//!
//! # Why the result does not depend on who played which trial
//! The dice of a trial are a function of the seed and its number ([`throws`](Throws)), the plays
//! of the position and the dice, the network's values of nothing else. A trial gives whole
//! numbers, and their sums are whole numbers, too: so every schedule finds the same, bit for bit.
//! What is known at any moment is the sum over the first trials, without a gap, so a rollout that
//! is stopped and resumed is the same as one that was not, and the trials that are known are not
//! those that happen to be short.
//!
//! # Luck
//! Of every roll the trial subtracts its luck: what the best play of this roll is worth to the
//! network, less the mean of that over all 21 rolls. Its expectation is 0 whatever the network
//! thinks, so the mean over many trials stays what it is and their spread becomes several times
//! smaller. (For games whose evaluation is exact every trial gives the exact value.)
//!
//! # The cube
//! In a rollout [`WithCube`] a side doubles before its roll, and the other takes or passes, as
//! the means over the 21 rolls say, at each of which the cube's model stands: they are known for
//! the luck anyway. A value is then points or the chance to win the match, luck is the luck of
//! such values, and a start says how the cube is held: "no double" and "double, take" are two
//! starts.
//!
//! The first two throws are stratified: 36 trials in a row have each first throw and each second
//! throw once, 1,296 each pair.

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

/// Where trials begin, and whose chances are asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Start {
    /// Before a roll: the chances of the side that will roll, and does not double before it.
    ToRoll(Position),
    /// After a play: the chances of the side that has just played.
    Played(Position),
}

/// The way in which the sides choose their plays in a trial.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Level {
    /// The play with the best value right after it.
    #[default]
    Static,
    /// Of the best eight of those, as far as they are within 0.16 points of the best: the one
    /// with the best mean over the opponent's rolls and replies.
    Ahead,
}

/// The settings of a rollout. What it finds is a function of this and of the starts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plan {
    /// Trials of each start.
    pub trials: u64,
    /// The seed of all dice.
    pub seed: u64,
    /// The turns after which a trial ends with the network's mean over the next roll; `None` to
    /// play to the end.
    pub truncate: Option<u32>,
    /// The way in which plays are chosen.
    pub level: Level,
    /// The standard error, in units of the sums, at which enough is known: after plays that of
    /// each difference to the best start, or of the value if there is one start only; before a
    /// roll that of each start's value. It is looked at after every [`Plan::STAGE`] trials.
    pub until: Option<f64>,
}

impl Plan {
    /// Trials between two looks at the standard error: a quarter of 1,296.
    pub const STAGE: u64 = 324;
    /// The most trials that are counted without fear for the sums.
    pub const MOST: u64 = 1_000_000_000;
    /// The same with a cube, which makes values large.
    pub const MOST_WITH_CUBE: u64 = 10_000_000;

    /// Trials to go before the next look.
    fn next(&self, done: u64) -> u64 {
        let left = self.trials - done;
        if self.until.is_some() { left.min(Plan::STAGE - done % Plan::STAGE) } else { left }
    }
}

/// A rollout of some positions with the same dice.
pub struct Rollout<'r> {
    /// Where trials begin.
    pub starts: &'r [Start],
    /// The settings.
    pub plan: Plan,
    /// Values positions, and chooses plays.
    pub network: &'r Network,
    /// Ends trials in which both sides bear off few checkers with the exact value, if given; with
    /// a cube those of money games.
    pub bearoff: Option<&'r Bearoff>,
    /// The score and the cube; `None` for points without a cube.
    pub cube: Option<WithCube<'r>>,
}

impl Rollout<'_> {
    /// Plays trials on all workers until there are enough, from those that are known. `listener`
    /// is told after every trial, by whichever worker played it.
    ///
    /// If the scope is cancelled, what is known by then comes back.
    ///
    /// # Panics
    /// Unless `known` is of as many starts, and has no more trials than are asked for, of which
    /// there are [`Plan::MOST`] at most, with a cube [`Plan::MOST_WITH_CUBE`]. If there is not a
    /// hold for each start of a rollout with the cube.
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
        // That a scope was cancelled shows in what is known.
        let _cancelled = pool.install_in(scope, |mut task| self.stages(&mut task, &known, listener));
        known.into_inner().known
    }

    /// True if enough is known. The error is looked at after whole stages alone, so that a rollout
    /// that is resumed within one ends where it would have ended.
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

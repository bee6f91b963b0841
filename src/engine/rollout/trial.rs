//! One trial: a game from its start to an end, without the luck of its rolls.

use std::cmp::Reverse;

use super::sample::Sample;
use super::throws::Throws;
use super::turn::{Candidate, Turn, key};
use super::{Level, Rollout, Start};
use crate::games::backgammon::network::{Chances, ONE};
use crate::games::backgammon::{Outcome, Position, Roll};
use crate::solve::bearoff::Source;
use sparring_sched::{Cancelled, Scoped};

/// With [`Level::Ahead`]: the most plays that are looked at, and how far behind the best they
/// are, in units of `1 / ONE` points. What gnubg calls its normal filter.
const FILTER: (usize, i32) = (8, ONE * 4 / 25);

/// Plays trials of a rollout.
pub(super) struct Trial<'r> {
    pub rollout: &'r Rollout<'r>,
}

impl Trial<'_> {
    /// Plays the trial of this number from a start.
    pub fn play(&self, task: &mut Scoped<'_>, start: &Start, number: u64) -> Result<Sample, Cancelled> {
        let mut throws = Throws::of(self.rollout.plan.seed, number);
        let (mut position, mut own) = match start {
            Start::ToRoll(position) => (*position, true),
            Start::Played(result) => (result.handed_over(), false),
        };
        let mut luck = Sample::default();
        for turns in 0.. {
            if let Some(mut end) = self.end(&position) {
                end = if own { end } else { end.of_other() };
                end -= luck;
                return Ok(end);
            }
            let turn = Turn::of(self.rollout.network, &position);
            spend(task, turn.evaluations)?;
            if self.rollout.plan.truncate == Some(turns) {
                let mut end = if own { turn.mean() } else { turn.mean().of_other() };
                end -= luck;
                return Ok(end);
            }
            let roll = throws.throw();
            luck += if own { turn.luck(roll) } else { turn.luck(roll).difference_of_other() };
            position = self.choose(task, &position, &turn, roll)?.handed_over();
            own = !own;
        }
        unreachable!("a game ends before its turns cannot be counted")
    }

    /// The chances of the side on turn, where nothing has to be played any more.
    fn end(&self, position: &Position) -> Option<Sample> {
        if let Some(outcome) = Outcome::of(&position.handed_over()) {
            return Some(Sample::of(Chances::won(outcome)).of_other());
        }
        let equity = self.rollout.bearoff?.equity(position)?;
        let win = (equity.win * Sample::UNIT as f64).round() as i64;
        (equity.source == Source::Exact).then_some(Sample([win, 0, 0, 0, 0]))
    }

    /// The result of the play that the side on turn chooses.
    fn choose(
        &self,
        task: &mut Scoped<'_>,
        position: &Position,
        turn: &Turn,
        roll: Roll,
    ) -> Result<Position, Cancelled> {
        if self.rollout.plan.level == Level::Static {
            return Ok(*turn.result(roll));
        }
        let mut plays = Turn::plays(self.rollout.network, position, roll);
        spend(task, plays.len() as u64)?;
        plays.sort_unstable_by_key(|play| Reverse(key(play)));
        let least = plays[0].0.equity() - FILTER.1;
        plays.truncate(FILTER.0);
        plays.retain(|(chances, _)| chances.equity() >= least);
        if let [(_, only)] = plays[..] {
            return Ok(only);
        }
        let (mut best, mut chosen) = (i64::MIN, plays[0].1);
        for play in &plays {
            let value = self.ahead(task, play)?;
            // Of equals the one that looked better before.
            if value > best {
                (best, chosen) = (value, play.1);
            }
        }
        Ok(chosen)
    }

    /// The value of a play by the mean over the opponent's rolls and best replies.
    fn ahead(&self, task: &mut Scoped<'_>, (_, result): &Candidate) -> Result<i64, Cancelled> {
        let next = result.handed_over();
        if let Some(end) = self.end(&next) {
            return Ok(-end.equity());
        }
        let reply = Turn::of(self.rollout.network, &next);
        spend(task, reply.evaluations)?;
        Ok(-reply.mean().equity())
    }
}

/// Counts evaluations as nodes, lets their time pass in a simulated pool, and asks whether the
/// trial is still wanted.
fn spend(task: &Scoped<'_>, evaluations: u64) -> Result<(), Cancelled> {
    task.count(evaluations);
    task.pass(evaluations);
    task.poll()
}

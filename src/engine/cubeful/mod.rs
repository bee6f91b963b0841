//! Look-ahead with the doubling cube: judges cube actions and plays at any score.
//!
//! The tree keeps one play per roll: the best right after it at the current stakes. Before every
//! roll the side on turn doubles if that is worth more, and the other side takes or passes. The
//! leaves are valued by the model of a live cube
//! ([`cube`](crate::games::backgammon::cube)). So the tree contains the jumps of the next rolls,
//! which the model covers by an efficiency only.
//!
//! Sums have a fixed order, so values are the same with any number of workers.

mod judge;
mod known;

pub use judge::{Alternatives, CLOSE, Judge, JudgedPlay, Judgement};

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use known::Candidate;

use crate::game::Side;
use crate::games::backgammon::cube::{Decision, Efficiency, Hold, Holds, MatchEquity, StakesError};
use crate::games::backgammon::network::{Network, ONE};
use crate::games::backgammon::{MatchState, Outcome, Position, Probabilities, Roll};
use crate::search::Filter;
use crate::solve::bearoff::Bearoff;
use sparring_sched::{Cancelled, Scoped};

/// The largest depth in plies.
pub const MAX_DEPTH: u32 = 3;

/// Look-ahead at one score with one cube.
pub struct Cubeful<'c> {
    network: &'c Network,
    holds: Holds,
    bearoff: Option<&'c Bearoff>,
    evaluations: AtomicU64,
}

/// The most turns of the cube below one decision: a double and a beaver at each ply.
const TURNS: u8 = 2 * MAX_DEPTH as u8;

/// The depth and breadth of the look-ahead.
#[derive(Clone, Copy, Debug)]
pub struct Lookahead {
    /// The depth in plies.
    pub depth: u32,
    /// Selects the plays searched to this depth.
    pub filter: Filter,
}

/// A play and its value to the side that makes it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ValuedPlay {
    /// The position after it, seen by the mover.
    pub result: Position,
    /// Points of a money game, or the chance to win the match.
    pub value: f64,
    /// The chances of the side that makes it, if the game is played to its end.
    pub chances: Probabilities,
    /// The plies searched for this value.
    pub depth: u32,
}

/// A cube action, and the chances behind it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Advice {
    /// The values of the actions.
    pub decision: Decision,
    /// The chances of the side on roll at the same depth, if it does not double and the game is
    /// played to its end.
    pub chances: Probabilities,
}

/// A mean over the tree: the value, and the chances at its leaves.
#[derive(Clone, Copy, Default)]
struct Expected {
    value: f64,
    chances: Probabilities,
}

impl<'c> Cubeful<'c> {
    /// Prepares look-ahead at a score and with a cube.
    ///
    /// # Errors
    /// If score and cube contradict each other or the match is longer than the table.
    pub fn new(
        network: &'c Network,
        state: &MatchState,
        table: &MatchEquity,
        efficiency: Efficiency,
    ) -> Result<Cubeful<'c>, StakesError> {
        let holds = Holds::new(state, table, efficiency, TURNS)?;
        Ok(Cubeful { network, holds, bearoff: None, evaluations: AtomicU64::new(0) })
    }

    /// Uses these databases, if any, where both sides bear off.
    pub fn informed(self, bearoff: Option<&'c Bearoff>) -> Cubeful<'c> {
        Cubeful { bearoff, ..self }
    }

    /// The databases in use.
    pub fn databases(&self) -> Option<&Bearoff> {
        self.bearoff
    }

    /// The number of positions evaluated so far.
    pub fn evaluations(&self) -> u64 {
        self.evaluations.load(Relaxed)
    }

    fn count(&self, task: &Scoped<'_>, evaluations: usize) {
        task.count(evaluations as u64);
        self.evaluations.fetch_add(evaluations as u64, Relaxed);
    }

    /// The stakes at every hold.
    pub fn holds(&self) -> &Holds {
        &self.holds
    }

    /// Converts a side's value to units of the cube.
    pub fn equity(&self, side: Side, value: f64) -> f64 {
        self.holds.stakes(self.holds.begin(), side).equity(value)
    }

    /// Returns [`Cubeful::luck_value`] in units of the cube.
    pub fn luck(&self, task: &Scoped<'_>, position: &Position, roll: Roll) -> f64 {
        let equity = |value| self.equity(position.side(), value);
        equity(self.luck_value(task, position, roll)) - equity(0.0)
    }

    /// The luck of a roll, in points or as a chance to win the match: the value of its
    /// best play right after it, less the mean over all rolls. It is 0 at the start position,
    /// where both sides throw for the first turn.
    pub fn luck_value(&self, task: &Scoped<'_>, position: &Position, roll: Roll) -> f64 {
        if position.points() == Position::START.points() {
            return 0.0;
        }
        let best = |roll| {
            let plays = self.looked_over(task, (position, roll), self.holds.begin());
            plays.into_iter().map(|play| play.value).fold(f64::MIN, f64::max)
        };
        let mean: f64 = Roll::ALL.iter().map(|&roll| f64::from(roll.weight()) * best(roll)).sum();
        best(roll) - mean / f64::from(Roll::WEIGHTS)
    }

    /// The cube action, before its roll, of the side that sees the position. From depth 1
    /// on, each roll is a task.
    ///
    /// # Errors
    /// If the scope is cancelled.
    pub fn decide(&self, task: Scoped<'_>, position: &Position, depth: u32) -> Result<Decision, Cancelled> {
        self.advise(task, position, depth).map(|advice| advice.decision)
    }

    /// Returns what [`Cubeful::decide`] does, and the chances.
    ///
    /// # Errors
    /// If the scope is cancelled.
    pub fn advise(&self, task: Scoped<'_>, position: &Position, depth: u32) -> Result<Advice, Cancelled> {
        let (side, hold) = (position.side(), self.holds.begin());
        let stakes = self.holds.stakes(hold, side);
        if depth == 0 || position.is_over() {
            self.count(&task, 1);
            let known = self.known_action(position, hold);
            let model = || stakes.decide(&self.odds(position), self.holds.efficiency(position));
            let chances = self.probabilities(position);
            return Ok(Advice { decision: known.unwrap_or_else(model), chances });
        }
        let asked: Vec<Hold> = self.holds.of_decision(hold, side).collect();
        let rolls = task.split_map(Roll::ALL.len(), |mut task, i| {
            self.rolled(&mut task, position, Roll::ALL[i], &asked, depth)
        })?;
        let rolls = rolls.into_iter().map(|values| values.expect("nobody cancels this split alone"));
        let found = mean(rolls, asked.len());
        Ok(Advice { decision: stakes.decide_by(&values(&found)), chances: found[0].chances })
    }

    /// The plays of a roll, best first. Plays that pass the filter or are in `also` are
    /// searched to the depth, each as a task; the others follow with their values right after the
    /// play.
    ///
    /// # Errors
    /// If the scope is cancelled.
    pub fn plays(
        &self,
        task: Scoped<'_>,
        (position, roll): (&Position, Roll),
        Lookahead { depth, filter }: Lookahead,
        also: &[Position],
    ) -> Result<Vec<ValuedPlay>, Cancelled> {
        let (side, hold) = (position.side(), self.holds.begin());
        let stakes = self.holds.stakes(hold, side);
        let mut plays = self.looked_over(&task, (position, roll), hold);
        plays.sort_by(|a, b| b.value.total_cmp(&a.value).then_with(|| a.result.cmp(&b.result)));
        let best = stakes.equity(plays[0].value);
        let behind = |play: &ValuedPlay| best - stakes.equity(play.value);
        let most = f64::from(filter.within) / f64::from(ONE);
        let (mut looked, others): (Vec<_>, Vec<_>) = plays.iter().enumerate().partition(|(i, play)| {
            depth > 0 && (*i < filter.most && behind(play) <= most || also.contains(&play.result))
        });
        let values = task.split_map(looked.len(), |mut task, i| {
            self.after(&mut task, &looked[i].1.result, &[hold], depth)
        })?;
        let mut found = Vec::with_capacity(plays.len());
        for ((_, play), values) in looked.drain(..).zip(values) {
            let Expected { value, chances } = values.expect("nobody cancels this split alone")[0];
            found.push(ValuedPlay { value, chances, depth, ..*play });
        }
        found.sort_by(|a, b| b.value.total_cmp(&a.value));
        found.extend(others.into_iter().map(|(_, play)| *play));
        Ok(found)
    }

    /// Returns all plays of a roll with their values right after them.
    fn looked_over(
        &self,
        task: &Scoped<'_>,
        (position, roll): (&Position, Roll),
        hold: Hold,
    ) -> Vec<ValuedPlay> {
        let valued = |play: &Candidate| ValuedPlay {
            result: play.1,
            value: self.right_after(play, hold),
            chances: play.0,
            depth: 0,
        };
        let plays = self.candidates(position, roll);
        self.count(task, plays.len());
        plays.iter().map(valued).collect()
    }

    /// The value to the side on turn before its cube action, for each hold. Looks ahead at
    /// least one roll.
    fn before(
        &self,
        task: &mut Scoped<'_>,
        position: &Position,
        holds: &[Hold],
        depth: u32,
    ) -> Result<Vec<Expected>, Cancelled> {
        let side = position.side();
        let stakes = |hold| self.holds.stakes(hold, side);
        let mut asked: Vec<Hold> = Vec::new();
        for hold in holds.iter().flat_map(|&hold| self.holds.of_decision(hold, side)) {
            if !asked.contains(&hold) {
                asked.push(hold);
            }
        }
        let mut rolls = Vec::with_capacity(Roll::ALL.len());
        for roll in Roll::ALL {
            rolls.push(self.rolled(task, position, roll, &asked, depth)?);
        }
        let rolled = mean(rolls, asked.len());
        let of = |hold| rolled[asked.iter().position(|&other| other == hold).expect("it was asked for")];
        let best = |&hold: &Hold| {
            let found: Vec<Expected> = self.holds.of_decision(hold, side).map(of).collect();
            let value = stakes(hold).decide_by(&values(&found)).best().value;
            Expected { value, ..found[0] }
        };
        Ok(holds.iter().map(best).collect())
    }

    /// The value of a roll for each hold.
    fn rolled(
        &self,
        task: &mut Scoped<'_>,
        position: &Position,
        roll: Roll,
        holds: &[Hold],
        depth: u32,
    ) -> Result<Vec<Expected>, Cancelled> {
        let plays = self.candidates(position, roll);
        self.count(task, plays.len());
        task.poll()?;
        let mut values = vec![Expected::default(); holds.len()];
        let mut left: Vec<(usize, Position)> = Vec::with_capacity(holds.len());
        for (i, &hold) in holds.iter().enumerate() {
            let (value, &(chances, ref result)) = self.best(&plays, hold);
            values[i] = Expected { value, chances };
            left.push((i, *result));
        }
        if depth == 1 {
            return Ok(values);
        }
        // Usually all holds have the same best play, so they share the work below it.
        while let Some(&(_, result)) = left.first() {
            let (same, others): (Vec<_>, Vec<_>) = left.into_iter().partition(|(_, other)| *other == result);
            let at: Vec<Hold> = same.iter().map(|&(i, _)| holds[i]).collect();
            let found = self.after(task, &result, &at, depth - 1)?;
            same.iter().zip(found).for_each(|(&(i, _), value)| values[i] = value);
            left = others;
        }
        Ok(values)
    }

    /// The value of a play to its mover, for each hold, searched this deep.
    fn after(
        &self,
        task: &mut Scoped<'_>,
        result: &Position,
        holds: &[Hold],
        depth: u32,
    ) -> Result<Vec<Expected>, Cancelled> {
        if let Some(outcome) = Outcome::of(result) {
            let chances = Probabilities::won(outcome);
            let value = |&hold: &Hold| self.holds.stakes(hold, result.side()).finished(outcome, true);
            let worth = |hold| Expected { value: value(hold), chances };
            return Ok(holds.iter().map(worth).collect());
        }
        let theirs = self.before(task, &result.handed_over(), holds, depth)?;
        let ours = |theirs: Expected| Expected {
            value: self.holds.of_other(theirs.value),
            chances: theirs.chances.of_other(),
        };
        Ok(theirs.into_iter().map(ours).collect())
    }
}

fn values(found: &[Expected]) -> Vec<f64> {
    found.iter().map(|expected| expected.value).collect()
}

/// The mean over all rolls, in the order of [`Roll::ALL`], for each hold.
fn mean(rolls: impl IntoIterator<Item = Vec<Expected>>, holds: usize) -> Vec<Expected> {
    let rolls: Vec<_> = Roll::ALL.into_iter().zip(rolls).collect();
    let of = |i: usize| {
        let weighed = |(roll, at): &(Roll, Vec<Expected>)| f64::from(roll.weight()) * at[i].value;
        let value = rolls.iter().map(weighed).sum::<f64>() / f64::from(Roll::WEIGHTS);
        let chances = Probabilities::mean(rolls.iter().map(|(roll, at)| (*roll, at[i].chances)));
        Expected { value, chances }
    };
    (0..holds).map(of).collect()
}

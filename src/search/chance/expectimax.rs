//! The plain truth with dice: every play of every roll is looked at, alone or with all workers.

use std::sync::atomic::{AtomicI64, Ordering::Relaxed};

use crate::game::{EquityEvaluator, Stochastic};
use crate::sched::Cancelled;
use crate::search::chance::node::{Dice, Turn};
use crate::search::chance::value::{NO_VALUE, UNBOUNDED, Value};
use crate::search::memory::Lane;

impl<G: Stochastic, E: EquityEvaluator<G>> Dice<'_, G, E> {
    /// The value of a result for the side that has just played.
    pub(super) fn expect<const SHARED: bool>(
        &self,
        lane: &mut Lane<'_, '_>,
        before: E::Before,
        result: &G::Position,
        depth: u32,
    ) -> Result<Value, Cancelled> {
        self.crew.count(lane, 1);
        match self.settled(lane, before, result, depth) {
            Some(value) => Ok(value),
            None => Ok(-self.expect_roll::<SHARED>(lane, &self.turn(self.game.hand_over(result)), depth)?),
        }
    }

    /// The chance node: the sum over all rolls.
    fn expect_roll<const SHARED: bool>(
        &self,
        lane: &mut Lane<'_, '_>,
        turn: &Turn<G, E>,
        depth: u32,
    ) -> Result<Value, Cancelled> {
        let rolls = self.game.rolls();
        if SHARED && depth >= self.split_depth {
            let sum = AtomicI64::new(0);
            self.crew.offer(lane, rolls.len(), |lane, i| {
                let value = self.expect_play::<SHARED>(lane, turn, i, depth - 1)?;
                sum.fetch_add(rolls[i].1 * value, Relaxed);
                Ok(())
            })?;
            return Ok(sum.into_inner());
        }
        rolls.iter().enumerate().try_fold(0, |sum, (i, &(_, weight))| {
            Ok(sum + weight * self.expect_play::<SHARED>(lane, turn, i, depth - 1)?)
        })
    }

    /// The decision node: the value of the best play.
    fn expect_play<const SHARED: bool>(
        &self,
        lane: &mut Lane<'_, '_>,
        turn: &Turn<G, E>,
        roll: usize,
        depth: u32,
    ) -> Result<Value, Cancelled> {
        lane.at.poll()?;
        if depth == 0 {
            return Ok(self.leaf::<false>(lane, turn, roll, UNBOUNDED));
        }
        let mut best = NO_VALUE;
        for result in self.kept(lane, turn, roll) {
            best = best.max(self.expect::<SHARED>(lane, turn.before, &result, depth)?);
        }
        Ok(best)
    }
}

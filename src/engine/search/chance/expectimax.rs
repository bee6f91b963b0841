use std::sync::atomic::{AtomicI64, Ordering::Relaxed};

use crate::game::{EquityEvaluator, Stochastic};
use crate::search::chance::search::{DiceSearch, ToRoll};
use crate::search::chance::value::{NO_VALUE, UNBOUNDED, Value};
use crate::search::task::Task;
use sparring_sched::Cancelled;

impl<G: Stochastic, E: EquityEvaluator<G>> DiceSearch<'_, G, E> {
    pub(super) fn expect<const SHARED: bool>(
        &self,
        task: &mut Task<'_, '_>,
        before: E::Before,
        result: &G::Position,
        depth: u32,
    ) -> Result<Value, Cancelled> {
        self.tasks.count(task, 1);
        match self.leaf_value(task, before, result, depth) {
            Some(value) => Ok(value),
            None => {
                Ok(-self.expect_chance::<SHARED>(task, &self.to_roll(self.game.hand_over(result)), depth)?)
            }
        }
    }

    fn expect_chance<const SHARED: bool>(
        &self,
        task: &mut Task<'_, '_>,
        to_roll: &ToRoll<G, E>,
        depth: u32,
    ) -> Result<Value, Cancelled> {
        let rolls = self.game.rolls();
        if SHARED && depth >= self.split_depth {
            let sum = AtomicI64::new(0);
            self.tasks.split(task, rolls.len(), |task, i| {
                let value = self.expect_decision::<SHARED>(task, to_roll, i, depth - 1)?;
                sum.fetch_add(rolls[i].1 * value, Relaxed);
                Ok(())
            })?;
            return Ok(sum.into_inner());
        }
        rolls.iter().enumerate().try_fold(0, |sum, (i, &(_, weight))| {
            Ok(sum + weight * self.expect_decision::<SHARED>(task, to_roll, i, depth - 1)?)
        })
    }

    fn expect_decision<const SHARED: bool>(
        &self,
        task: &mut Task<'_, '_>,
        to_roll: &ToRoll<G, E>,
        roll: usize,
        depth: u32,
    ) -> Result<Value, Cancelled> {
        task.at.poll()?;
        if depth == 0 {
            return Ok(self.best_at_horizon::<false>(task, to_roll, roll, UNBOUNDED));
        }
        let mut best = NO_VALUE;
        for result in self.kept(task, to_roll, roll) {
            best = best.max(self.expect::<SHARED>(task, to_roll.before, &result, depth)?);
        }
        Ok(best)
    }
}

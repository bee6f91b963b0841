use std::ops::ControlFlow;

use crate::game::{EquityEvaluator, Score, Stochastic};
use crate::search::chance::value::{NO_VALUE, Value};
use crate::search::task::{Task, Tasks};

pub(super) struct DiceSearch<'s, G, E> {
    pub game: &'s G,
    pub evaluator: &'s E,
    pub tasks: Tasks<'s>,
    pub keep: usize,
    /// The least depth at which chance nodes offer their rolls, and, less one, decision nodes their
    /// replies.
    pub split_depth: u32,
}

pub(super) struct ToRoll<G: Stochastic, E: EquityEvaluator<G>> {
    pub position: G::Position,
    pub prepared: G::Prepared,
    pub before: E::Before,
}

impl<G: Stochastic, E: EquityEvaluator<G>> DiceSearch<'_, G, E> {
    #[inline]
    pub fn scaled(&self, score: Score, depth: u32) -> Value {
        Value::from(score) * G::WEIGHTS.pow(depth)
    }

    /// The value of a result at this depth, if it is a leaf: a finished game, or the horizon.
    #[inline]
    pub fn leaf_value(
        &self,
        task: &mut Task<'_, '_>,
        before: E::Before,
        result: &G::Position,
        depth: u32,
    ) -> Option<Value> {
        if let Some(outcome) = self.game.outcome(result) {
            return Some(self.scaled(self.evaluator.outcome_value(self.game, result, outcome), depth));
        }
        (depth == 0).then(|| {
            task.counts.evaluations += 1;
            Value::from(self.evaluator.evaluate(self.game, before, result))
        })
    }

    #[inline]
    pub fn to_roll(&self, position: G::Position) -> ToRoll<G, E> {
        let (prepared, before) = (self.game.prepare(&position), self.evaluator.before(self.game, &position));
        ToRoll { position, prepared, before }
    }

    /// The value of the best play at the horizon, or of the first that is worth `beta` or more.
    /// With `REMEMBERS`, the worker remembers it for this roll.
    pub fn best_at_horizon<const REMEMBERS: bool>(
        &self,
        task: &mut Task<'_, '_>,
        to_roll: &ToRoll<G, E>,
        roll: usize,
        beta: Value,
    ) -> Value {
        if self.evaluator.batches() {
            return self.best_of_batch::<REMEMBERS>(task, to_roll, roll);
        }
        let kept = (!self.any_play_counts(to_roll)).then(|| self.choices(task, to_roll, roll));
        let (mut best, mut nodes, mut play) = (NO_VALUE, 0, None);
        let look = |result: &G::Position| {
            nodes += 1;
            let value = self.leaf_value(task, to_roll.before, result, 0).expect("the horizon has a value");
            if value > best {
                best = value;
                if REMEMBERS {
                    play = Some(result.clone());
                }
            }
            if best >= beta { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        match kept {
            Some(kept) => drop(kept.iter().try_for_each(look)),
            None => self.game.each_result(&to_roll.prepared, self.game.rolls()[roll].0, look),
        }
        if let Some(play) = play {
            task.memory.remember_reply(roll, self.game.play_key(&to_roll.position, &play));
        }
        self.tasks.count(task, nodes);
        best
    }

    fn best_of_batch<const REMEMBERS: bool>(
        &self,
        task: &mut Task<'_, '_>,
        to_roll: &ToRoll<G, E>,
        roll: usize,
    ) -> Value {
        let results = self.valued(task, to_roll, roll);
        let (best, play) = results.iter().max_by_key(|(value, _)| value).expect("there is a result");
        if REMEMBERS {
            task.memory.remember_reply(roll, self.game.play_key(&to_roll.position, play));
        }
        self.tasks.count(task, results.len() as u64);
        Value::from(*best)
    }

    fn valued(
        &self,
        task: &mut Task<'_, '_>,
        to_roll: &ToRoll<G, E>,
        roll: usize,
    ) -> Vec<(Score, G::Position)> {
        let (mut open, mut valued) = (Vec::new(), Vec::new());
        self.game.each_result(&to_roll.prepared, self.game.rolls()[roll].0, |result| {
            match self.game.outcome(result) {
                Some(won) => {
                    valued.push((self.evaluator.outcome_value(self.game, result, won), result.clone()))
                }
                None => open.push(result.clone()),
            }
            ControlFlow::Continue(())
        });
        task.counts.evaluations += open.len() as u64;
        let mut scores = Vec::with_capacity(open.len());
        self.evaluator.evaluate_all(self.game, to_roll.before, &open, &mut scores);
        valued.extend(scores.into_iter().zip(open));
        valued
    }

    /// True if the best of the kept plays at the horizon is the best of all.
    #[inline]
    fn any_play_counts(&self, to_roll: &ToRoll<G, E>) -> bool {
        self.keep == usize::MAX || self.evaluator.prefers_by_value(self.game.side(&to_roll.position))
    }

    pub fn remembered_reply(
        &self,
        task: &mut Task<'_, '_>,
        to_roll: &ToRoll<G, E>,
        roll: usize,
    ) -> Option<Value> {
        if !self.any_play_counts(to_roll) {
            return None;
        }
        let key = task.memory.reply(roll);
        let mut found = None;
        self.game.each_result(&to_roll.prepared, self.game.rolls()[roll].0, |result| {
            if self.game.play_key(&to_roll.position, result) != key {
                return ControlFlow::Continue(());
            }
            found = self.leaf_value(task, to_roll.before, result, 0);
            ControlFlow::Break(())
        });
        self.tasks.count(task, u64::from(found.is_some()));
        found
    }

    /// The kept results of a roll, in any fixed order.
    pub fn kept(&self, task: &mut Task<'_, '_>, to_roll: &ToRoll<G, E>, roll: usize) -> Vec<G::Position> {
        if self.keep < usize::MAX {
            return self.choices(task, to_roll, roll);
        }
        self.game.results(&to_roll.prepared, self.game.rolls()[roll].0)
    }

    /// The kept results, most preferred first; equals in the generator's order.
    pub fn choices(&self, task: &mut Task<'_, '_>, to_roll: &ToRoll<G, E>, roll: usize) -> Vec<G::Position> {
        let mut results = self.ranked(task, to_roll, roll);
        results.truncate(self.keep);
        results
    }

    /// All results, in the order of [`DiceSearch::choices`].
    pub fn ranked(&self, task: &mut Task<'_, '_>, to_roll: &ToRoll<G, E>, roll: usize) -> Vec<G::Position> {
        let mut results = if self.evaluator.batches() {
            self.valued(task, to_roll, roll)
        } else {
            let mut results = Vec::new();
            self.game.each_result(&to_roll.prepared, self.game.rolls()[roll].0, |result| {
                let preference = self.evaluator.preference(self.game, to_roll.before, result);
                results.push((preference, result.clone()));
                ControlFlow::Continue(())
            });
            task.counts.evaluations += results.len() as u64;
            results
        };
        results.sort_unstable_by(|(a, one), (b, other)| b.cmp(a).then_with(|| one.cmp(other)));
        results.into_iter().map(|(_, result)| result).collect()
    }
}

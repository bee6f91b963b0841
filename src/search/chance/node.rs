//! What every node of a search with dice can see, and what each of them does: look at results, choose, evaluate.

use std::cmp::Reverse;
use std::ops::ControlFlow;

use crate::game::{EquityEvaluator, Score, Stochastic};
use crate::search::chance::value::{NO_VALUE, Value};
use crate::search::memory::Lane;
use crate::search::tasks::Tasks;

/// One search: shared by reference with every helper, changed by nobody.
pub(super) struct Dice<'s, G, E> {
    pub game: &'s G,
    pub evaluator: &'s E,
    pub crew: Tasks<'s>,
    /// Of the plays of a roll only so many are looked at, the most preferred. Another game tree, the same for all strategies.
    pub keep: usize,
    /// Chance nodes of at least this depth offer their rolls to all workers, and decision nodes one below it their replies.
    pub split_depth: u32,
}

/// A position before a roll, and what is found out about it once for all rolls.
pub(super) struct Turn<G: Stochastic, E: EquityEvaluator<G>> {
    pub position: G::Position,
    pub board: G::Board,
    pub before: E::Before,
}

impl<G: Stochastic, E: EquityEvaluator<G>> Dice<'_, G, E> {
    /// A score as a value of this depth.
    #[inline]
    pub fn scaled(&self, score: Score, depth: u32) -> Value {
        Value::from(score) * G::WEIGHTS.pow(depth)
    }

    /// The value of a result that needs no search, `depth` pairs of roll and reply before the horizon: a finished game has its
    /// value at every depth, the horizon the static value.
    #[inline]
    pub fn settled(
        &self,
        lane: &mut Lane<'_, '_>,
        before: E::Before,
        result: &G::Position,
        depth: u32,
    ) -> Option<Value> {
        if let Some(outcome) = self.game.outcome(result) {
            return Some(self.scaled(self.evaluator.outcome_value(self.game, result, outcome), depth));
        }
        (depth == 0).then(|| {
            lane.counts.evaluations += 1;
            Value::from(self.evaluator.evaluate(self.game, before, result))
        })
    }

    /// Looks at a position before the roll.
    #[inline]
    pub fn turn(&self, position: G::Position) -> Turn<G, E> {
        let (board, before) = (self.game.board(&position), self.evaluator.before(self.game, &position));
        Turn { position, board, before }
    }

    /// The value of the best play at the horizon, or of the first that is worth `beta` or more. With `REMEMBERS`, the play is
    /// remembered for the next time this roll is looked at.
    pub fn leaf<const REMEMBERS: bool>(
        &self,
        lane: &mut Lane<'_, '_>,
        turn: &Turn<G, E>,
        roll: usize,
        beta: Value,
    ) -> Value {
        let kept = (!self.any_play_counts(turn)).then(|| self.choices(lane, turn, roll));
        let (mut best, mut nodes, mut play) = (NO_VALUE, 0, None);
        let look = |result: &G::Position| {
            nodes += 1;
            let value = self.settled(lane, turn.before, result, 0).expect("the horizon has a value");
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
            None => self.game.each_result(&turn.board, self.game.rolls()[roll].0, look),
        }
        if let Some(play) = play {
            lane.memory.remember_reply(roll, self.game.play_key(&turn.position, &play));
        }
        self.crew.count(lane, nodes);
        best
    }

    /// Whether the best of the kept plays at the horizon is the best of all: always if all are kept, and if values are what is preferred.
    #[inline]
    fn any_play_counts(&self, turn: &Turn<G, E>) -> bool {
        self.keep == usize::MAX || self.evaluator.prefers_by_value(self.game.side(&turn.position))
    }

    /// The value at the horizon of the play that was the best when this roll was last looked at, if it is legal here.
    pub fn remembered(&self, lane: &mut Lane<'_, '_>, turn: &Turn<G, E>, roll: usize) -> Option<Value> {
        if !self.any_play_counts(turn) {
            return None;
        }
        let key = lane.memory.reply(roll);
        let mut found = None;
        self.game.each_result(&turn.board, self.game.rolls()[roll].0, |result| {
            if self.game.play_key(&turn.position, result) != key {
                return ControlFlow::Continue(());
            }
            found = self.settled(lane, turn.before, result, 0);
            ControlFlow::Break(())
        });
        self.crew.count(lane, u64::from(found.is_some()));
        found
    }

    /// All results of a roll, or the kept ones, in any fixed order.
    pub fn kept(&self, lane: &mut Lane<'_, '_>, turn: &Turn<G, E>, roll: usize) -> Vec<G::Position> {
        if self.keep < usize::MAX {
            return self.choices(lane, turn, roll);
        }
        let mut results = Vec::new();
        self.game.each_result(&turn.board, self.game.rolls()[roll].0, |result| {
            results.push(result.clone());
            ControlFlow::Continue(())
        });
        results
    }

    /// All results of a roll, or the kept ones, the most preferred first; equals in the generator's order.
    pub fn choices(&self, lane: &mut Lane<'_, '_>, turn: &Turn<G, E>, roll: usize) -> Vec<G::Position> {
        let mut results = Vec::new();
        self.game.each_result(&turn.board, self.game.rolls()[roll].0, |result| {
            results
                .push((Reverse(self.evaluator.preference(self.game, turn.before, result)), result.clone()));
            ControlFlow::Continue(())
        });
        lane.counts.evaluations += results.len() as u64;
        results.sort_unstable();
        results.truncate(self.keep);
        results.into_iter().map(|(_, result)| result).collect()
    }
}

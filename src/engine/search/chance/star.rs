use std::sync::OnceLock;
use std::sync::atomic::{AtomicI64, Ordering::Relaxed};

use crate::game::{EquityEvaluator, Stochastic};
use crate::search::chance::search::{DiceSearch, ToRoll};
use crate::search::chance::sums::{BoundSums, Span};
use crate::search::chance::value::{NO_VALUE, UNBOUNDED, Value, Window};
use crate::search::task::Task;
use sparring_sched::Cancelled;

pub(super) trait StarMode {
    /// True if a chance node first searches one reply to each roll (Star2).
    const PROBES: bool;
    /// True if the rolls of deep enough chance nodes are offered to all workers.
    const SHARED: bool;
}

pub(super) struct Star<const PROBES: bool, const SHARED: bool>;

impl<const PROBES: bool, const SHARED: bool> StarMode for Star<PROBES, SHARED> {
    const PROBES: bool = PROBES;
    const SHARED: bool = SHARED;
}

struct ChanceNode<G: Stochastic, E: EquityEvaluator<G>> {
    to_roll: ToRoll<G, E>,
    depth: u32,
    shared: bool,
    span: Span,
    sums: BoundSums,
}

struct Probe<P> {
    /// In the order of preference; none at the horizon.
    replies: Vec<P>,
    /// The score of the first reply, for a window at least as wide as any later one.
    first: Value,
    span: Span,
}

impl<G: Stochastic, E: EquityEvaluator<G>> DiceSearch<'_, G, E> {
    /// The fail-soft value of a result for the side that has just played. `young`: an earlier one
    /// is expected to be better.
    pub(super) fn star<M: StarMode>(
        &self,
        task: &mut Task<'_, '_>,
        before: E::Before,
        result: &G::Position,
        depth: u32,
        window: Window,
        young: bool,
    ) -> Result<Value, Cancelled> {
        self.tasks.count(task, 1);
        match self.leaf_value(task, before, result, depth) {
            Some(value) => Ok(value),
            None => {
                let to_roll = self.to_roll(self.game.hand_over(result));
                Ok(-self.star_chance::<M>(task, to_roll, depth, window.turned(), young)?)
            }
        }
    }

    fn star_chance<M: StarMode>(
        &self,
        task: &mut Task<'_, '_>,
        to_roll: ToRoll<G, E>,
        depth: u32,
        window: Window,
        expects_cut: bool,
    ) -> Result<Value, Cancelled> {
        let (low, high) = self.evaluator.bounds(self.game, &to_roll.position);
        let span = Span { low: self.scaled(low, depth - 1), high: self.scaled(high, depth - 1) };
        let shared = M::SHARED && depth >= self.split_depth;
        let node =
            ChanceNode { to_roll, depth, shared, span, sums: BoundSums::new(span, G::WEIGHTS, window) };
        // The window may lie outside the evaluator's bounds.
        if let Some(score) = node.sums.score() {
            return Ok(score);
        }
        let mut probes: Vec<OnceLock<Probe<G::Position>>> = Vec::new();
        if M::PROBES && expects_cut && window.beta < UNBOUNDED {
            probes.resize_with(self.game.rolls().len(), OnceLock::new);
            self.each_roll(task, &node, |task, roll| {
                if let Some(probe) = self.probe::<M>(task, &node, roll)? {
                    assert!(probes[roll].set(probe).is_ok(), "each roll is probed once");
                }
                Ok(())
            })?;
        }
        self.each_roll(task, &node, |task, roll| {
            self.replies::<M>(task, &node, roll, probes.get(roll).and_then(OnceLock::get))
        })?;
        Ok(node.sums.score().expect("every roll is known or the node is cut"))
    }

    fn each_roll(
        &self,
        task: &mut Task<'_, '_>,
        node: &ChanceNode<G, E>,
        body: impl Fn(&mut Task<'_, '_>, usize) -> Result<(), Cancelled> + Sync,
    ) -> Result<(), Cancelled> {
        let n = self.game.rolls().len();
        let is_done = || node.sums.score().is_some();
        if node.shared && !is_done() {
            return self.tasks.split(task, n, |task, roll| {
                // Another worker may have decided the node and be cancelling the split.
                if !is_done() {
                    body(task, roll)?;
                }
                if is_done() {
                    task.at.cancel();
                }
                Ok(())
            });
        }
        (0..n).take_while(|_| !is_done()).try_for_each(|roll| body(task, roll))
    }

    /// Searches the most preferred reply to a roll, at the horizon the remembered one. `None` if
    /// the node is decided.
    fn probe<M: StarMode>(
        &self,
        task: &mut Task<'_, '_>,
        node: &ChanceNode<G, E>,
        roll: usize,
    ) -> Result<Option<Probe<G::Position>>, Cancelled> {
        task.at.poll()?;
        let weight = self.game.rolls()[roll].1;
        let Some(window) = node.sums.window(node.span, weight) else { return Ok(None) };
        let (replies, first) = if node.depth == 1 {
            (Vec::new(), self.remembered_reply(task, &node.to_roll, roll).unwrap_or(NO_VALUE))
        } else {
            let replies = self.choices(task, &node.to_roll, roll);
            let first =
                self.star::<M>(task, node.to_roll.before, &replies[0], node.depth - 1, window, false)?;
            (replies, first)
        };
        // One reply is a lower bound of the best, unless it is the only one.
        let span = if replies.len() == 1 {
            node.span.narrowed(first, window)
        } else if first > window.alpha {
            Span { low: node.span.low.max(first), ..node.span }
        } else {
            node.span
        };
        node.sums.narrow(node.shared, weight, node.span, span);
        Ok(Some(Probe { replies, first, span }))
    }

    fn replies<M: StarMode>(
        &self,
        task: &mut Task<'_, '_>,
        node: &ChanceNode<G, E>,
        roll: usize,
        probe: Option<&Probe<G::Position>>,
    ) -> Result<(), Cancelled> {
        let span = probe.map_or(node.span, |probe| probe.span);
        if span.is_exact() {
            return Ok(());
        }
        let weight = self.game.rolls()[roll].1;
        let Some(window) = node.sums.window(span, weight) else { return Ok(()) };
        let score = match probe.filter(|probe| !probe.replies.is_empty()) {
            Some(probe) => self.best_reply::<M>(
                task,
                &node.to_roll,
                &probe.replies,
                node.depth - 1,
                window,
                Some(probe.first),
            )?,
            None => self.star_decision::<M>(task, &node.to_roll, roll, node.depth - 1, window)?,
        };
        node.sums.narrow(node.shared, weight, span, span.narrowed(score, window));
        Ok(())
    }

    fn star_decision<M: StarMode>(
        &self,
        task: &mut Task<'_, '_>,
        to_roll: &ToRoll<G, E>,
        roll: usize,
        depth: u32,
        window: Window,
    ) -> Result<Value, Cancelled> {
        task.at.poll()?;
        if depth == 0 {
            return Ok(if M::PROBES {
                self.best_at_horizon::<true>(task, to_roll, roll, window.beta)
            } else {
                self.best_at_horizon::<false>(task, to_roll, roll, window.beta)
            });
        }
        let replies = self.choices(task, to_roll, roll);
        self.best_reply::<M>(task, to_roll, &replies, depth, window, None)
    }

    /// The value of the best reply. The first is searched alone, unless its score is known; the
    /// others are offered if the node is deep enough.
    fn best_reply<M: StarMode>(
        &self,
        task: &mut Task<'_, '_>,
        to_roll: &ToRoll<G, E>,
        replies: &[G::Position],
        depth: u32,
        window: Window,
        first: Option<Value>,
    ) -> Result<Value, Cancelled> {
        let best = AtomicI64::new(first.unwrap_or(NO_VALUE));
        let look = |task: &mut Task<'_, '_>, place: usize| {
            let window = window.raised(best.load(Relaxed));
            // Another worker has found a cut and is cancelling the split.
            if window.alpha >= window.beta {
                return Ok(());
            }
            let value = self.star::<M>(task, to_roll.before, &replies[place], depth, window, place > 0)?;
            // Most replies are not better: reading keeps the cache line shared.
            if value > best.load(Relaxed) {
                best.fetch_max(value, Relaxed);
            }
            if value >= window.beta {
                task.counts.cuts += 1;
                task.counts.first_move_cuts += (place == 0) as u64;
            }
            Ok(())
        };
        if first.is_none() {
            look(task, 0)?;
        }
        let young = replies.len() - 1;
        if M::SHARED && depth >= self.split_depth - 1 && young > 1 && best.load(Relaxed) < window.beta {
            self.tasks.split(task, young, |task, i| {
                look(task, i + 1)?;
                if best.load(Relaxed) >= window.beta {
                    task.at.cancel();
                }
                Ok(())
            })?;
        } else {
            (1..=young).try_for_each(|place| look(task, place))?;
        }
        Ok(best.into_inner())
    }
}

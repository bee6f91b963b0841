//! Star1 and Star2: chance nodes with windows, alone or shared.

use std::sync::OnceLock;

use crate::game::{EquityEvaluator, Stochastic};
use crate::sched::Cancelled;
use crate::search::chance::node::Dice;
use crate::search::chance::sums::{Span, Sums};
use crate::search::chance::value::{NO_VALUE, UNBOUNDED, Value, Window};
use crate::search::memory::Lane;

/// The kind of a search with windows.
pub(super) trait Mode {
    /// Whether a chance node first looks at one reply to each roll (Star2), because if these alone are good enough for a cut, the
    /// others need not be looked at.
    const PROBES: bool;
    /// Whether the rolls of deep enough chance nodes are offered to all workers.
    const SHARED: bool;
}

/// [`Mode`] by its two answers.
pub(super) struct Star<const PROBES: bool, const SHARED: bool>;

impl<const PROBES: bool, const SHARED: bool> Mode for Star<PROBES, SHARED> {
    const PROBES: bool = PROBES;
    const SHARED: bool = SHARED;
}

/// A roll after one reply to it was looked at.
struct Probe<P> {
    /// The replies in the order of preference.
    replies: Vec<P>,
    /// The score of the first, in the fail-soft sense of a window at least as wide as any later one.
    first: Value,
    /// What is known of the roll.
    span: Span,
}

impl<G: Stochastic, E: EquityEvaluator<G>> Dice<'_, G, E> {
    /// The value of a result for the side that has just played, in the fail-soft sense: at most `alpha`, it is an upper bound, at
    /// least `beta`, a lower one.
    pub(super) fn star<M: Mode>(
        &self,
        lane: &mut Lane<'_, '_>,
        before: E::Before,
        result: &G::Position,
        depth: u32,
        window: Window,
    ) -> Result<Value, Cancelled> {
        self.crew.count(lane, 1);
        match self.settled(lane, before, result, depth) {
            Some(value) => Ok(value),
            None => Ok(-self.star_roll::<M>(lane, &self.game.hand_over(result), depth, window.turned())?),
        }
    }

    /// The chance node.
    fn star_roll<M: Mode>(
        &self,
        lane: &mut Lane<'_, '_>,
        position: &G::Position,
        depth: u32,
        window: Window,
    ) -> Result<Value, Cancelled> {
        let (low, high) = self.evaluator.bounds(self.game.side(position));
        let span = Span { low: self.scaled(low, depth - 1), high: self.scaled(high, depth - 1) };
        let sums = Sums::new(span, G::WEIGHTS, window);
        // 1. The window may lie outside of what is possible.
        if let Some(score) = sums.score() {
            return Ok(score);
        }
        // 2. One reply to each roll, if that may lead to a cut. At the horizon all replies cost no more than finding the one.
        let probes: Vec<OnceLock<Probe<G::Position>>> = if M::PROBES && depth >= 2 && window.beta < UNBOUNDED
        {
            self.game.rolls().iter().map(|_| OnceLock::new()).collect()
        } else {
            Vec::new()
        };
        if !probes.is_empty() {
            self.each_roll::<M>(lane, depth, &sums, |lane, i| {
                let probe = self.probe::<M>(lane, position, i, depth, span, &sums)?;
                assert!(probes[i].set(probe).is_ok(), "each roll is probed once");
                Ok(())
            })?;
        }
        // 3. All replies to the rolls that are not known by now.
        self.each_roll::<M>(lane, depth, &sums, |lane, i| {
            let probe = probes.get(i).and_then(OnceLock::get);
            self.reply::<M>(lane, position, i, depth, probe.map_or(span, |probe| probe.span), probe, &sums)
        })?;
        Ok(sums.score().expect("every roll is known or the node is cut"))
    }

    /// Does something to each roll until the node is done, in order or by all hands.
    fn each_roll<M: Mode>(
        &self,
        lane: &mut Lane<'_, '_>,
        depth: u32,
        sums: &Sums,
        body: impl Fn(&mut Lane<'_, '_>, usize) -> Result<(), Cancelled> + Sync,
    ) -> Result<(), Cancelled> {
        let n = self.game.rolls().len();
        if sums.score().is_some() {
            return Ok(());
        }
        if M::SHARED && depth >= self.split_depth {
            return self.crew.offer(lane, n, |lane, i| {
                // The cut may be on its way from whoever found it.
                if sums.score().is_none() {
                    body(lane, i)?;
                    if sums.score().is_some() {
                        lane.at.cancel();
                    }
                }
                Ok(())
            });
        }
        for i in 0..n {
            body(lane, i)?;
            if sums.score().is_some() {
                break;
            }
        }
        Ok(())
    }

    /// Looks at the most preferred reply to a roll.
    fn probe<M: Mode>(
        &self,
        lane: &mut Lane<'_, '_>,
        position: &G::Position,
        i: usize,
        depth: u32,
        span: Span,
        sums: &Sums,
    ) -> Result<Probe<G::Position>, Cancelled> {
        lane.at.poll()?;
        let (roll, weight) = self.game.rolls()[i];
        let replies = self.choices(lane, position, roll);
        let before = self.evaluator.before(self.game, position);
        let window = sums.window(span, weight);
        let first = self.star::<M>(lane, before, &replies[0], depth - 1, window)?;
        // One reply is a lower bound of the best, unless it is the only one.
        let after = if replies.len() == 1 {
            span.narrowed(first, window)
        } else if first > window.alpha {
            Span { low: span.low.max(first), ..span }
        } else {
            span
        };
        sums.narrow::<true>(weight, span, after);
        Ok(Probe { replies, first, span: after })
    }

    /// Looks at all replies to a roll, the first of which may have been looked at.
    #[expect(clippy::too_many_arguments, reason = "the node's own state, a probe may be missing")]
    fn reply<M: Mode>(
        &self,
        lane: &mut Lane<'_, '_>,
        position: &G::Position,
        i: usize,
        depth: u32,
        span: Span,
        probe: Option<&Probe<G::Position>>,
        sums: &Sums,
    ) -> Result<(), Cancelled> {
        if span.is_exact() {
            return Ok(());
        }
        let (roll, weight) = self.game.rolls()[i];
        let window = sums.window(span, weight);
        let score = match probe {
            Some(probe) => {
                self.best_reply::<M>(lane, position, &probe.replies[1..], depth - 1, window, probe.first)?
            }
            None => self.star_play::<M>(lane, position, roll, depth - 1, window)?,
        };
        sums.narrow::<true>(weight, span, span.narrowed(score, window));
        Ok(())
    }

    /// The decision node.
    fn star_play<M: Mode>(
        &self,
        lane: &mut Lane<'_, '_>,
        position: &G::Position,
        roll: G::Roll,
        depth: u32,
        window: Window,
    ) -> Result<Value, Cancelled> {
        lane.at.poll()?;
        if depth == 0 {
            return Ok(self.leaf(lane, position, roll, window.beta));
        }
        let replies = self.choices(lane, position, roll);
        self.best_reply::<M>(lane, position, &replies, depth, window, NO_VALUE)
    }

    /// The best of some replies, or of others looked at before, the best of which was worth `best`.
    fn best_reply<M: Mode>(
        &self,
        lane: &mut Lane<'_, '_>,
        position: &G::Position,
        replies: &[G::Position],
        depth: u32,
        window: Window,
        mut best: Value,
    ) -> Result<Value, Cancelled> {
        let before = self.evaluator.before(self.game, position);
        for (place, reply) in replies.iter().enumerate() {
            if best >= window.beta {
                break;
            }
            let value = self.star::<M>(lane, before, reply, depth, window.raised(best))?;
            best = best.max(value);
            if best >= window.beta {
                lane.counts.cuts += 1;
                lane.counts.first_move_cuts += (place == 0) as u64;
            }
        }
        Ok(best)
    }
}

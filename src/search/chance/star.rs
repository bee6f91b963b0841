//! Star1 and Star2: chance nodes with windows, alone or shared.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicI64, Ordering::Relaxed};

use crate::game::{EquityEvaluator, Stochastic};
use crate::sched::Cancelled;
use crate::search::chance::node::{Dice, Turn};
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

/// The chance node after a play: the turn of the side to roll, and what is asked of it.
struct Node<G: Stochastic, E: EquityEvaluator<G>> {
    turn: Turn<G, E>,
    depth: u32,
    /// What is known of each roll from the start.
    span: Span,
    sums: Sums,
}

/// A roll after one reply to it was looked at.
struct Probe<P> {
    /// The replies in the order of preference; none at the horizon.
    replies: Vec<P>,
    /// The score of the first, in the fail-soft sense of a window at least as wide as any later one.
    first: Value,
    /// What is known of the roll.
    span: Span,
}

impl<G: Stochastic, E: EquityEvaluator<G>> Dice<'_, G, E> {
    /// The value of a result for the side that has just played, in the fail-soft sense: at most `alpha`, it is an upper bound, at
    /// least `beta`, a lower one.
    ///
    /// `young`: another play was looked at before, and this one is expected to be worse.
    pub(super) fn star<M: Mode>(
        &self,
        lane: &mut Lane<'_, '_>,
        before: E::Before,
        result: &G::Position,
        depth: u32,
        window: Window,
        young: bool,
    ) -> Result<Value, Cancelled> {
        self.crew.count(lane, 1);
        match self.settled(lane, before, result, depth) {
            Some(value) => Ok(value),
            None => {
                let turn = self.turn(self.game.hand_over(result));
                Ok(-self.star_roll::<M>(lane, turn, depth, window.turned(), young)?)
            }
        }
    }

    /// The chance node. `expects_cut`: its value is probably `beta` or more.
    fn star_roll<M: Mode>(
        &self,
        lane: &mut Lane<'_, '_>,
        turn: Turn<G, E>,
        depth: u32,
        window: Window,
        expects_cut: bool,
    ) -> Result<Value, Cancelled> {
        let (low, high) = self.evaluator.bounds(self.game.side(&turn.position));
        let span = Span { low: self.scaled(low, depth - 1), high: self.scaled(high, depth - 1) };
        let node = Node { turn, depth, span, sums: Sums::new(span, G::WEIGHTS, window) };
        // 1. The window may lie outside of what is possible.
        if let Some(score) = node.sums.score() {
            return Ok(score);
        }
        // 2. One reply to each roll, if that may be enough.
        let mut probes: Vec<OnceLock<Probe<G::Position>>> = Vec::new();
        if M::PROBES && expects_cut && window.beta < UNBOUNDED {
            probes.resize_with(self.game.rolls().len(), OnceLock::new);
            self.each_roll::<M>(lane, &node, |lane, roll| {
                if let Some(probe) = self.probe::<M>(lane, &node, roll)? {
                    assert!(probes[roll].set(probe).is_ok(), "each roll is probed once");
                }
                Ok(())
            })?;
        }
        // 3. All replies to the rolls that are not known by now.
        self.each_roll::<M>(lane, &node, |lane, roll| {
            self.replies::<M>(lane, &node, roll, probes.get(roll).and_then(OnceLock::get))
        })?;
        Ok(node.sums.score().expect("every roll is known or the node is cut"))
    }

    /// Does something to each roll until the node is done, in order or by all hands.
    fn each_roll<M: Mode>(
        &self,
        lane: &mut Lane<'_, '_>,
        node: &Node<G, E>,
        body: impl Fn(&mut Lane<'_, '_>, usize) -> Result<(), Cancelled> + Sync,
    ) -> Result<(), Cancelled> {
        let n = self.game.rolls().len();
        let is_done = || node.sums.score().is_some();
        if M::SHARED && node.depth >= self.split_depth && !is_done() {
            return self.crew.offer(lane, n, |lane, roll| {
                // The cut may be on its way from whoever found it.
                if !is_done() {
                    body(lane, roll)?;
                }
                if is_done() {
                    lane.at.cancel();
                }
                Ok(())
            });
        }
        (0..n).take_while(|_| !is_done()).try_for_each(|roll| body(lane, roll))
    }

    /// Looks at one reply to a roll: the most preferred, at the horizon (where to find that one costs as much as to look at all) the
    /// one remembered from another node, if it is legal. `None` if the node is done.
    fn probe<M: Mode>(
        &self,
        lane: &mut Lane<'_, '_>,
        node: &Node<G, E>,
        roll: usize,
    ) -> Result<Option<Probe<G::Position>>, Cancelled> {
        lane.at.poll()?;
        let weight = self.game.rolls()[roll].1;
        let Some(window) = node.sums.window(node.span, weight) else { return Ok(None) };
        let (replies, first) = if node.depth == 1 {
            (Vec::new(), self.remembered(lane, &node.turn, roll).unwrap_or(NO_VALUE))
        } else {
            let replies = self.choices(lane, &node.turn, roll);
            let first = self.star::<M>(lane, node.turn.before, &replies[0], node.depth - 1, window, false)?;
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
        node.sums.narrow(M::SHARED, weight, node.span, span);
        Ok(Some(Probe { replies, first, span }))
    }

    /// Looks at all replies to a roll, the first of which may have been looked at.
    fn replies<M: Mode>(
        &self,
        lane: &mut Lane<'_, '_>,
        node: &Node<G, E>,
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
                lane,
                &node.turn,
                &probe.replies,
                node.depth - 1,
                window,
                Some(probe.first),
            )?,
            None => self.star_play::<M>(lane, &node.turn, roll, node.depth - 1, window)?,
        };
        node.sums.narrow(M::SHARED, weight, span, span.narrowed(score, window));
        Ok(())
    }

    /// The decision node.
    fn star_play<M: Mode>(
        &self,
        lane: &mut Lane<'_, '_>,
        turn: &Turn<G, E>,
        roll: usize,
        depth: u32,
        window: Window,
    ) -> Result<Value, Cancelled> {
        lane.at.poll()?;
        if depth == 0 {
            return Ok(if M::PROBES {
                self.leaf::<true>(lane, turn, roll, window.beta)
            } else {
                self.leaf::<false>(lane, turn, roll, window.beta)
            });
        }
        let replies = self.choices(lane, turn, roll);
        self.best_reply::<M>(lane, turn, &replies, depth, window, None)
    }

    /// The best of some replies, the score of the first of which may be known. The first is looked at alone; the others, its young
    /// brothers, are offered to all workers if that is worth it.
    fn best_reply<M: Mode>(
        &self,
        lane: &mut Lane<'_, '_>,
        turn: &Turn<G, E>,
        replies: &[G::Position],
        depth: u32,
        window: Window,
        first: Option<Value>,
    ) -> Result<Value, Cancelled> {
        let best = AtomicI64::new(first.unwrap_or(NO_VALUE));
        let look = |lane: &mut Lane<'_, '_>, place: usize| {
            let window = window.raised(best.load(Relaxed));
            // The cut may be on its way from whoever found it.
            if window.alpha >= window.beta {
                return Ok(());
            }
            let value = self.star::<M>(lane, turn.before, &replies[place], depth, window, place > 0)?;
            best.fetch_max(value, Relaxed);
            if value >= window.beta {
                lane.counts.cuts += 1;
                lane.counts.first_move_cuts += (place == 0) as u64;
            }
            Ok(())
        };
        if first.is_none() {
            look(lane, 0)?;
        }
        let young = replies.len() - 1;
        if M::SHARED && depth >= self.split_depth - 1 && young > 1 && best.load(Relaxed) < window.beta {
            self.crew.offer(lane, young, |lane, i| {
                look(lane, i + 1)?;
                if best.load(Relaxed) >= window.beta {
                    lane.at.cancel();
                }
                Ok(())
            })?;
        } else {
            (1..=young).try_for_each(|place| look(lane, place))?;
        }
        Ok(best.into_inner())
    }
}

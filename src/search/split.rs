//! Young brothers in parallel: the one place where a node is shared.
//!
//! The owner has searched the eldest brother. It offers the rest as one ordered loop: whoever is free takes the
//! leftmost brother not yet taken, and the owner takes part. What they share is one word, the best score and its
//! place, which only rises ([`Ranked`]). `beta` is fixed for the life of the split point.
//!
//! Why the result keeps the contract of a node under every schedule is the value theorem in `search`.

use std::sync::atomic::{AtomicI64, Ordering::Relaxed};

use crate::game::{Evaluator, Game, Score};
use crate::sched::Cancelled;
use crate::search::context::Search;
use crate::search::memory::Lane;
use crate::search::node::{Best, Mode};
use crate::search::order::Order;
use crate::search::path::Frame;
use crate::search::window::{Ranked, Window};

impl<G: Game, E: Evaluator<G>> Search<'_, G, E> {
    /// Offers the moves at places 1.. and gives the best of all; `eldest` is the one at place 0 and has not cut.
    #[expect(clippy::too_many_arguments, reason = "all of them are the node's own state")]
    #[inline(never)]
    pub(super) fn offer_brothers<M: Mode>(
        &self,
        lane: &mut Lane<'_, '_>,
        frame: &Frame<'_, G>,
        moves: &[G::Move],
        order: &Order,
        depth: u32,
        window: Window,
        eldest: Best,
    ) -> Result<Best, Cancelled> {
        lane.counts.split_points += 1;
        let best = SharedBest::new(Ranked::new(eldest.score, 0));
        lane.at.split(moves.len() - 1, |at, young| {
            self.task(at, |lane| {
                let place = young + 1;
                let now = window.alpha.max(best.get().score());
                // The scope of a split is cancelled only after a merge of `beta` or more (invariant 4); a brother
                // that starts in between has nothing left to find.
                if now >= window.beta {
                    return Ok(());
                }
                let m = moves[order.at(place)];
                let score =
                    self.brother::<M>(lane, frame, m, depth, Window::new(now, window.beta), |score| {
                        best.merge(Ranked::new(score, place));
                        window.alpha.max(best.limit(place))
                    })?;
                best.merge(Ranked::new(score, place));
                if score >= window.beta {
                    at.cancel();
                }
                Ok(())
            })
        })?;
        let best = best.get();
        Ok(Best { score: best.score(), place: best.place() })
    }
}

/// The best move of a split point.
///
/// Relaxed is enough: a stale reading costs work and never correctness (invariant 1), the word carries all it says,
/// and the owner's last reading comes after the split has returned, which orders it after every merge.
pub(super) struct SharedBest(AtomicI64);

impl SharedBest {
    #[inline]
    pub fn new(first: Ranked) -> SharedBest {
        SharedBest(AtomicI64::new(first.word()))
    }

    #[inline]
    pub fn get(&self) -> Ranked {
        Ranked::from_word(self.0.load(Relaxed))
    }

    /// The largest score with which the move at `place` would still be worse than the best.
    #[inline]
    pub fn limit(&self, place: usize) -> Score {
        self.get().beaten_by_more_than(place)
    }

    #[inline]
    pub fn merge(&self, candidate: Ranked) {
        // Most brothers fail low: they must not take the line away from those who read it.
        if candidate > self.get() {
            self.0.fetch_max(candidate.word(), Relaxed);
        }
    }
}

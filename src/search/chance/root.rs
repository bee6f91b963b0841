//! The root with dice: the roll is known, one play is wanted, among equals always the same one.
//!
//! The answer is the play with the largest `(value, -place)`, its place being that in the generator's order. The argument that every
//! schedule finds it is the one of `search/root.rs`: a play that stands before the best so far is asked for `best` or more,
//! one that stands behind it for more than `best`; what comes back is a bound that cannot win, or the value.

use parking_lot::Mutex;

use crate::game::{EquityEvaluator, Stochastic};
use crate::sched::Cancelled;
use crate::search::chance::node::{Dice, Turn};
use crate::search::chance::star::Mode;
use crate::search::chance::value::{NO_VALUE, Value, Window};
use crate::search::memory::Lane;

/// The best play so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Best {
    pub value: Value,
    /// Its place in the generator's order.
    pub place: usize,
}

impl Best {
    const NONE: Best = Best { value: NO_VALUE, place: usize::MAX };

    /// The largest value with which the play at `place` would still be worse.
    fn limit(self, place: usize) -> Value {
        if place > self.place { self.value } else { self.value - 1 }
    }

    fn merge(&mut self, other: Best) {
        if other.value > self.limit(other.place) {
            *self = other;
        }
    }
}

/// A play at the root: its result and its place in the generator's order.
pub(super) struct RootPlay<P> {
    pub result: P,
    pub place: usize,
}

impl<G: Stochastic, E: EquityEvaluator<G>> Dice<'_, G, E> {
    /// The best of all plays by expectimax.
    pub(super) fn expectimax_root<const SHARED: bool>(
        &self,
        lane: &mut Lane<'_, '_>,
        turn: &Turn<G, E>,
        plays: &[RootPlay<G::Position>],
        depth: u32,
    ) -> Result<Best, Cancelled> {
        let best = Mutex::new(Best::NONE);
        let value = |lane: &mut Lane<'_, '_>, i: usize| {
            let RootPlay { result, place } = &plays[i];
            let value = self.expect::<SHARED>(lane, turn.before, result, depth)?;
            best.lock().merge(Best { value, place: *place });
            Ok(())
        };
        if SHARED {
            self.crew.offer(lane, plays.len(), value)?;
        } else {
            (0..plays.len()).try_for_each(|i| value(lane, i))?;
        }
        Ok(best.into_inner())
    }

    /// The best of all plays by Star1 or Star2. The first is searched alone; the others, its young brothers, with what it is worth as
    /// a bound.
    pub(super) fn star_root<M: Mode>(
        &self,
        lane: &mut Lane<'_, '_>,
        turn: &Turn<G, E>,
        plays: &[RootPlay<G::Position>],
        depth: u32,
    ) -> Result<Best, Cancelled> {
        let best = Mutex::new(Best::NONE);
        let value = |lane: &mut Lane<'_, '_>, i: usize| {
            let RootPlay { result, place } = &plays[i];
            let window = Window::FULL.raised(best.lock().limit(*place));
            let value = self.star::<M>(lane, turn.before, result, depth, window, i > 0)?;
            best.lock().merge(Best { value, place: *place });
            Ok(())
        };
        value(lane, 0)?;
        // Two plays side by side that both improve are both searched with too low a bound, which is dear where bounds do most: star2 had
        // 8 to 66 % more nodes in three of the ten positions of `benches/star.rs`. (Testing them with null windows first: 52 to
        // 66 %, since a test that passes costs about as much as the value.) So one after the other, each by all hands: 1 to 3 %.
        // Star1 has 0 to 7 % side by side and 3 to 23 % one after the other. Above the horizon all hands would be too many.
        let side_by_side = !M::PROBES || depth < self.split_depth;
        if M::SHARED && side_by_side {
            self.crew.offer(lane, plays.len() - 1, |lane, i| value(lane, i + 1))?;
        } else {
            (1..plays.len()).try_for_each(|i| value(lane, i))?;
        }
        Ok(best.into_inner())
    }
}

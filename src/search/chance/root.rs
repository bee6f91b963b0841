//! The root with dice: the roll is known, one play is wanted, and among equals always the same one.
//!
//! The answer is the play with the largest `(value, -place)`, where `place` counts in the
//! generator's order. The proof that every schedule finds it is that of `exact/root.rs`: a play
//! earlier than the best so far is searched for `best` or more, a later one for more than `best`;
//! the result is either its value or a bound that cannot win.

use parking_lot::Mutex;

use crate::game::{EquityEvaluator, Stochastic};
use crate::sched::Cancelled;
use crate::search::chance::search::{DiceSearch, Turn};
use crate::search::chance::star::StarMode;
use crate::search::chance::value::{NO_VALUE, Value, Window};
use crate::search::task::Task;

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

impl<G: Stochastic, E: EquityEvaluator<G>> DiceSearch<'_, G, E> {
    /// The best of all plays by expectimax.
    pub(super) fn expectimax_root<const SHARED: bool>(
        &self,
        task: &mut Task<'_, '_>,
        turn: &Turn<G, E>,
        plays: &[RootPlay<G::Position>],
        depth: u32,
    ) -> Result<Best, Cancelled> {
        let best = Mutex::new(Best::NONE);
        let value = |task: &mut Task<'_, '_>, i: usize| {
            let RootPlay { result, place } = &plays[i];
            let value = self.expect::<SHARED>(task, turn.before, result, depth)?;
            best.lock().merge(Best { value, place: *place });
            Ok(())
        };
        if SHARED {
            self.tasks.split(task, plays.len(), value)?;
        } else {
            (0..plays.len()).try_for_each(|i| value(task, i))?;
        }
        Ok(best.into_inner())
    }

    /// The best of all plays by Star1 or Star2. The first is searched alone, and its value is a
    /// bound for the others, its young brothers.
    pub(super) fn star_root<M: StarMode>(
        &self,
        task: &mut Task<'_, '_>,
        turn: &Turn<G, E>,
        plays: &[RootPlay<G::Position>],
        depth: u32,
    ) -> Result<Best, Cancelled> {
        let best = Mutex::new(Best::NONE);
        let value = |task: &mut Task<'_, '_>, i: usize| {
            let RootPlay { result, place } = &plays[i];
            let window = Window::FULL.raised(best.lock().limit(*place));
            let value = self.star::<M>(task, turn.before, result, depth, window, i > 0)?;
            best.lock().merge(Best { value, place: *place });
            Ok(())
        };
        value(task, 0)?;
        // If two plays side by side both improve, both are searched with too low a bound. That
        // costs most where bounds cut most: star2 searched 8 to 66 % more nodes in three of the ten
        // positions of `benches/star.rs`. (Testing with null windows first: 52 to 66 %, since a
        // test that passes costs about as much as the value.) One play after the other, each in
        // parallel below it: 1 to 3 %. Star1: 0 to 7 % side by side, 3 to 23 % one after the other.
        // Just above the horizon there is too little work below one play to share.
        let side_by_side = !M::PROBES || depth < self.split_depth;
        if M::SHARED && side_by_side {
            self.tasks.split(task, plays.len() - 1, |task, i| value(task, i + 1))?;
        } else {
            (1..plays.len()).try_for_each(|i| value(task, i))?;
        }
        Ok(best.into_inner())
    }
}

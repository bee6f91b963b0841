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

/// A root to be searched to one depth.
pub(super) struct Root<'r, 's, G: Stochastic, E: EquityEvaluator<G>> {
    pub dice: &'r DiceSearch<'s, G, E>,
    pub turn: &'r Turn<G, E>,
    pub plays: &'r [RootPlay<G::Position>],
    pub depth: u32,
}

impl<G: Stochastic, E: EquityEvaluator<G>> Root<'_, '_, G, E> {
    /// The best of all plays by expectimax.
    pub fn expectimax<const SHARED: bool>(&self, task: &mut Task<'_, '_>) -> Result<Best, Cancelled> {
        let value = |task: &mut Task<'_, '_>, result: &G::Position, _, _| {
            self.dice.expect::<SHARED>(task, self.turn.before, result, self.depth)
        };
        self.best(task, 0, SHARED, value)
    }

    /// The best of all plays by Star1 or Star2. The first is searched alone, and its value is a
    /// bound for the others, its young brothers.
    pub fn star<M: StarMode>(&self, task: &mut Task<'_, '_>) -> Result<Best, Cancelled> {
        let value = |task: &mut Task<'_, '_>, result: &G::Position, limit: Value, young: bool| {
            let window = Window::FULL.raised(limit);
            self.dice.star::<M>(task, self.turn.before, result, self.depth, window, young)
        };
        // If two plays side by side both improve, both are searched with too low a bound. That
        // costs most where bounds cut most: star2 searched 8 to 66 % more nodes in three of the ten
        // positions of `benches/star.rs`. (Testing with null windows first: 52 to 66 %, since a
        // test that passes costs about as much as the value.) One play after the other, each in
        // parallel below it: 1 to 3 %. Star1: 0 to 7 % side by side, 3 to 23 % one after the other.
        // Just above the horizon there is too little work below one play to share.
        let side_by_side = !M::PROBES || self.depth < self.dice.split_depth;
        self.best(task, 1, M::SHARED && side_by_side, value)
    }

    /// The best of all plays. `value` is told the largest value with which a play would still be
    /// worse than the best so far, and whether another was searched before it. After the first
    /// `alone` plays, the others are searched side by side if they are `shared`.
    fn best(
        &self,
        task: &mut Task<'_, '_>,
        alone: usize,
        shared: bool,
        value: impl Fn(&mut Task<'_, '_>, &G::Position, Value, bool) -> Result<Value, Cancelled> + Sync,
    ) -> Result<Best, Cancelled> {
        let best = Mutex::new(Best::NONE);
        let look = |task: &mut Task<'_, '_>, i: usize| {
            let RootPlay { result, place } = &self.plays[i];
            let limit = best.lock().limit(*place);
            let value = value(task, result, limit, i > 0)?;
            best.lock().merge(Best { value, place: *place });
            Ok(())
        };
        let alone = if shared { alone } else { self.plays.len() };
        (0..alone).try_for_each(|i| look(task, i))?;
        if shared {
            let others = self.plays.len() - alone;
            self.dice.tasks.split(task, others, |task, i| look(task, alone + i))?;
        }
        Ok(best.into_inner())
    }
}

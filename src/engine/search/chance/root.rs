//! The root with dice. Plays are ranked by `(value, -place)` in the generator's order. The proof
//! that the best are the same under every schedule is that of `exact/root.rs`.

use parking_lot::Mutex;

use crate::game::{EquityEvaluator, Stochastic};
use crate::search::chance::search::{DiceSearch, ToRoll};
use crate::search::chance::star::StarMode;
use crate::search::chance::value::{Value, Window};
use crate::search::task::Task;
use crate::search::top::{RankKey, Top};
use sparring_sched::Cancelled;

pub(super) struct RootPlay<P> {
    pub result: P,
    pub place: usize,
}

pub(super) struct Root<'r, 's, G: Stochastic, E: EquityEvaluator<G>> {
    pub dice: &'r DiceSearch<'s, G, E>,
    pub to_roll: &'r ToRoll<G, E>,
    pub plays: &'r [RootPlay<G::Position>],
    pub depth: u32,
    pub wanted: usize,
}

impl<G: Stochastic, E: EquityEvaluator<G>> Root<'_, '_, G, E> {
    /// `shared`: the plays are tasks; `SHARED`: so are rolls below.
    pub fn expectimax<const SHARED: bool>(
        &self,
        task: &mut Task<'_, '_>,
        shared: bool,
    ) -> Result<Vec<RankKey>, Cancelled> {
        let value = |task: &mut Task<'_, '_>, result: &G::Position, _, _| {
            self.dice.expect::<SHARED>(task, self.to_roll.before, result, self.depth)
        };
        self.best(task, (0, shared), value)
    }

    /// The first wanted plays give bounds for the others.
    pub fn star<M: StarMode>(&self, task: &mut Task<'_, '_>) -> Result<Vec<RankKey>, Cancelled> {
        let value = |task: &mut Task<'_, '_>, result: &G::Position, limit: Value, young: bool| {
            let window = Window::FULL.raised(limit);
            self.dice.star::<M>(task, self.to_roll.before, result, self.depth, window, young)
        };
        // Two plays that both improve side by side are searched with too low a bound. Just above
        // the horizon there is too little work below one play to share.
        let side_by_side = !M::PROBES || self.depth < self.dice.split_depth;
        self.best(task, (self.wanted, M::SHARED && side_by_side), value)
    }

    /// The best plays in order. `value` gets the largest value that is too low for a play, and true
    /// if as many as are wanted came before. After the first `elders`, the plays are tasks if
    /// `shared`.
    fn best(
        &self,
        task: &mut Task<'_, '_>,
        (elders, shared): (usize, bool),
        value: impl Fn(&mut Task<'_, '_>, &G::Position, Value, bool) -> Result<Value, Cancelled> + Sync,
    ) -> Result<Vec<RankKey>, Cancelled> {
        let top = Mutex::new(Top::new(self.wanted));
        let look = |task: &mut Task<'_, '_>, i: usize| {
            let RootPlay { result, place } = &self.plays[i];
            let limit = top.lock().limit(*place);
            let value = value(task, result, limit, i >= self.wanted)?;
            top.lock().merge(RankKey { value, place: *place });
            Ok(())
        };
        let alone = if shared { elders.min(self.plays.len()) } else { self.plays.len() };
        (0..alone).try_for_each(|i| look(task, i))?;
        if shared {
            let others = self.plays.len() - alone;
            self.dice.tasks.split(task, others, |task, i| look(task, alone + i))?;
        }
        Ok(top.into_inner().into_keys())
    }
}

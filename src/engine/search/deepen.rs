//! Iterative deepening (Slate and Atkin 1977), for every kind of tree. Shallow depths cost little
//! and order the moves of deeper ones. A search that is stopped answers with the last finished
//! depth, a playing search with what it has found since. One depth is always finished, except in a
//! playing search by time or a stop, if it takes long.

use std::sync::OnceLock;
use std::time::{Duration, Instant};

use crate::search::answer::{Answer, Iteration, Listener, ScoredLine};
use crate::search::limits::{Guard, Limits, StopCause};
use crate::search::memory::Memories;
use crate::search::table::Table;
use crate::search::task::Tasks;
use crate::search::window::Bound;
use sparring_sched::{CancelScope, Cancelled, Scoped, Stopwatch, Worker};

pub struct Resources<'s> {
    pub stopwatch: Stopwatch,
    pub table: &'s Table,
    pub memories: &'s Memories,
    /// A root scope of the pool, cancelled from outside or by a limit.
    pub stop: &'s CancelScope,
    /// A root scope of the pool that is never cancelled from outside, for the certain depth.
    pub certain: &'s CancelScope,
}

impl<'s> Resources<'s> {
    /// Resets the counts and returns the shared part of a new search's tasks, without limits.
    pub(super) fn tasks(&self) -> Tasks<'s> {
        self.memories.reset_counts();
        Tasks { memories: self.memories, guard: Guard::idle(self.certain, self.stopwatch.clone()) }
    }
}

pub struct Assignment<'a, G, E> {
    pub game: &'a G,
    pub evaluator: &'a E,
    pub with: &'a Resources<'a>,
}

impl<'a, G, E> Assignment<'a, G, E> {
    pub fn by<F>(self, evaluator: &'a F) -> Assignment<'a, G, F> {
        let Assignment { game, with, .. } = self;
        Assignment { game, evaluator, with }
    }
}

/// A tree that keeps the order of its root's moves from depth to depth.
pub(super) trait Tree<'s>: Send {
    type Move: Clone + Send;
    type Value: Copy + Send;

    fn tasks(&mut self) -> &mut Tasks<'s>;

    /// Searches to one depth. Returns at least one line, the best first.
    fn search(&mut self, at: Scoped<'_>, depth: u32) -> Result<Lines<Self::Move, Self::Value>, Cancelled>;

    /// True if the finished depth is enough, `time` after the clock began.
    fn is_enough(&mut self, _time: Duration) -> bool {
        false
    }

    /// The result of a cancelled depth, if it is better than the last finished one. Always there
    /// for a certain depth that may be cancelled.
    fn unfinished(&mut self) -> Option<Partial<Self::Move, Self::Value>> {
        None
    }

    /// The deepest ply reached, where that may exceed the depth, or 0.
    fn selective_depth(&mut self) -> u32 {
        0
    }
}

pub(super) type Lines<M, V> = Vec<ScoredLine<M, V>>;

/// Lines, and the relation of the first one's value to its score.
pub(super) type Partial<M, V> = (Lines<M, V>, Bound);

pub(super) fn to_front<T>(items: &mut [T], is_it: impl Fn(&T) -> bool) {
    let place = items.iter().position(is_it).expect("the item is one of them");
    items[..=place].rotate_right(1);
}

pub(super) struct DeepeningPlan<'s> {
    /// The depth that is finished in any case: first if `depths` begins with it, or else if none of
    /// `depths` was.
    pub certain: u32,
    /// True if time or a stop may end even that depth, if it takes more than some hundred nodes.
    pub patient: bool,
    /// In ascending order.
    pub depths: Vec<u32>,
    pub limits: Limits,
    /// The moment at which the clock for limits of time begins to run, if not at once.
    pub begins: Option<&'s OnceLock<Instant>>,
}

pub(super) fn deepen<'s, T: Tree<'s>, O>(
    mut tree: T,
    plan: DeepeningPlan<'s>,
    with: &Resources<'s>,
    mut worker: Worker<'_>,
    listener: &mut Listener<'_, T::Move, T::Value>,
) -> Answer<T::Move, T::Value, O> {
    let mut deepening = Deepening { tree: &mut tree, with, listener, depth: 0, last: None };
    let (first, depths) = match plan.depths.split_first() {
        Some((&first, deeper)) if first == plan.certain => (Some(first), deeper),
        _ => (None, &*plan.depths),
    };
    let certainly = first.map_or(Ok(()), |first| deepening.certainly(worker.lend(), first, &plan));
    let stopped = certainly.and_then(|()| {
        let (watch, workers) = (with.stopwatch.clone(), with.memories.workers());
        let guard = Guard::new(with.stop, watch, plan.limits, workers).from(plan.begins);
        deepening.run(worker.lend(), depths, guard)
    });
    let stopped = stopped.err();
    if deepening.last.is_none() {
        let _finished = deepening.certainly(worker, plan.certain, &plan);
    }
    let last = deepening.last.expect("the certain depth has a result");
    let (score, counts, time) = (last.score, with.memories.total(), with.stopwatch.elapsed());
    Answer { last: Some(last), outcome: None, score, stopped, counts, time }
}

struct Deepening<'d, 's, 'l, T: Tree<'s>> {
    tree: &'d mut T,
    with: &'d Resources<'s>,
    listener: &'d mut Listener<'l, T::Move, T::Value>,
    /// The depth that was begun last.
    depth: u32,
    last: Option<Iteration<T::Move, T::Value>>,
}

impl<'s, T: Tree<'s>> Deepening<'_, 's, '_, T> {
    fn certainly(
        &mut self,
        worker: Worker<'_>,
        depth: u32,
        plan: &DeepeningPlan<'s>,
    ) -> Result<(), StopCause> {
        let &Resources { ref stopwatch, certain, stop, .. } = self.with;
        let guard = match plan.patient {
            true => Guard::patient(certain, stopwatch.clone(), plan.limits, stop).from(plan.begins),
            false => Guard::idle(certain, stopwatch.clone()),
        };
        self.run(worker, &[depth], guard)
    }

    fn run(&mut self, worker: Worker<'_>, depths: &[u32], guard: Guard<'s>) -> Result<(), StopCause> {
        if depths.is_empty() {
            return Ok(());
        }
        self.tree.tasks().guard = guard;
        let scope = self.tree.tasks().guard.scope();
        let done = worker.enter(scope, |mut at| {
            for &depth in depths {
                self.depth(at.lend(), depth)?;
                let time = self.tree.tasks().guard.spent();
                let enough = depth != depths[depths.len() - 1] && self.tree.is_enough(time);
                if self.tree.tasks().guard.ends(enough) {
                    return Ok(true);
                }
            }
            Ok(false)
        });
        match done {
            Ok(false) => Ok(()),
            Ok(true) => Err(StopCause::Time),
            Err(Cancelled { .. }) => {
                self.unfinished();
                Err(self.tree.tasks().guard.cause())
            }
        }
    }

    fn depth(&mut self, at: Scoped<'_>, depth: u32) -> Result<(), Cancelled> {
        self.depth = depth;
        let lines = self.tree.search(at, depth)?;
        self.found(true, lines, Bound::Exact);
        Ok(())
    }

    fn unfinished(&mut self) {
        if let Some((lines, bound)) = self.tree.unfinished() {
            self.found(false, lines, bound);
        }
    }

    fn found(&mut self, finished: bool, lines: Lines<T::Move, T::Value>, bound: Bound) {
        let ScoredLine { score, pv } = lines.first().expect("a game that goes on has a move").clone();
        let (counts, time) = (self.with.memories.total(), self.with.stopwatch.elapsed());
        let (depth, selective_depth, best) = (self.depth, self.tree.selective_depth(), pv[0].clone());
        let iteration =
            Iteration { depth, finished, selective_depth, best, score, bound, pv, lines, counts, time };
        (self.listener)(&iteration);
        self.last = Some(iteration);
    }
}

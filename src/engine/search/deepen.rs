//! Iterative deepening (Slate and Atkin 1977). Shallow depths cost little and order the moves of
//! deeper ones. A search that is stopped answers with the last finished depth; one depth is always
//! finished.

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
    /// A root scope of the pool that is never cancelled, for the certain depth.
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

    /// Returns at least one line, the best first.
    fn search(&mut self, at: Scoped<'_>, depth: u32) -> Result<Lines<Self::Move, Self::Value>, Cancelled>;

    /// True if the finished depth is enough, `time` after the clock began.
    fn is_enough(&mut self, _time: Duration) -> bool {
        false
    }

    /// The result of a cancelled depth, if it is better than the last finished one.
    fn unfinished(&mut self) -> Option<Partial<Self::Move, Self::Value>> {
        None
    }

    /// The deepest ply reached, or 0 if that is never more than the depth.
    fn selective_depth(&mut self) -> u32 {
        0
    }
}

pub(super) type Lines<M, V> = Vec<ScoredLine<M, V>>;

/// The bound is that of the first line.
pub(super) type Partial<M, V> = (Lines<M, V>, Bound);

pub(super) fn to_front<T>(items: &mut [T], is_it: impl Fn(&T) -> bool) {
    let place = items.iter().position(is_it).expect("the item is one of them");
    items[..=place].rotate_right(1);
}

pub(super) struct DeepeningPlan<'s> {
    /// The depth finished in any case: first if `depths` begins with it, or else if none was.
    pub certain: u32,
    /// In ascending order.
    pub depths: Vec<u32>,
    pub limits: Limits,
    /// The start of the clock for limits of time, if not at once.
    pub begins: Option<&'s OnceLock<Instant>>,
}

pub(super) fn deepen<'s, T: Tree<'s>, O>(
    mut tree: T,
    plan: DeepeningPlan<'s>,
    with: &Resources<'s>,
    mut worker: Worker<'_>,
    listener: &mut Listener<'_, T::Move, T::Value>,
) -> Answer<T::Move, T::Value, O> {
    let mut deepening = Deepening { tree: &mut tree, with, listener, last: None };
    let (first, depths) = match plan.depths.split_first() {
        Some((&first, deeper)) if first == plan.certain => (Some(first), deeper),
        _ => (None, &*plan.depths),
    };
    if let Some(first) = first {
        deepening.certainly(worker.lend(), first);
    }
    let guard =
        Guard::new(with.stop, with.stopwatch.clone(), plan.limits, with.memories.workers()).from(plan.begins);
    let stopped = deepening.run(worker.lend(), depths, guard).err();
    if deepening.last.is_none() {
        deepening.certainly(worker, plan.certain);
    }
    let last = deepening.last.expect("the certain depth is never cancelled");
    let (score, counts, time) = (last.score, with.memories.total(), with.stopwatch.elapsed());
    Answer { last: Some(last), outcome: None, score, stopped, counts, time }
}

struct Deepening<'d, 's, 'l, T: Tree<'s>> {
    tree: &'d mut T,
    with: &'d Resources<'s>,
    listener: &'d mut Listener<'l, T::Move, T::Value>,
    last: Option<Iteration<T::Move, T::Value>>,
}

impl<'s, T: Tree<'s>> Deepening<'_, 's, '_, T> {
    fn certainly(&mut self, worker: Worker<'_>, depth: u32) {
        let finished =
            self.run(worker, &[depth], Guard::idle(self.with.certain, self.with.stopwatch.clone()));
        debug_assert!(finished.is_ok());
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
        let lines = self.tree.search(at, depth)?;
        self.found(depth, lines, Bound::Exact);
        Ok(())
    }

    fn unfinished(&mut self) {
        let depth = self.last.as_ref().map(|last| last.depth);
        if let Some((depth, (lines, bound))) = depth.zip(self.tree.unfinished()) {
            self.found(depth, lines, bound);
        }
    }

    fn found(&mut self, depth: u32, lines: Lines<T::Move, T::Value>, bound: Bound) {
        let ScoredLine { score, pv } = lines.first().expect("a game that goes on has a move").clone();
        let (counts, time) = (self.with.memories.total(), self.with.stopwatch.elapsed());
        let selective_depth = self.tree.selective_depth();
        let iteration =
            Iteration { depth, selective_depth, best: pv[0].clone(), score, bound, pv, lines, counts, time };
        (self.listener)(&iteration);
        self.last = Some(iteration);
    }
}

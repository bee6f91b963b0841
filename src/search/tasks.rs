//! The workers of one search: tasks with counts of their own, added up when they end.

use crate::sched::{Cancelled, Scoped};
use crate::search::limits::Guard;
use crate::search::memory::{Below, Counts, Lane, Memory, SharedBelow};

/// What the tasks of one search share, whatever is searched.
pub(super) struct Tasks<'s> {
    /// One for each worker of the pool.
    pub memories: &'s [Memory],
    pub guard: Guard<'s>,
}

impl Tasks<'_> {
    /// Runs a task's body with a lane of its own and adds its counts before it returns: the scheduler publishes the
    /// end of a task only after that. `parent` hears of them too.
    #[inline]
    pub fn task<R>(
        &self,
        at: Scoped<'_>,
        parent: &SharedBelow,
        body: impl FnOnce(&mut Lane<'_, '_>) -> Result<R, Cancelled>,
    ) -> Result<R, Cancelled> {
        let memory = &self.memories[at.index()];
        let mut lane = Lane { at, memory, counts: Counts::default(), below: Below::default() };
        let result = body(&mut lane);
        let nodes = lane.counts.nodes + lane.below.nodes;
        let wasted = if result.is_err() { nodes } else { lane.below.wasted };
        parent.add(Below { nodes, wasted });
        lane.counts.wasted_nodes = wasted - lane.below.wasted;
        memory.add(&lane.counts);
        lane.at.add_nodes(lane.counts.nodes);
        let unreported = self.guard.unreported(lane.counts.nodes);
        if let Some(batch) = memory.collect(unreported, |nodes| self.guard.is_batch(nodes)) {
            self.report(&lane, batch);
        }
        result
    }

    /// An ordered loop whose bodies are tasks, each with a lane of its own.
    pub fn offer(
        &self,
        lane: &mut Lane<'_, '_>,
        n: usize,
        body: impl Fn(&mut Lane<'_, '_>, usize) -> Result<(), Cancelled> + Sync,
    ) -> Result<(), Cancelled> {
        lane.counts.split_points += 1;
        let below = SharedBelow::default();
        let done = lane.at.lend().split(n, |at, index| self.task(at, &below, |lane| body(lane, index)));
        lane.below.take(below);
        done
    }

    /// Counts `nodes` more nodes of a task and reports them to the limits when they fill a batch.
    #[inline]
    pub fn count(&self, lane: &mut Lane<'_, '_>, nodes: u64) {
        let before = lane.counts.nodes;
        lane.counts.nodes += nodes;
        let batches = self.guard.batches(before, lane.counts.nodes);
        if batches != 0 {
            self.report(lane, batches);
        }
    }

    /// Reports nodes to the limits. Often enough to be the moment for a sample of the counters too.
    #[cold]
    #[inline(never)]
    pub fn report(&self, lane: &Lane<'_, '_>, nodes: u64) {
        lane.at.sample();
        self.guard.report(nodes);
    }
}

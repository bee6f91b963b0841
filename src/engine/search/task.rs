//! The tasks of a search. A task counts on its own stack; at its end its counts go to its worker
//! and to the task above it.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use crate::search::limits::Guard;
use crate::search::memory::{Counts, Memories, Memory, Waste};
use sparring_sched::{Cancelled, Scoped};

pub(super) struct Tasks<'s> {
    pub memories: &'s Memories,
    pub guard: Guard<'s>,
}

impl Tasks<'_> {
    /// Runs a task and adds its counts to its worker and to `parent` before it returns, because the
    /// scheduler then publishes its end.
    #[inline]
    pub fn run<R>(
        &self,
        at: Scoped<'_>,
        parent: &SharedBelow,
        body: impl FnOnce(&mut Task<'_, '_>) -> Result<R, Cancelled>,
    ) -> Result<R, Cancelled> {
        let memory = self.memories.of(at.index());
        let counts = Counts::default();
        let mut task = Task { at, memory, fills: false, counts, told: 0, below: Below::default() };
        let result = body(&mut task);
        let nodes = task.counts.nodes + task.below.nodes;
        let wasted = if result.is_err() { nodes } else { task.below.wasted };
        parent.add(Below { nodes, wasted, blamed: task.below.blamed });
        task.counts.wasted_nodes = wasted - task.below.wasted;
        memory.add(&task.counts);
        task.tell();
        let unreported = self.guard.unreported(task.counts.nodes);
        if let Some(batch) = memory.collect(unreported, |nodes| self.guard.is_batch(nodes)) {
            self.report(&task, batch);
        }
        result
    }

    pub fn split(
        &self,
        task: &mut Task<'_, '_>,
        n: usize,
        body: impl Fn(&mut Task<'_, '_>, usize) -> Result<(), Cancelled> + Sync,
    ) -> Result<(), Cancelled> {
        task.counts.split_points += 1;
        let below = SharedBelow::default();
        let done = task.at.lend().split(n, |at, index| self.run(at, &below, |task| body(task, index)));
        task.below.take(below);
        done
    }

    /// Reports nodes to the limits when they fill a batch.
    #[inline]
    pub fn count(&self, task: &mut Task<'_, '_>, nodes: u64) {
        task.at.pass(nodes);
        let before = task.counts.nodes;
        task.counts.nodes += nodes;
        let batches = self.guard.batches(before, task.counts.nodes);
        if batches != 0 {
            task.tell();
            self.report(task, batches);
        }
    }

    /// Reports nodes to the limits, and samples the performance counters.
    #[cold]
    #[inline(never)]
    pub fn report(&self, task: &Task<'_, '_>, nodes: u64) {
        task.at.sample();
        self.guard.report(nodes);
    }
}

pub(super) struct Task<'w, 's> {
    pub at: Scoped<'w>,
    pub memory: &'s Memory,
    /// True if it only fills idle time: it shares nothing, and gives way to tasks that count.
    pub fills: bool,
    pub counts: Counts,
    /// The nodes that its worker's counter includes.
    told: u64,
    /// Nodes of all descendant tasks, whichever worker ran them.
    pub below: Below,
}

impl Task<'_, '_> {
    /// Runs work that only fills idle time ([`Scoped::fill`]).
    pub fn fill<R>(&mut self, body: impl FnOnce(&mut Task<'_, '_>) -> R) -> R {
        let Task { at, memory, counts, told, below, .. } = self;
        at.lend().fill(|at| {
            let mut task = Task { at, memory, fills: true, counts: *counts, told: *told, below: *below };
            let result = body(&mut task);
            (*counts, *told, *below) = (task.counts, task.told, task.below);
            result
        })
    }

    /// Blames `waste` for the nodes wasted in the split that has just ended.
    #[inline]
    pub fn blame(&mut self, waste: Waste) {
        let Below { wasted, blamed, .. } = &mut self.below;
        if *wasted != *blamed {
            self.memory.blame(waste, *wasted - *blamed);
            *blamed = *wasted;
        }
    }

    /// Adds its new nodes to its worker's counter, also before its end, so that progress is
    /// visible.
    #[inline]
    fn tell(&mut self) {
        self.at.count(self.counts.nodes - self.told);
        self.told = self.counts.nodes;
    }
}

/// Nodes of a task's descendants, and the wasted ones: all of them if the task is cancelled.
#[derive(Clone, Copy, Default)]
pub(super) struct Below {
    pub nodes: u64,
    pub wasted: u64,
    /// Wasted nodes with a reason recorded.
    pub blamed: u64,
}

/// A [`Below`] for the tasks of one split. Relaxed: the end of the split orders every addition
/// before its use.
#[derive(Default)]
pub(super) struct SharedBelow {
    nodes: AtomicU64,
    wasted: AtomicU64,
    blamed: AtomicU64,
}

impl SharedBelow {
    pub fn add(&self, more: Below) {
        self.nodes.fetch_add(more.nodes, Relaxed);
        if more.wasted != 0 {
            self.wasted.fetch_add(more.wasted, Relaxed);
            self.blamed.fetch_add(more.blamed, Relaxed);
        }
    }
}

impl Below {
    pub fn take(&mut self, split: SharedBelow) {
        self.nodes += split.nodes.into_inner();
        self.wasted += split.wasted.into_inner();
        self.blamed += split.blamed.into_inner();
    }
}

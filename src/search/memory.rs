//! What each worker keeps for itself: which quiet moves have cut (killers, history), which replies to rolls were good, and its counts.
//!
//! Every cell has one writer, the worker it belongs to, so a count is a relaxed load and a relaxed store. Others read
//! only when the search is over. A task counts in a [`Lane`] on its own stack and adds that up when it ends.

use std::sync::atomic::{AtomicI32, AtomicU32, AtomicU64, Ordering::Relaxed};

use crate::game::MAX_PLY;
use crate::sched::Scoped;

/// Counts of a search: of one worker, or of all.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Nodes visited, the wasted ones included.
    pub nodes: u64,
    /// Of those: visited by tasks that were cancelled, or by tasks below them.
    pub wasted_nodes: u64,
    /// Nodes where a move failed high.
    pub cuts: u64,
    /// Of those: where the first move tried did.
    pub first_move_cuts: u64,
    /// Nodes whose children were offered to all workers.
    pub split_points: u64,
    /// Static evaluations, those for ordering included; counted in games with dice.
    pub evaluations: u64,
}

impl Counts {
    /// Adds another worker's counts.
    pub fn add(&mut self, other: Counts) {
        self.nodes += other.nodes;
        self.wasted_nodes += other.wasted_nodes;
        self.cuts += other.cuts;
        self.first_move_cuts += other.first_move_cuts;
        self.split_points += other.split_points;
        self.evaluations += other.evaluations;
    }
}

/// One worker's memory. Starts on its own pair of cache lines.
#[derive(Default)]
#[repr(align(128))]
pub struct Memory {
    history: Box<[AtomicI32]>,
    /// Two per ply: the history index of a quiet move that cut there, plus 1; 0 for none.
    killers: Box<[[AtomicU32; 2]]>,
    /// With dice, by roll: the key of the play that was the best at the horizon when that roll was last looked at; 0 for none.
    replies: Box<[AtomicU64]>,
    nodes: AtomicU64,
    wasted_nodes: AtomicU64,
    cuts: AtomicU64,
    first_move_cuts: AtomicU64,
    split_points: AtomicU64,
    evaluations: AtomicU64,
    /// Nodes of short tasks that the limits have not heard of yet.
    unreported: AtomicU64,
}

/// History stays within `0..=HISTORY_MAX`.
pub(super) const HISTORY_MAX: i32 = 1 << 14;

impl Memory {
    /// An empty memory for `quiet` different quiet moves and `rolls` different rolls.
    pub fn new(quiet: usize, rolls: usize) -> Memory {
        let mut memory = Memory::default();
        memory.make_room(quiet, rolls);
        memory
    }

    /// Room for `quiet` different quiet moves and `rolls` different rolls. What does not fit any more is forgotten.
    pub fn make_room(&mut self, quiet: usize, rolls: usize) {
        if self.history.len() < quiet {
            self.history = (0..quiet).map(|_| AtomicI32::new(0)).collect();
        }
        if self.replies.len() < rolls {
            self.replies = (0..rolls).map(|_| AtomicU64::new(0)).collect();
        }
        if self.killers.is_empty() {
            self.killers = (0..=MAX_PLY).map(|_| Default::default()).collect();
        }
    }

    /// Forgets killers, history and replies; the counts stay.
    pub fn forget(&self) {
        self.history.iter().for_each(|cell| cell.store(0, Relaxed));
        self.killers.iter().flatten().for_each(|cell| cell.store(0, Relaxed));
        self.replies.iter().for_each(|cell| cell.store(0, Relaxed));
    }

    /// How well the quiet move with this index has done.
    #[inline]
    pub fn history(&self, index: usize) -> i32 {
        self.history[index].load(Relaxed)
    }

    /// The killers of a ply, as history indices plus 1.
    #[inline]
    pub fn killers(&self, ply: u32) -> [u32; 2] {
        let [a, b] = &self.killers[ply as usize];
        [a.load(Relaxed), b.load(Relaxed)]
    }

    /// The quiet move with this index cut at `ply`.
    #[inline]
    pub fn remember_killer(&self, ply: u32, index: usize) {
        let [a, b] = &self.killers[ply as usize];
        let (latest, mark) = (a.load(Relaxed), index as u32 + 1);
        if latest != mark {
            b.store(latest, Relaxed);
            a.store(mark, Relaxed);
        }
    }

    /// The key of the best play when this roll was last looked at; 0 for none.
    #[inline]
    pub fn reply(&self, roll: usize) -> u64 {
        self.replies[roll].load(Relaxed)
    }

    /// The play with this key was the best of this roll.
    #[inline]
    pub fn remember_reply(&self, roll: usize, key: u64) {
        self.replies[roll].store(key, Relaxed);
    }

    /// Adds to the score of a quiet move, the less the nearer it is to its bound.
    #[inline]
    pub fn reward(&self, index: usize, bonus: i32) {
        let cell = &self.history[index];
        let old = cell.load(Relaxed);
        cell.store(old + bonus - old * bonus / HISTORY_MAX, Relaxed);
    }

    /// This worker's counts; exact when it is at rest.
    pub fn counts(&self) -> Counts {
        Counts {
            nodes: self.nodes.load(Relaxed),
            wasted_nodes: self.wasted_nodes.load(Relaxed),
            cuts: self.cuts.load(Relaxed),
            first_move_cuts: self.first_move_cuts.load(Relaxed),
            split_points: self.split_points.load(Relaxed),
            evaluations: self.evaluations.load(Relaxed),
        }
    }

    /// Sets the counts to zero, before a search.
    pub fn reset_counts(&self) {
        for cell in [
            &self.nodes,
            &self.wasted_nodes,
            &self.cuts,
            &self.first_move_cuts,
            &self.split_points,
            &self.evaluations,
            &self.unreported,
        ] {
            cell.store(0, Relaxed);
        }
    }

    /// Adds the counts of a task that has ended.
    pub fn add(&self, counts: &Counts) {
        let add = |cell: &AtomicU64, n: u64| cell.store(cell.load(Relaxed) + n, Relaxed);
        add(&self.nodes, counts.nodes);
        add(&self.wasted_nodes, counts.wasted_nodes);
        add(&self.cuts, counts.cuts);
        add(&self.first_move_cuts, counts.first_move_cuts);
        add(&self.split_points, counts.split_points);
        add(&self.evaluations, counts.evaluations);
    }

    /// Collects the unreported nodes of short tasks; gives them back once `is_batch` says they are enough.
    #[inline]
    pub fn collect(&self, nodes: u64, is_batch: impl Fn(u64) -> bool) -> Option<u64> {
        let sum = self.unreported.load(Relaxed) + nodes;
        let batch = is_batch(sum);
        self.unreported.store(if batch { 0 } else { sum }, Relaxed);
        batch.then_some(sum)
    }
}

/// What one task carries down its tree: the worker that runs it, in the scope it belongs to, and its counts.
pub(super) struct Lane<'w, 's> {
    pub at: Scoped<'w>,
    pub memory: &'s Memory,
    pub counts: Counts,
    /// What the tasks of splits below this one have counted, in whose hands whatsoever.
    pub below: Below,
}

/// Nodes of a task's descendants, and how many of those are wasted already: if the task is cancelled, all of them are.
#[derive(Clone, Copy, Default)]
pub(super) struct Below {
    pub nodes: u64,
    pub wasted: u64,
}

/// The same, filled by the tasks of one split.
#[derive(Default)]
pub(super) struct SharedBelow {
    nodes: AtomicU64,
    wasted: AtomicU64,
}

impl SharedBelow {
    pub fn add(&self, more: Below) {
        self.nodes.fetch_add(more.nodes, Relaxed);
        if more.wasted != 0 {
            self.wasted.fetch_add(more.wasted, Relaxed);
        }
    }
}

impl Below {
    /// After a split: takes over what its tasks have counted.
    pub fn take(&mut self, split: SharedBelow) {
        self.nodes += split.nodes.into_inner();
        self.wasted += split.wasted.into_inner();
    }
}

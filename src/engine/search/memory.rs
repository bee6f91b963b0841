//! The memory of each worker: replies to rolls, and counts. Groups of workers share what they learn
//! about moves.
//!
//! Each cell of a [`Memory`] is written by its own worker only, so adding is a relaxed load and
//! store. Other threads read the counts only after the search.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use crate::search::play::{Histories, HistorySizes};
use crate::search::refutations::Refutations;
use crate::search::table::Table;

/// Counts of a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Nodes visited, wasted ones included.
    pub nodes: u64,
    /// Nodes visited by cancelled tasks and below them.
    pub wasted_nodes: u64,
    /// Nodes where a move failed high.
    pub cuts: u64,
    /// Nodes where the first move failed high.
    pub first_move_cuts: u64,
    /// Nodes whose children were offered to all workers.
    pub split_points: u64,
    /// Static evaluations in games with dice, also for ordering.
    pub evaluations: u64,
}

/// The reason why running brothers were stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Waste {
    /// The re-search of a root move.
    RootResearch,
    /// The re-search of a move of another node.
    Research,
    /// A cut at a node with an open window.
    PvCut,
    /// A cut at an expected all node.
    AllCut,
    /// A cut at an expected cut node.
    CutCut,
}

impl Waste {
    /// All reasons.
    pub const ALL: [Waste; 5] =
        [Waste::RootResearch, Waste::Research, Waste::PvCut, Waste::AllCut, Waste::CutCut];
}

impl Counts {
    const fn words(self) -> [u64; 6] {
        let Counts { nodes, wasted_nodes, cuts, first_move_cuts, split_points, evaluations } = self;
        [nodes, wasted_nodes, cuts, first_move_cuts, split_points, evaluations]
    }

    const fn of_words(words: [u64; 6]) -> Counts {
        let [nodes, wasted_nodes, cuts, first_move_cuts, split_points, evaluations] = words;
        Counts { nodes, wasted_nodes, cuts, first_move_cuts, split_points, evaluations }
    }
}

/// One worker's memory, on cache lines of its own.
#[derive(Default)]
#[repr(align(128))]
pub struct Memory {
    /// With dice, for each roll: the key of the last best play at the horizon; 0 for none.
    replies: Box<[AtomicU64]>,
    counts: [AtomicU64; 6],
    blamed: [AtomicU64; Waste::ALL.len()],
    /// Nodes of short tasks that are not reported to the limits yet.
    unreported: AtomicU64,
}

impl Memory {
    fn new(room: Room) -> Memory {
        let mut memory = Memory::default();
        memory.make_room(room);
        memory
    }

    fn make_room(&mut self, room: Room) {
        if self.replies.len() < room.rolls {
            self.replies = (0..room.rolls).map(|_| AtomicU64::new(0)).collect();
        }
    }

    fn forget(&self) {
        self.replies.iter().for_each(|cell| cell.store(0, Relaxed));
    }

    #[inline]
    pub fn reply(&self, roll: usize) -> u64 {
        self.replies[roll].load(Relaxed)
    }

    #[inline]
    pub fn remember_reply(&self, roll: usize, key: u64) {
        self.replies[roll].store(key, Relaxed);
    }

    fn reset_counts(&self) {
        let cells = self.counts.iter().chain(&self.blamed).chain([&self.unreported]);
        cells.for_each(|cell| cell.store(0, Relaxed));
    }

    pub fn add(&self, counts: &Counts) {
        for (cell, n) in self.counts.iter().zip(counts.words()) {
            cell.store(cell.load(Relaxed) + n, Relaxed);
        }
    }

    #[cold]
    pub fn blame(&self, waste: Waste, nodes: u64) {
        let cell = &self.blamed[waste as usize];
        cell.store(cell.load(Relaxed) + nodes, Relaxed);
    }

    /// Collects the unreported nodes of short tasks; returns them once `is_batch` is true of them.
    #[inline]
    pub fn collect(&self, nodes: u64, is_batch: impl Fn(u64) -> bool) -> Option<u64> {
        let sum = self.unreported.load(Relaxed) + nodes;
        let batch = is_batch(sum);
        self.unreported.store(if batch { 0 } else { sum }, Relaxed);
        batch.then_some(sum)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entries {
    /// Scores of exact searches; moves as indices among the legal ones.
    Exact,
    /// Scores of playing searches together with static values; moves as codes.
    Play,
}

/// Table sizes, and the meaning of the table's entries.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Room {
    pub quiet: usize,
    pub rolls: usize,
    pub histories: HistorySizes,
    /// `None` if the search does not use the table.
    pub entries: Option<Entries>,
}

impl Room {
    fn with(self, other: Room) -> Room {
        Room {
            quiet: self.quiet.max(other.quiet),
            rolls: self.rolls.max(other.rolls),
            histories: self.histories.with(other.histories),
            entries: other.entries.or(self.entries),
        }
    }
}

/// The number of workers that share the histories of a playing search
/// (`benches/results/engine-search.md`).
const PLAY_GROUP: usize = 4;

/// The number of workers that share the refutations of an exact search; more would contend for
/// cache lines (`benches/results/engine-search.md`).
const EXACT_GROUP: usize = 16;

/// The memories of all workers, made on first use, because in a large pool most workers never run
/// tasks of most engines.
pub struct Memories {
    of: Box<[OnceLock<Box<Memory>>]>,
    /// One for each group of [`PLAY_GROUP`] workers.
    histories: Box<[OnceLock<Box<Histories>>]>,
    /// One for each group of [`EXACT_GROUP`] workers.
    refutations: Box<[OnceLock<Box<Refutations>>]>,
    room: Room,
    /// Exact entries of principal variations, apart from those that would overwrite them.
    lines: Table,
}

const LINES: usize = 512 << 10;

impl Memories {
    pub fn new(workers: usize) -> Memories {
        let of = (0..workers).map(|_| OnceLock::new()).collect();
        let histories = (0..workers.div_ceil(PLAY_GROUP)).map(|_| OnceLock::new()).collect();
        let refutations = (0..workers.div_ceil(EXACT_GROUP)).map(|_| OnceLock::new()).collect();
        Memories { of, histories, refutations, room: Room::default(), lines: Table::of(0) }
    }

    /// True if the table's entries mean something else to this search.
    pub fn make_room(&mut self, room: Room) -> bool {
        let (wider, before) = (self.room.with(room), self.room.entries);
        if wider != self.room {
            if room.entries == Some(Entries::Exact) {
                self.lines = Table::of(LINES);
            }
            self.room = wider;
            self.of.iter_mut().filter_map(OnceLock::get_mut).for_each(|memory| memory.make_room(wider));
            let histories = self.histories.iter_mut().filter_map(OnceLock::get_mut);
            histories.for_each(|group| group.make_room(wider.histories));
            let refutations = self.refutations.iter_mut().filter_map(OnceLock::get_mut);
            refutations.for_each(|refutations| refutations.make_room(wider.quiet));
        }
        before.is_some() && before != wider.entries
    }

    pub fn workers(&self) -> usize {
        self.of.len()
    }

    #[inline]
    pub fn of(&self, worker: usize) -> &Memory {
        self.of[worker].get_or_init(|| Box::new(Memory::new(self.room)))
    }

    #[inline]
    pub fn histories(&self, worker: usize) -> &Histories {
        self.histories[worker / PLAY_GROUP].get_or_init(|| {
            let mut histories = Box::<Histories>::default();
            histories.make_room(self.room.histories);
            histories
        })
    }

    #[inline]
    pub fn refutations(&self, worker: usize) -> &Refutations {
        let group = worker / EXACT_GROUP;
        self.refutations[group].get_or_init(|| {
            let mut refutations = Box::new(Refutations::new(group));
            refutations.make_room(self.room.quiet);
            refutations
        })
    }

    #[inline]
    pub fn lines(&self) -> &Table {
        &self.lines
    }

    fn made(&self) -> impl Iterator<Item = &Memory> {
        self.of.iter().filter_map(OnceLock::get).map(Box::as_ref)
    }

    fn made_histories(&self) -> impl Iterator<Item = &Histories> {
        self.histories.iter().filter_map(OnceLock::get).map(Box::as_ref)
    }

    pub fn forget(&self) {
        self.lines.clear(1);
        self.made().for_each(Memory::forget);
        self.made_histories().for_each(Histories::forget);
        self.refutations.iter().filter_map(OnceLock::get).for_each(|refutations| refutations.forget());
    }

    pub fn reset_counts(&self) {
        self.made().for_each(Memory::reset_counts);
    }

    pub fn begin(&self) {
        self.made_histories().for_each(Histories::begin);
    }

    pub fn deepest(&self) -> u32 {
        self.made_histories().map(Histories::deepest).max().unwrap_or(0)
    }

    /// Nodes wasted by reason, in the order of [`Waste::ALL`]; exact when all workers are at rest.
    pub fn blamed(&self) -> [u64; Waste::ALL.len()] {
        std::array::from_fn(|i| self.made().map(|memory| memory.blamed[i].load(Relaxed)).sum())
    }

    /// The sum of all workers' counts; exact when they are at rest.
    pub fn total(&self) -> Counts {
        let sum = |i: usize| self.made().map(|memory| memory.counts[i].load(Relaxed)).sum();
        Counts::of_words(std::array::from_fn(sum))
    }
}

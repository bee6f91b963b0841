//! The memory of each worker: which replies to rolls were best, and its counts. Workers learn in
//! groups which moves are good.
//!
//! Every cell has one writer, the worker it belongs to, so adding is a relaxed load and a relaxed
//! store. Other threads read the counts only when the search is over.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use crate::search::play::{Histories, HistorySizes};
use crate::search::refutations::Refutations;
use crate::search::table::Table;

/// Counts of a search: of one worker, or of all.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Nodes visited, the wasted ones included.
    pub nodes: u64,
    /// Nodes visited by tasks that were cancelled, or by tasks below them.
    pub wasted_nodes: u64,
    /// Nodes where a move failed high.
    pub cuts: u64,
    /// Nodes where the first move tried failed high.
    pub first_move_cuts: u64,
    /// Nodes whose children were offered to all workers.
    pub split_points: u64,
    /// Static evaluations, those for ordering included; counted in games with dice.
    pub evaluations: u64,
}

/// Why running brothers were stopped, so that their nodes were wasted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Waste {
    /// A move of the root exceeded alpha in its scout search and is re-searched by all workers.
    RootResearch,
    /// A move of another node exceeded alpha in its scout search and is re-searched by all workers.
    Research,
    /// A cut at a node with an open window.
    PvCut,
    /// A cut at a node that was expected to have none.
    AllCut,
    /// A cut at a node that was expected to have one.
    CutCut,
}

impl Waste {
    /// All reasons.
    pub const ALL: [Waste; 5] =
        [Waste::RootResearch, Waste::Research, Waste::PvCut, Waste::AllCut, Waste::CutCut];
}

impl Counts {
    /// All counts, in the order in which they are declared.
    const fn words(self) -> [u64; 6] {
        let Counts { nodes, wasted_nodes, cuts, first_move_cuts, split_points, evaluations } = self;
        [nodes, wasted_nodes, cuts, first_move_cuts, split_points, evaluations]
    }

    /// The inverse of [`Counts::words`].
    const fn of_words(words: [u64; 6]) -> Counts {
        let [nodes, wasted_nodes, cuts, first_move_cuts, split_points, evaluations] = words;
        Counts { nodes, wasted_nodes, cuts, first_move_cuts, split_points, evaluations }
    }
}

/// One worker's memory. It starts on its own pair of cache lines, so that no two workers write to
/// the same one.
#[derive(Default)]
#[repr(align(128))]
pub struct Memory {
    /// With dice, for each roll: the key of the play that was best at the horizon when this roll
    /// was last searched; 0 for none.
    replies: Box<[AtomicU64]>,
    /// [`Counts::words`].
    counts: [AtomicU64; 6],
    /// Wasted nodes by [`Waste`].
    blamed: [AtomicU64; Waste::ALL.len()],
    /// Nodes of short tasks that were not reported to the limits yet.
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

    /// Forgets replies; the counts stay.
    fn forget(&self) {
        self.replies.iter().for_each(|cell| cell.store(0, Relaxed));
    }

    /// The key of the best play when this roll was last searched; 0 for none.
    #[inline]
    pub fn reply(&self, roll: usize) -> u64 {
        self.replies[roll].load(Relaxed)
    }

    /// The play with this key was the best of this roll.
    #[inline]
    pub fn remember_reply(&self, roll: usize, key: u64) {
        self.replies[roll].store(key, Relaxed);
    }

    /// Sets the counts to zero, before a search.
    fn reset_counts(&self) {
        let cells = self.counts.iter().chain(&self.blamed).chain([&self.unreported]);
        cells.for_each(|cell| cell.store(0, Relaxed));
    }

    /// Adds the counts of a task that has ended.
    pub fn add(&self, counts: &Counts) {
        for (cell, n) in self.counts.iter().zip(counts.words()) {
            cell.store(cell.load(Relaxed) + n, Relaxed);
        }
    }

    /// Adds to the nodes wasted for this reason.
    #[cold]
    pub fn blame(&self, waste: Waste, nodes: u64) {
        let cell = &self.blamed[waste as usize];
        cell.store(cell.load(Relaxed) + nodes, Relaxed);
    }

    /// Collects the unreported nodes of short tasks. Returns them once `is_batch` says they are
    /// enough for a report.
    #[inline]
    pub fn collect(&self, nodes: u64, is_batch: impl Fn(u64) -> bool) -> Option<u64> {
        let sum = self.unreported.load(Relaxed) + nodes;
        let batch = is_batch(sum);
        self.unreported.store(if batch { 0 } else { sum }, Relaxed);
        batch.then_some(sum)
    }
}

/// The meaning of the entries of the transposition table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entries {
    /// The score is that of an exact search, the move a place among the legal ones.
    Exact,
    /// The score is that of a playing search and holds a static value too, the move is a code.
    Play,
}

/// The sizes of a memory's tables, and the way in which a search reads the transposition table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Room {
    /// The number of different quiet moves.
    pub quiet: usize,
    /// The number of different rolls.
    pub rolls: usize,
    /// The tables of a playing search.
    pub histories: HistorySizes,
    /// The meaning of the table's entries to it; `None` if it does not use the table.
    pub entries: Option<Entries>,
}

impl Room {
    /// Room for both kinds of search.
    fn with(self, other: Room) -> Room {
        Room {
            quiet: self.quiet.max(other.quiet),
            rolls: self.rolls.max(other.rolls),
            histories: self.histories.with(other.histories),
            entries: other.entries.or(self.entries),
        }
    }
}

/// This many workers learn together which moves are good in a playing search: with few workers more
/// is learnt (`benches/results/engine-search.md`).
const PLAY_GROUP: usize = 4;

/// This many workers learn together which moves cut in an exact search. Where a game has few
/// different quiet moves, as in endings of pawns, more workers would wait for each other's cache
/// lines (`benches/results/engine-search.md`).
const EXACT_GROUP: usize = 16;

/// The memories of all workers for the searches of one engine.
///
/// A worker's memory is made when it runs its first task of such a search. Many engines may share
/// a large pool, and then most workers never meet most engines: of 256 engines on 256 workers, all
/// memories together would take 300 MiB.
pub struct Memories {
    of: Box<[OnceLock<Box<Memory>>]>,
    /// The histories of a playing search, for each group of workers.
    histories: Box<[OnceLock<Box<Histories>>]>,
    /// The moves that have cut in an exact search, for each group of workers.
    refutations: Box<[OnceLock<Box<Refutations>>]>,
    room: Room,
    /// Where an exact search keeps the exact entries of which lines are read. They are few, and
    /// among the others they would be overwritten.
    lines: Table,
}

/// The bytes of the table of lines.
const LINES: usize = 512 << 10;

impl Memories {
    /// Memories of this many workers, none of which has one yet.
    pub fn new(workers: usize) -> Memories {
        let of = (0..workers).map(|_| OnceLock::new()).collect();
        let histories = (0..workers.div_ceil(PLAY_GROUP)).map(|_| OnceLock::new()).collect();
        let refutations = (0..workers.div_ceil(EXACT_GROUP)).map(|_| OnceLock::new()).collect();
        Memories { of, histories, refutations, room: Room::default(), lines: Table::of(0) }
    }

    /// Makes room in every memory, beside what there is. Returns whether the entries that earlier
    /// searches have left in the table mean something else to this one.
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

    /// The number of workers.
    pub fn workers(&self) -> usize {
        self.of.len()
    }

    /// A worker's memory.
    #[inline]
    pub fn of(&self, worker: usize) -> &Memory {
        self.of[worker].get_or_init(|| Box::new(Memory::new(self.room)))
    }

    /// The histories of the group of a worker.
    #[inline]
    pub fn histories(&self, worker: usize) -> &Histories {
        self.histories[worker / PLAY_GROUP].get_or_init(|| {
            let mut histories = Box::<Histories>::default();
            histories.make_room(self.room.histories);
            histories
        })
    }

    /// Which moves have cut, as the group of a worker remembers.
    #[inline]
    pub fn refutations(&self, worker: usize) -> &Refutations {
        let group = worker / EXACT_GROUP;
        self.refutations[group].get_or_init(|| {
            let mut refutations = Box::new(Refutations::new(group));
            refutations.make_room(self.room.quiet);
            refutations
        })
    }

    /// The exact entries of which lines are read.
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

    /// Forgets history and replies; the counts stay.
    pub fn forget(&self) {
        self.lines.clear();
        self.made().for_each(Memory::forget);
        self.made_histories().for_each(Histories::forget);
        self.refutations.iter().filter_map(OnceLock::get).for_each(|refutations| refutations.forget());
    }

    /// Sets the counts to zero, before a search.
    pub fn reset_counts(&self) {
        self.made().for_each(Memory::reset_counts);
    }

    /// Before a playing search: no ply was reached.
    pub fn begin(&self) {
        self.made_histories().for_each(Histories::begin);
    }

    /// The deepest ply that a playing search has reached with an open window.
    pub fn deepest(&self) -> u32 {
        self.made_histories().map(Histories::deepest).max().unwrap_or(0)
    }

    /// Nodes wasted for each reason, in the order of [`Waste::ALL`]; exact when all workers are
    /// at rest.
    pub fn blamed(&self) -> [u64; Waste::ALL.len()] {
        std::array::from_fn(|i| self.made().map(|memory| memory.blamed[i].load(Relaxed)).sum())
    }

    /// The counts of all workers together; exact when they are at rest.
    pub fn total(&self) -> Counts {
        let sum = |i: usize| self.made().map(|memory| memory.counts[i].load(Relaxed)).sum();
        Counts::of_words(std::array::from_fn(sum))
    }
}

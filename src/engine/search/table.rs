//! The transposition table, shared by all workers without a lock.
//!
//! **Torn entries.** An entry is two atomic words, and a reader may see words of two writers. The
//! first word holds `key ^ data`: a torn pair passes the test `check ^ data == key` only by a
//! 64-bit coincidence (Hyatt and Mann, *A lockless transposition-table implementation for parallel
//! search*, 2002). Relaxed is enough: no other memory is published through an entry.
//!
//! **False matches.** Where entries only order moves ([`Game::TABLE_CUTS`] is false), a wrong entry
//! costs only time: a move is an index, ignored beyond the generator's list. Where entries end
//! nodes, as in the playing search, it may change the value.
//!
//! **Replacement.** A bucket is two slots: the deepest entry of the present search, and the latest
//! other one. A new entry of a position in the bucket takes its slot, except that a bound never
//! replaces an exact score of the present search at the same depth.
//!
//! [`Game::TABLE_CUTS`]: crate::game::Game::TABLE_CUTS

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};

use crate::game::Score;
use crate::huge_pages::Words;
use crate::search::window::Bound;
use sparring_sched::CacheLine;

/// The result of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The score, seen by the side to move.
    pub score: Score,
    /// The relation of the value to the score.
    pub bound: Bound,
    /// The depth searched.
    pub depth: u32,
    /// The best move's index; in a playing search its code.
    pub best: usize,
}

const GENERATIONS: u8 = 63;

/// Score 32 bits, best 16, depth 8, generation 6, bound 2. Bound 0: empty.
#[derive(Clone, Copy)]
struct Word(u64);

impl Word {
    fn new(entry: Entry, generation: u8) -> Word {
        let bound = match entry.bound {
            Bound::Exact => 1,
            Bound::Lower => 2,
            Bound::Upper => 3,
        };
        Word(
            (entry.score as u32 as u64) << 32
                | (entry.best as u64) << 16
                | (entry.depth as u64) << 8
                | (generation as u64) << 2
                | bound,
        )
    }

    fn depth(self) -> u32 {
        (self.0 >> 8 & 0xff) as u32
    }

    fn generation(self) -> u8 {
        (self.0 >> 2 & 63) as u8
    }

    fn entry(self) -> Option<Entry> {
        let bound = match self.0 & 3 {
            0 => return None,
            1 => Bound::Exact,
            2 => Bound::Lower,
            _ => Bound::Upper,
        };
        Some(Entry {
            score: (self.0 >> 32) as u32 as Score,
            bound,
            depth: self.depth(),
            best: (self.0 >> 16 & 0xffff) as usize,
        })
    }
}

/// Two words: `key ^ data`, data.
type Slot = [AtomicU64; 2];

#[inline]
fn read(slot: &Slot) -> (u64, Word) {
    let data = slot[1].load(Relaxed);
    (slot[0].load(Relaxed) ^ data, Word(data))
}

#[inline]
fn write(slot: &Slot, key: u64, word: Word) {
    slot[0].store(key ^ word.0, Relaxed);
    slot[1].store(word.0, Relaxed);
}

const SLOTS: usize = 2;
const BUCKET: usize = SLOTS * size_of::<Slot>() / size_of::<u64>();

/// The largest table in bytes whose pages are left to the search.
const UNTOUCHED: usize = 32 << 20;

/// The transposition table.
pub struct Table {
    words: Words,
    generation: AtomicU8,
}

impl Table {
    /// Creates a table of about `mib` MiB.
    pub fn new(mib: usize) -> Table {
        Table::of(mib << 20)
    }

    /// Creates a table of about `bytes` bytes.
    pub fn of(bytes: usize) -> Table {
        let buckets = (bytes / (BUCKET * size_of::<u64>())).max(1);
        Table { words: Words::zeroed(buckets * BUCKET), generation: AtomicU8::new(0) }
    }

    /// Begins a new search: older entries stay readable but are replaced first.
    pub fn next_generation(&self) {
        self.generation.store((self.generation.load(Relaxed) + 1) % GENERATIONS, Relaxed);
    }

    /// Empties the table on this many threads.
    pub fn clear(&self, threads: usize) {
        self.words.zero(threads);
    }

    /// Has the system hand out the memory of a large table, on this many threads. A small one gets
    /// its pages while it is searched.
    pub fn populate(&self, threads: usize) {
        if size_of_val(&*self.words) > UNTOUCHED {
            self.words.zero(threads);
        }
    }

    /// Slots in use among the first thousand, in thousandths.
    pub fn permille_full(&self) -> u32 {
        let slots = || self.words.as_chunks().0.iter().take(1000);
        let taken = slots().filter(|slot| read(slot).1.entry().is_some()).count();
        (1000 * taken / slots().count()) as u32
    }

    #[inline]
    fn place(&self, key: u64) -> usize {
        let buckets = (self.words.len() / BUCKET) as u128;
        BUCKET * ((u128::from(key) * buckets) >> 64) as usize
    }

    #[inline]
    fn bucket(&self, key: u64) -> &[Slot] {
        let place = self.place(key);
        self.words[place..place + BUCKET].as_chunks().0
    }

    /// The cache line of a key's bucket, in the table `object` (`sim_ids`).
    #[inline]
    pub fn line(&self, object: u16, key: u64) -> CacheLine {
        CacheLine::of(object, size_of::<u64>() * self.place(key))
    }

    /// Prefetches the bucket of a key.
    #[inline]
    pub fn prefetch(&self, key: u64) {
        self.words.fetch(self.place(key));
    }

    /// The entry of a key, if any.
    #[inline]
    pub fn probe(&self, key: u64) -> Option<Entry> {
        self.bucket(key).iter().map(read).find(|&(found, _)| found == key)?.1.entry()
    }

    /// Stores an entry. Never call it for a cancelled node.
    pub fn store(&self, key: u64, entry: Entry) {
        let generation = self.generation.load(Relaxed);
        let slots = self.bucket(key);
        for slot in slots {
            let (found, word) = read(slot);
            if found == key
                && let Some(old) = word.entry()
            {
                if old.bound == Bound::Exact
                    && entry.bound != Bound::Exact
                    && old.depth == entry.depth
                    && word.generation() == generation
                {
                    return;
                }
                return write(slot, key, Word::new(entry, generation));
            }
        }
        let (_, first) = read(&slots[0]);
        let keep_first = first.generation() == generation && first.depth() > entry.depth;
        write(&slots[keep_first as usize], key, Word::new(entry, generation));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_torn_entry_is_not_found() {
        let table = Table::new(0);
        let word = |score| Word::new(Entry { score, bound: Bound::Exact, depth: 3, best: 1 }, 0);
        let [check, data] = &table.bucket(0x1111)[0];
        check.store(0x1111 ^ word(1).0, Relaxed);
        data.store(word(2).0, Relaxed);
        assert_eq!((table.probe(0x1111), table.probe(0x2222)), (None, None));
    }
}

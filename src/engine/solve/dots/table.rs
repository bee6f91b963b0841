//! The solver's transposition table: bounds of values, shared by all workers without a lock.
//!
//! A position is its set of drawn edges; score and player are no part of it. An entry holds both
//! bounds of its value, so that the answer to one question helps the next (Barker and Korf 2012).
//!
//! A bucket is a cache line. A new position takes the place of the one that cost the least work.
//! Relaxed is enough everywhere: no other memory is published through an entry.
//!
//! # Two formats
//! What a large solve costs is memory: on 4 x 4 a table for half of the positions takes 1.3 times
//! the nodes, a table for a quarter twice as many. So an entry is as small as the values allow.
//!
//! **Narrow**, if boxes are worth 1: one word, eight in a bucket. Bounds are counted in steps of
//! two, as values have the parity of the boxes left, and so is work. The other 48 bits are of the
//! position's name (`key`), beside those that find the bucket. A search that asks the table 10^10
//! times finds a wrong entry with a probability of 3 * 10^-4.
//!
//! **Wide**, for other values: two words, four in a bucket. The first is `key ^ data`, the second
//! `data`, where the key is a whole word of the name. A pair of words of different writers passes
//! the test only by a 64-bit coincidence (Hyatt and Mann 2002).

use super::key::Key;
use crate::words::Words;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// What is known about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    /// The value is at least that.
    pub low: i32,
    /// The value is at most that.
    pub high: i32,
    /// About the logarithm of the nodes it cost, to the base 2; at least 1.
    pub work: u8,
}

impl Entry {
    /// What is known of every position with this value left.
    pub fn unknown(left: i32) -> Entry {
        Entry { low: -left, high: left, work: 1 }
    }

    /// What both entries say.
    fn and(self, other: Entry) -> Entry {
        Entry {
            low: self.low.max(other.low),
            high: self.high.min(other.high),
            work: self.work.max(other.work),
        }
    }
}

/// Words of wide entries.
mod wide {
    use super::Entry;

    /// low 24 | high 24 | unused 8 | work 8. All zero marks an empty slot: work is at least 1.
    pub fn pack(entry: Entry) -> u64 {
        (entry.low as u64) << 40 | (entry.high as u64 & 0xff_ffff) << 16 | u64::from(entry.work)
    }

    pub fn unpack(data: u64) -> Entry {
        Entry { low: (data as i64 >> 40) as i32, high: ((data << 24) as i64 >> 40) as i32, work: data as u8 }
    }
}

/// Words of narrow entries: check 48 | low 6 | high 6 | work 4.
mod narrow {
    use super::Entry;
    use crate::solve::dots::graph::MAX_BOXES;

    /// The bits below the check. All zero marks an empty slot: work is at least 1.
    pub const DATA: u64 = 0xffff;
    /// The most steps of work.
    const MOST: u8 = 15;
    /// No value is less than minus this.
    const BOXES: i32 = MAX_BOXES as i32;

    /// The bounds' steps of two are counted from a number that depends on nothing but the parity of
    /// the value left: positions that share an entry may differ in what is left (`shorts`).
    pub fn pack(entry: Entry, left: i32) -> u64 {
        debug_assert!(-BOXES <= entry.low && entry.low <= entry.high && entry.high <= BOXES);
        debug_assert!((entry.low - left) % 2 == 0 && (entry.high - left) % 2 == 0);
        let steps = |bound: i32| ((bound + BOXES) / 2) as u64;
        let work = entry.work.div_ceil(2).min(MOST);
        steps(entry.low) << 10 | steps(entry.high) << 4 | u64::from(work)
    }

    pub fn unpack(word: u64, left: i32) -> Entry {
        let bound = |steps: u64| 2 * (steps & 0x3f) as i32 - BOXES + (left & 1);
        Entry { low: bound(word >> 10), high: bound(word >> 4), work: 2 * work(word) }
    }

    pub fn work(word: u64) -> u8 {
        word as u8 & MOST
    }
}

/// A place for one wide entry.
type Slot = [AtomicU64; 2];

#[inline]
fn read([check, data]: &Slot) -> (u64, u64) {
    let data = data.load(Relaxed);
    (check.load(Relaxed) ^ data, data)
}

#[inline]
fn write(slot: &Slot, key: u64, word: u64) {
    let [check, data] = slot;
    check.store(key ^ word, Relaxed);
    data.store(word, Relaxed);
}

/// Words of a bucket, which is a cache line.
pub(super) const LINE: usize = 8;

/// The shared table.
pub(super) struct Table {
    words: Words,
    narrow: bool,
}

impl Table {
    /// A table of at most `bytes` (at least one bucket). `narrow`: boxes are worth 1.
    pub fn new(bytes: usize, narrow: bool) -> Table {
        let lines = (bytes / size_of::<[u64; LINE]>()).max(1);
        Table { words: Words::zeroed(LINE * lines), narrow }
    }

    /// Its size.
    pub fn bytes(&self) -> usize {
        size_of_val(&*self.words)
    }

    /// Buckets, which are cache lines.
    pub fn lines(&self) -> usize {
        self.words.len() / LINE
    }

    /// The words of a bucket, read while others may write to it. A pair of words of different
    /// writers is as invalid in the copy as it is here.
    pub fn line(&self, i: usize) -> [u64; LINE] {
        std::array::from_fn(|k| self.words[LINE * i + k].load(Relaxed))
    }

    /// Restores the words that [`Table::line`] returned for the same bucket of a table of the same
    /// size.
    pub fn set_line(&self, i: usize, words: [u64; LINE]) {
        self.words[LINE * i..].iter().zip(words).for_each(|(place, word)| place.store(word, Relaxed));
    }

    #[inline]
    fn bucket(&self, place: u64) -> &[AtomicU64; LINE] {
        &self.words.as_chunks::<LINE>().0[self.line_of(place)]
    }

    #[inline]
    fn line_of(&self, place: u64) -> usize {
        let lines = self.words.len() / LINE;
        ((u128::from(place) * lines as u128) >> 64) as usize
    }

    /// Prefetches the bucket of a position: waiting for it would be a third of the time of a
    /// search.
    #[inline]
    pub fn fetch(&self, key: Key) {
        self.words.fetch(LINE * self.line_of(key.0));
    }

    /// The bounds of the value of a position with `left` still to be won, if they are in the table.
    #[inline]
    pub fn probe(&self, Key(place, key): Key, left: i32) -> Option<Entry> {
        let bucket = self.bucket(place);
        if self.narrow {
            let mut words = bucket.iter().map(|word| word.load(Relaxed));
            return words.find(|&word| is_of(word, key)).map(|word| narrow::unpack(word, left));
        }
        let mut slots = bucket.as_chunks().0.iter().map(read);
        slots.find(|&(found, data)| found == key && data != 0).map(|(_, data)| wide::unpack(data))
    }

    /// Stores bounds, merged with those already there. Never call it for a node that was cancelled.
    #[inline]
    pub fn store(&self, Key(place, key): Key, left: i32, entry: Entry) {
        let bucket = self.bucket(place);
        if self.narrow { store_narrow(bucket, key, left, entry) } else { store_wide(bucket, key, entry) }
    }

    /// The share of places in use, estimated from some of them.
    pub fn fill(&self) -> f64 {
        let sample = &self.words[..self.words.len().min(8192)];
        let places = if self.narrow { sample.len() } else { sample.len() / 2 };
        // Of the two words of a wide entry, that of the data is never zero.
        let step = sample.len() / places;
        let used = sample.iter().skip(step - 1).step_by(step).filter(|word| word.load(Relaxed) != 0).count();
        used as f64 / places as f64
    }
}

/// Whether a narrow entry is that of a position.
#[inline]
fn is_of(word: u64, key: u64) -> bool {
    (word ^ key) & !narrow::DATA == 0 && word & narrow::DATA != 0
}

#[inline]
fn store_narrow(bucket: &[AtomicU64; LINE], key: u64, left: i32, entry: Entry) {
    let put = |word: &AtomicU64, entry| word.store(key & !narrow::DATA | narrow::pack(entry, left), Relaxed);
    let mut least = (u8::MAX, &bucket[0]);
    for word in bucket {
        let found = word.load(Relaxed);
        if is_of(found, key) {
            return put(word, entry.and(narrow::unpack(found, left)));
        }
        if narrow::work(found) < least.0 {
            least = (narrow::work(found), word);
        }
    }
    put(least.1, entry);
}

#[inline]
fn store_wide(bucket: &[AtomicU64; LINE], key: u64, entry: Entry) {
    let (slots, _) = bucket.as_chunks();
    let mut least = (u8::MAX, &slots[0]);
    for slot in slots {
        let (found, data) = read(slot);
        if found == key && data != 0 {
            return write(slot, key, wide::pack(entry.and(wide::unpack(data))));
        }
        if (data as u8) < least.0 {
            least = (data as u8, slot);
        }
    }
    write(least.1, key, wide::pack(entry));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(low: i32, high: i32, work: u8) -> Entry {
        Entry { low, high, work }
    }

    /// A table of either format.
    fn both(bytes: usize) -> [Table; 2] {
        [false, true].map(|narrow| Table::new(bytes, narrow))
    }

    /// The n-th of some keys that differ in every part.
    fn key(n: u64) -> Key {
        Key(n.wrapping_mul(0x9e37_79b9_7f4a_7c15), n.wrapping_mul(0xd6e8_feb8_6659_fd93))
    }

    #[test]
    fn what_is_stored_is_found() {
        for table in both(1 << 16) {
            for (n, bounds) in [(-1, 1), (-21, 21), (3, 3), (-7, -5)].into_iter().enumerate() {
                let key = key(n as u64);
                table.store(key, 21, entry(bounds.0, bounds.1, 4));
                assert_eq!(table.probe(key, 21), Some(entry(bounds.0, bounds.1, 4)));
            }
            assert_eq!(table.probe(key(77), 21), None);
        }
    }

    #[test]
    fn wide_entries_hold_large_values() {
        let table = Table::new(0, false);
        table.store(key(1), 1_000_000, entry(-1_000_000, 999_998, 30));
        assert_eq!(table.probe(key(1), 1_000_000), Some(entry(-1_000_000, 999_998, 30)));
    }

    #[test]
    fn narrow_entries_hold_all_bounds_whatever_is_left() {
        let table = Table::new(0, true);
        for low in -32..=32_i32 {
            for high in (low..=32).step_by(2) {
                let (key, left) = (key(((low + 32) << 8 | (high + 32)) as u64), low & 1);
                table.store(key, left, entry(low, high, 200));
                assert_eq!(table.probe(key, left + 2), Some(entry(low, high, 30)));
            }
        }
    }

    #[test]
    fn bounds_only_come_closer() {
        for table in both(0) {
            table.store(key(1), 4, entry(-4, 2, 6));
            table.store(key(1), 4, entry(-2, 4, 2));
            assert_eq!(table.probe(key(1), 4), Some(entry(-2, 2, 6)));
        }
    }

    #[test]
    fn the_cheapest_entry_makes_room() {
        for (table, work) in both(0).into_iter().zip([&[9, 3, 7, 5, 2][..], &[9, 3, 7, 5, 4, 6, 8, 10, 2]]) {
            for (n, &work) in work.iter().enumerate() {
                table.store(key(n as u64 + 1), 0, entry(0, 0, work));
            }
            let left: Vec<bool> =
                (0..work.len()).map(|n| table.probe(key(n as u64 + 1), 0).is_some()).collect();
            let expected: Vec<bool> = work.iter().map(|&work| work != 3).collect();
            assert_eq!(left, expected);
        }
    }

    #[test]
    fn a_torn_entry_is_not_found() {
        let table = Table::new(0, false);
        table.words[0].store(0x1111 ^ wide::pack(entry(0, 2, 1)), Relaxed);
        table.words[1].store(wide::pack(entry(-2, 2, 1)), Relaxed);
        assert_eq!(table.probe(Key(0, 0x1111), 2), None);
    }

    #[test]
    fn fill_is_the_share_of_places() {
        for table in both(1 << 16) {
            assert_eq!(table.fill(), 0.0);
            let places = table.words.len() / if table.narrow { 1 } else { 2 };
            for n in 0..places as u64 {
                table.store(key(n), 2, entry(0, 2, 1));
            }
            assert!((0.5..=1.0).contains(&table.fill()), "{}", table.fill());
        }
    }
}

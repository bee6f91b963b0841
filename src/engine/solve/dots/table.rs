//! The solver's transposition table: bounds of values, shared by all workers without a lock.
//!
//! A position is its set of drawn edges; score and player are no part of it. An entry holds both
//! bounds of its value, so that the answer to one question helps the next (Barker and Korf 2012).
//!
//! **No wrong entry.** The first word is `key ^ data`, the second `data`, where the key is half of
//! the position's name (`key`); the other half finds the bucket. A pair of words of different
//! writers passes the test only by a 64-bit coincidence (Hyatt and Mann 2002). Relaxed is enough:
//! no other memory is published through an entry.
//!
//! **Replacement.** A bucket is one cache line of four entries. A new position takes the place of
//! the one that cost the least work.

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

/// low 24 | high 24 | unused 8 | work 8. All zero marks an empty slot: work is at least 1.
fn pack(entry: Entry) -> u64 {
    (entry.low as u64) << 40 | (entry.high as u64 & 0xff_ffff) << 16 | u64::from(entry.work)
}

fn unpack(data: u64) -> Entry {
    Entry { low: (data as i64 >> 40) as i32, high: ((data << 24) as i64 >> 40) as i32, work: data as u8 }
}

/// A place for one entry.
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
}

impl Table {
    /// A table of at most `bytes` (at least one bucket).
    pub fn new(bytes: usize) -> Table {
        let lines = (bytes / size_of::<[u64; LINE]>()).max(1);
        Table { words: Words::zeroed(LINE * lines) }
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
    fn bucket(&self, place: u64) -> &[Slot] {
        self.words.as_chunks::<LINE>().0[self.line_of(place)].as_chunks().0
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

    /// The bounds of a position's value, if they are in the table.
    #[inline]
    pub fn probe(&self, Key(place, key): Key) -> Option<Entry> {
        let mut slots = self.bucket(place).iter().map(read);
        slots.find(|&(found, data)| found == key && data != 0).map(|(_, data)| unpack(data))
    }

    /// Stores bounds, merged with those already there. Never call it for a node that was cancelled.
    #[inline]
    pub fn store(&self, Key(place, key): Key, entry: Entry) {
        let slots = self.bucket(place);
        let mut least = (u8::MAX, &slots[0]);
        for slot in slots {
            let (found, data) = read(slot);
            if found == key && data != 0 {
                let known = unpack(data);
                let low = entry.low.max(known.low);
                let high = entry.high.min(known.high);
                let work = entry.work.max(known.work);
                return write(slot, key, pack(Entry { low, high, work }));
            }
            if (data as u8) < least.0 {
                least = (data as u8, slot);
            }
        }
        write(least.1, key, pack(entry));
    }

    /// The share of slots in use, estimated from some of them.
    pub fn fill(&self) -> f64 {
        let (slots, _) = self.words.as_chunks::<2>();
        let sample = &slots[..slots.len().min(4000)];
        let used = sample.iter().filter(|[_, data]| data.load(Relaxed) != 0).count();
        used as f64 / sample.len() as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(low: i32, high: i32, work: u8) -> Entry {
        Entry { low, high, work }
    }

    #[test]
    fn what_is_stored_is_found() {
        let table = Table::new(1 << 16);
        for (i, bounds) in [(-1, 1), (-1_000_000, 1_000_000), (0, 0), (-7, -5)].into_iter().enumerate() {
            let key = Key((i as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15), i as u64);
            table.store(key, entry(bounds.0, bounds.1, 3));
            assert_eq!(table.probe(key), Some(entry(bounds.0, bounds.1, 3)));
        }
        assert_eq!(table.probe(Key(0, 77)), None);
    }

    #[test]
    fn bounds_only_come_closer() {
        let table = Table::new(0);
        table.store(Key(1, 1), entry(-4, 2, 5));
        table.store(Key(1, 1), entry(-6, 0, 2));
        assert_eq!(table.probe(Key(1, 1)), Some(entry(-4, 0, 5)));
    }

    #[test]
    fn the_cheapest_entry_makes_room() {
        let table = Table::new(0);
        for (i, work) in [9, 3, 7, 5, 2].into_iter().enumerate() {
            table.store(Key(0, i as u64 + 1), entry(0, 0, work));
        }
        let left: Vec<bool> = (1..=5).map(|i| table.probe(Key(0, i)).is_some()).collect();
        assert_eq!(left, [true, false, true, true, true]);
    }

    #[test]
    fn a_torn_entry_is_not_found() {
        let table = Table::new(0);
        table.words[0].store(0x1111 ^ pack(entry(0, 2, 1)), Relaxed);
        table.words[1].store(pack(entry(-2, 2, 1)), Relaxed);
        assert_eq!(table.probe(Key(0, 0x1111)), None);
    }
}

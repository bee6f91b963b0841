//! The solver's transposition table, shared by all workers without a lock. An entry holds both
//! bounds of a position's value, so the answer to one question helps the next (Barker and Korf
//! 2012).
//!
//! A bucket is a cache line. Its first quarter keeps the entries that cost the most work, the rest
//! those that were used last: by use alone a stream of cheap entries would displace the costly
//! ones. An entry displaced from the first quarter becomes the newest of the rest.
//!
//! Relaxed is enough everywhere: no other memory is published through an entry. Two simultaneous
//! writers of one bucket may lose entries or keep one twice, which does no harm, because an entry
//! is true wherever it stands.

use super::key::Key;
use super::slot::{Entry, Slot, Stored};
use crate::huge_pages::Words;
use sparring_sched::CacheLine;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// The number of the table for simulated machines. It is all the shared memory of a solve (except
/// caches of names beyond 64 workers).
const TABLE: u16 = 0;

pub(super) const LINE: usize = 8;

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

    pub fn bytes(&self) -> usize {
        size_of_val(&*self.words)
    }

    pub fn lines(&self) -> usize {
        self.words.len() / LINE
    }

    /// The words of a bucket, read while others may write to it; a torn pair is invalid in the copy
    /// too.
    pub fn line(&self, i: usize) -> [u64; LINE] {
        std::array::from_fn(|k| self.words[LINE * i + k].load(Relaxed))
    }

    /// Restores words returned by [`Table::line`] for the same bucket of a table of the same size.
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

    #[inline]
    pub fn cache_line(&self, key: Key) -> CacheLine {
        CacheLine::of(TABLE, CacheLine::BYTES * self.line_of(key.0))
    }

    /// Prefetches the bucket of a position.
    #[inline]
    pub fn fetch(&self, key: Key) {
        self.words.fetch(LINE * self.line_of(key.0));
    }

    /// The bounds of a position with `left` still to be won, if they are in the table. Calls
    /// `writes` if finding them moves entries of the bucket.
    #[inline]
    pub fn probe(&self, Key(place, key): Key, left: i32, writes: impl FnOnce()) -> Option<Entry> {
        let bucket = self.bucket(place);
        if self.narrow { probe(bucket, key, left, writes) } else { probe(pairs(bucket), key, left, writes) }
    }

    /// Stores bounds, merged with those already there. Never call it for a cancelled node.
    #[inline]
    pub fn store(&self, Key(place, key): Key, left: i32, entry: Entry) {
        let bucket = self.bucket(place);
        if self.narrow { store(bucket, key, left, entry) } else { store(pairs(bucket), key, left, entry) }
    }

    /// The share of places in use, from a sample.
    pub fn fill(&self) -> f64 {
        let sample = &self.words[..self.words.len().min(8192)];
        let places = if self.narrow { sample.len() } else { sample.len() / 2 };
        // The second word of a wide entry, its data, is never zero.
        let step = sample.len() / places;
        let used = sample.iter().skip(step - 1).step_by(step).filter(|word| word.load(Relaxed) != 0).count();
        used as f64 / places as f64
    }
}

#[inline]
fn pairs(bucket: &[AtomicU64; LINE]) -> &[[AtomicU64; 2]] {
    bucket.as_chunks().0
}

#[inline]
fn probe<S: Slot>(bucket: &[S], key: u64, left: i32, writes: impl FnOnce()) -> Option<Entry> {
    let (i, found) = find(bucket, key)?;
    // A bucket that is not full drops nothing, so recency is not worth a write.
    if i > S::COSTLY && bucket[bucket.len() - 1].read().data != 0 {
        push(&bucket[S::COSTLY..=i], found);
        writes();
    }
    Some(S::unpack(found.data, left))
}

#[inline]
fn store<S: Slot>(bucket: &[S], key: u64, left: i32, entry: Entry) {
    let (entry, last) = match find(bucket, key) {
        None => (entry, bucket.len() - 1),
        Some((i, found)) => (entry.and(S::unpack(found.data, left)), i),
    };
    let mut new = Stored { key: S::kept(key), data: S::pack(entry, left) };
    if last < S::COSTLY {
        return bucket[last].write(new);
    }
    // Of equally costly ones the newest stays.
    let costly = bucket[..S::COSTLY].iter().map(|slot| (slot, slot.read()));
    if let Some((least, before)) = costly.min_by_key(|(_, stored)| S::work(stored.data))
        && S::work(before.data) <= S::work(new.data)
    {
        least.write(new);
        new = before;
    }
    // Drops the former entry of the position, or else the oldest one.
    push(&bucket[S::COSTLY..=last], new);
}

#[inline]
fn find<S: Slot>(bucket: &[S], key: u64) -> Option<(usize, Stored)> {
    let all = bucket.iter().map(S::read).enumerate();
    let mut all = all.filter(|(_, found)| found.key == S::kept(key) && found.data != 0);
    all.next()
}

/// Puts an entry into the first slot, and each entry into the next, up to an empty one. The last of
/// full slots is dropped.
#[inline]
fn push<S: Slot>(slots: &[S], mut new: Stored) {
    for slot in slots {
        if new.data == 0 {
            return;
        }
        let before = slot.read();
        slot.write(new);
        new = before;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(low: i32, high: i32, work: u8) -> Entry {
        Entry { low, high, work }
    }

    fn probed(table: &Table, key: Key, left: i32) -> Option<Entry> {
        table.probe(key, left, || ())
    }

    fn both(bytes: usize) -> [Table; 2] {
        [false, true].map(|narrow| Table::new(bytes, narrow))
    }

    fn key(n: u64) -> Key {
        Key(n.wrapping_mul(0x9e37_79b9_7f4a_7c15), n.wrapping_mul(0xd6e8_feb8_6659_fd93))
    }

    #[test]
    fn what_is_stored_is_found() {
        for table in both(1 << 16) {
            for (n, bounds) in [(-1, 1), (-21, 21), (3, 3), (-7, -5)].into_iter().enumerate() {
                let key = key(n as u64);
                table.store(key, 21, entry(bounds.0, bounds.1, 4));
                assert_eq!(probed(&table, key, 21), Some(entry(bounds.0, bounds.1, 4)));
            }
            assert_eq!(probed(&table, key(77), 21), None);
        }
    }

    #[test]
    fn wide_entries_hold_large_values() {
        let table = Table::new(0, false);
        table.store(key(1), 1_000_000, entry(-1_000_000, 999_998, 30));
        assert_eq!(probed(&table, key(1), 1_000_000), Some(entry(-1_000_000, 999_998, 30)));
    }

    #[test]
    fn narrow_entries_hold_all_bounds_whatever_is_left() {
        let table = Table::new(0, true);
        for low in -32..=32_i32 {
            for high in (low..=32).step_by(2) {
                let (key, left) = (key(((low + 32) << 8 | (high + 32)) as u64), low & 1);
                table.store(key, left, entry(low, high, 200));
                assert_eq!(probed(&table, key, left + 2), Some(entry(low, high, 30)));
            }
        }
    }

    #[test]
    fn bounds_only_come_closer() {
        for table in both(0) {
            table.store(key(1), 4, entry(-4, 2, 6));
            table.store(key(1), 4, entry(-2, 4, 2));
            assert_eq!(probed(&table, key(1), 4), Some(entry(-2, 2, 6)));
        }
    }

    fn kept(table: &Table, n: u64) -> Vec<u64> {
        (1..=n).filter(|&n| find_in(table, key(n))).collect()
    }

    /// Looks a position up without marking it as used.
    fn find_in(table: &Table, Key(place, key): Key) -> bool {
        let bucket = table.bucket(place);
        if table.narrow { find(bucket, key).is_some() } else { find(pairs(bucket), key).is_some() }
    }

    fn buckets() -> [(Table, u64, u64); 2] {
        [(Table::new(0, true), 2, 8), (Table::new(0, false), 1, 4)]
    }

    fn store_all(table: &Table, keys: std::ops::RangeInclusive<u64>, work: u8) {
        keys.for_each(|n| table.store(key(n), 0, entry(0, 0, work)));
    }

    #[test]
    fn of_cheap_entries_those_stay_that_were_used_last() {
        for (table, costly, places) in buckets() {
            store_all(&table, 1..=costly, 20);
            store_all(&table, costly + 1..=places, 1);
            assert_eq!(kept(&table, places).len() as u64, places);
            // The oldest is used, so the one after it is the oldest.
            assert!(probed(&table, key(costly + 1), 0).is_some());
            store_all(&table, places + 1..=places + 1, 1);
            let expected: Vec<u64> = (1..=places + 1).filter(|&n| n != costly + 2).collect();
            assert_eq!(kept(&table, places + 1), expected);
        }
    }

    #[test]
    fn the_costliest_stay() {
        for (table, costly, places) in buckets() {
            store_all(&table, 1..=costly, 20);
            // A costlier one takes a place; the displaced one is the newest of the rest.
            store_all(&table, 50..=50, 28);
            store_all(&table, 100..=100 + places - costly - 2, 1);
            assert_eq!(kept(&table, 50).len() as u64, costly + 1);
            // Then it is dropped.
            store_all(&table, 200..=200, 1);
            let left = kept(&table, 50);
            assert!(left.len() as u64 == costly && left.contains(&50), "{left:?}");
        }
    }

    #[test]
    fn what_becomes_costly_stays() {
        for (table, costly, places) in buckets() {
            store_all(&table, 1..=costly, 20);
            store_all(&table, 50..=50, 1);
            store_all(&table, 50..=50, 28);
            store_all(&table, 100..=100 + places, 1);
            assert!(kept(&table, 50).contains(&50));
            assert_eq!(kept(&table, 50).len() as u64, costly);
        }
    }

    /// Position `n` has the value `n` modulo 8; every bound stored includes it.
    #[test]
    fn what_many_threads_store_in_one_bucket_is_true() {
        for (table, _, _) in buckets() {
            std::thread::scope(|scope| {
                for thread in 0..4_u64 {
                    let table = &table;
                    scope.spawn(move || {
                        let mut random = 0x9e37_79b9 + thread;
                        for _ in 0..200_000 {
                            random = random.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(thread | 1);
                            let n = random >> 33 & 15;
                            let value = 2 * (n & 7) as i32;
                            let [below, above] = [40, 44].map(|by| 2 * (random >> by & 3) as i32);
                            if let Some(Entry { low, high, .. }) = probed(table, key(n), 0) {
                                assert!(low <= value && value <= high, "{n}: {low} to {high}");
                            }
                            let work = (random >> 50 & 31) as u8 + 1;
                            table.store(key(n), 0, entry(value - below, value + above, work));
                        }
                    });
                }
            });
            assert!((0..16).any(|n| find_in(&table, key(n))));
        }
    }

    #[test]
    fn a_torn_entry_is_not_found() {
        let table = Table::new(0, false);
        let pack = |entry| <[AtomicU64; 2]>::pack(entry, 2);
        table.words[0].store(0x1111 ^ pack(entry(0, 2, 1)), Relaxed);
        table.words[1].store(pack(entry(-2, 2, 1)), Relaxed);
        assert_eq!(probed(&table, Key(0, 0x1111), 2), None);
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

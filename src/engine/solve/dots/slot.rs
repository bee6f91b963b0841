//! Entries of the solver's table, in two formats, as small as the values allow.
//!
//! **Narrow**, if boxes are worth 1: one word, eight in a bucket. Bounds and work are counted in
//! steps of two, as values have the parity of the boxes left. The other 48 bits are of the
//! position's name (`key`), so a wrong entry is found once in some 10^13 look-ups.
//! * 10^-4.
//!
//! **Wide**, for other values: two words, four in a bucket: `key ^ data` and `data`, where the key
//! is a whole word of the name. Words of different writers pass the test only by a 64-bit
//! coincidence (Hyatt and Mann 2002), so relaxed accesses are enough.

use super::graph::MAX_BOXES;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    pub low: i32,
    pub high: i32,
    /// About the binary logarithm of the nodes it cost; at least 1.
    pub work: u8,
}

impl Entry {
    /// The bounds of every position with this value left.
    pub fn unknown(left: i32) -> Entry {
        Entry { low: -left, high: left, work: 1 }
    }

    pub fn and(self, other: Entry) -> Entry {
        Entry {
            low: self.low.max(other.low),
            high: self.high.min(other.high),
            work: self.work.max(other.work),
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Stored {
    /// The bits of a position's name that the format keeps.
    pub key: u64,
    /// The packed entry; 0 marks an empty slot, as work is at least 1.
    pub data: u64,
}

pub(super) trait Slot {
    /// The number of a bucket's first slots, for the entries that cost most.
    const COSTLY: usize;

    fn read(&self) -> Stored;
    fn write(&self, stored: Stored);
    fn kept(key: u64) -> u64;
    fn pack(entry: Entry, left: i32) -> u64;
    fn unpack(data: u64, left: i32) -> Entry;
    /// The stored work, in the order of the packed one; 0 for an empty slot.
    fn work(data: u64) -> u8;
}

/// Wide. Data: low 24 | high 24 | unused 8 | work 8.
impl Slot for [AtomicU64; 2] {
    const COSTLY: usize = 1;

    #[inline]
    fn read(&self) -> Stored {
        let data = self[1].load(Relaxed);
        Stored { key: self[0].load(Relaxed) ^ data, data }
    }

    #[inline]
    fn write(&self, Stored { key, data }: Stored) {
        self[0].store(key ^ data, Relaxed);
        self[1].store(data, Relaxed);
    }

    #[inline]
    fn kept(key: u64) -> u64 {
        key
    }

    #[inline]
    fn pack(entry: Entry, _: i32) -> u64 {
        (entry.low as u64) << 40 | (entry.high as u64 & 0xff_ffff) << 16 | u64::from(entry.work)
    }

    #[inline]
    fn unpack(data: u64, _: i32) -> Entry {
        Entry { low: (data as i64 >> 40) as i32, high: ((data << 24) as i64 >> 40) as i32, work: data as u8 }
    }

    #[inline]
    fn work(data: u64) -> u8 {
        data as u8
    }
}

/// The data bits of a narrow slot: low 6 | high 6 | work 4.
const NARROW_DATA: u64 = 0xffff;
const MOST_WORK: u64 = 15;
/// The largest bound in a narrow entry.
const BOXES: i32 = MAX_BOXES as i32;

/// Narrow. Bounds are counted from a number that depends only on the parity of the value left,
/// because positions that share an entry may differ in the value left (`shorts`).
impl Slot for AtomicU64 {
    const COSTLY: usize = 2;

    #[inline]
    fn read(&self) -> Stored {
        let word = self.load(Relaxed);
        Stored { key: Self::kept(word), data: word & NARROW_DATA }
    }

    #[inline]
    fn write(&self, Stored { key, data }: Stored) {
        self.store(key | data, Relaxed);
    }

    #[inline]
    fn kept(key: u64) -> u64 {
        key & !NARROW_DATA
    }

    #[inline]
    fn pack(entry: Entry, left: i32) -> u64 {
        debug_assert!(-BOXES <= entry.low && entry.low <= entry.high && entry.high <= BOXES);
        debug_assert!((entry.low - left) % 2 == 0 && (entry.high - left) % 2 == 0);
        let steps = |bound: i32| ((bound + BOXES) / 2) as u64;
        let work = u64::from(entry.work.div_ceil(2)).min(MOST_WORK);
        steps(entry.low) << 10 | steps(entry.high) << 4 | work
    }

    #[inline]
    fn unpack(data: u64, left: i32) -> Entry {
        let bound = |steps: u64| 2 * (steps & 0x3f) as i32 - BOXES + (left & 1);
        Entry { low: bound(data >> 10), high: bound(data >> 4), work: 2 * Self::work(data) }
    }

    #[inline]
    fn work(data: u64) -> u8 {
        (data & MOST_WORK) as u8
    }
}

//! A cache of the names of parts: to name a child of a position, only the part that changes is
//! hashed.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::key::{Key, Name, fold};

/// The number of entries, as a power of two: 1 MiB in all, to stay in the second-level cache.
const BITS: u32 = 15;

/// A set and its name: the set xored with a hash of the name, then the name. Words of different
/// writers pass the test only by a coincidence of 64 bits (`table`). A plain `set ^ name` would not
/// do: sets and counts of short parts have few bits set, and those of related positions differ in
/// the same places.
#[derive(Default)]
#[repr(align(32))]
struct Slot([AtomicU64; 4]);

/// The names of sets of undrawn edges. A newer set replaces an older one with the same slot.
pub(super) struct Names {
    slots: Box<[Slot]>,
}

impl Names {
    pub fn new() -> Names {
        Names { slots: (0..1 << BITS).map(|_| Slot::default()).collect() }
    }

    /// The name of a set that is not empty. `work_out` computes it if it is not in the cache.
    #[inline]
    pub fn get(&self, open: u64, work_out: impl FnOnce() -> Name) -> Name {
        let slot = &self.slots[(fold(open, 0x9e37_79b9_7f4a_7c15) >> (u64::BITS - BITS)) as usize].0;
        let [check, a, b, shorts] = [0, 1, 2, 3].map(|i| slot[i].load(Relaxed));
        let name = Name { sum: Key(a, b), shorts };
        if check ^ hidden(name) == open {
            return name;
        }
        let name = work_out();
        let Name { sum: Key(a, b), shorts } = name;
        for (word, value) in slot.iter().zip([open ^ hidden(name), a, b, shorts]) {
            word.store(value, Relaxed);
        }
        name
    }
}

#[inline]
fn hidden(Name { sum: Key(a, b), shorts }: Name) -> u64 {
    a ^ b ^ fold(shorts, 0xd6e8_feb8_6659_fd93)
}

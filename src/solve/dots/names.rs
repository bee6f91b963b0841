//! Names of parts that were worked out before, so that a child of a position is named by a look at the one part that changes.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::key::{Key, Name, fold};

/// Entries, as a power of two: a MiB, to stay in the second level of the processor's cache.
const BITS: u32 = 15;

/// A set and its name: the set hidden under a hash of the name, then the name. Words of different writers pass the test only by a
/// coincidence of 64 bits (`table`). A plain `set ^ name` would not do: sets and counts of short parts are words of few bits, and those
/// of related positions differ in the same places.
#[derive(Default)]
#[repr(align(32))]
struct Slot([AtomicU64; 4]);

/// The name of a set of undrawn edges, by that set; what was asked last is kept.
pub(super) struct Names {
    slots: Box<[Slot]>,
}

impl Names {
    pub fn new() -> Names {
        Names { slots: (0..1 << BITS).map(|_| Slot::default()).collect() }
    }

    /// The name of a set that is not empty; `work_out` is asked for it if it is not known.
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

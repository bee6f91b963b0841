//! Names of parts that were worked out before, so that a child of a position is named by a look at the one part that changes.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::key::{Key, Name, fold};

/// Entries, as a power of two: a MiB, to stay in the second level of the processor's cache.
const BITS: u32 = 15;

/// A mask and its name: `mask ^ name`, `name`. A pair torn by two writers passes the test only by a 64-bit
/// coincidence (`table`).
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
        if check ^ a ^ b ^ shorts == open {
            return Name { sum: Key(a, b), shorts };
        }
        let name = work_out();
        let Name { sum: Key(a, b), shorts } = name;
        for (word, value) in slot.iter().zip([open ^ a ^ b ^ shorts, a, b, shorts]) {
            word.store(value, Relaxed);
        }
        name
    }
}

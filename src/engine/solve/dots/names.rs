//! A cache of the names of parts for each worker: to name a child, only the part that changes is
//! hashed.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::key::{Key, Name, fold};
use crate::huge_pages::fetch;

/// The number of entries, as a power of two: 1 MiB in all.
const BITS: u32 = 15;

/// The largest number of caches. Further workers share them.
const MOST: usize = 64;

/// A set xored with a hash of its name, then the name. Relaxed: words of different writers pass the
/// test only by a coincidence of 64 bits. (A plain `set ^ name` would not do: related positions
/// have bits set in the same places.)
#[derive(Default)]
#[repr(align(32))]
struct Slot([AtomicU64; 4]);

/// The names of sets of undrawn edges. A newer set replaces an older one in its slot.
pub(super) struct Names {
    slots: Box<[Slot]>,
}

impl Names {
    pub fn new() -> Names {
        Names { slots: (0..1 << BITS).map(|_| Slot::default()).collect() }
    }

    #[inline]
    fn slot(&self, open: u64) -> &[AtomicU64; 4] {
        &self.slots[(fold(open, 0x9e37_79b9_7f4a_7c15) >> (u64::BITS - BITS)) as usize].0
    }

    #[inline]
    pub fn fetch(&self, open: u64) {
        fetch(&self.slot(open)[0]);
    }

    /// The name of a set that is not empty, computed by `work_out` if it is not in the cache.
    #[inline]
    pub fn get(&self, open: u64, work_out: impl FnOnce() -> Name) -> Name {
        let slot = self.slot(open);
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

/// The caches of all workers, made on first use.
pub(super) struct Caches([OnceLock<Names>; MOST]);

impl Caches {
    pub fn new() -> Caches {
        Caches([const { OnceLock::new() }; MOST])
    }

    #[inline]
    pub fn of(&self, worker: usize) -> &Names {
        self.0[worker % MOST].get_or_init(Names::new)
    }
}

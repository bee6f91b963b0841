use crate::sync::atomic::{AtomicU64, Ordering::Relaxed};

const WORDS: usize = crate::platform::MAX_SIMULATED.div_ceil(64);

/// A set that several threads change. Relaxed, because full fences around it order what belongs to
/// a member.
pub(crate) struct AtomicWorkerSet([AtomicU64; WORDS]);

impl AtomicWorkerSet {
    pub(crate) fn new() -> AtomicWorkerSet {
        AtomicWorkerSet(std::array::from_fn(|_| AtomicU64::new(0)))
    }

    pub(crate) fn insert(&self, worker: usize) -> bool {
        let bit = 1 << (worker % 64);
        self.0[worker / 64].fetch_or(bit, Relaxed) & bit == 0
    }

    pub(crate) fn remove(&self, worker: usize) {
        self.0[worker / 64].fetch_and(!(1 << (worker % 64)), Relaxed);
    }

    pub(crate) fn load(&self) -> WorkerSet {
        WorkerSet(std::array::from_fn(|word| self.0[word].load(Relaxed)))
    }
}

/// A set as plain data. Iteration takes the members out, in ascending order.
#[derive(Clone, Copy, Default)]
pub(crate) struct WorkerSet([u64; WORDS]);

impl WorkerSet {
    pub(crate) fn is_empty(&self) -> bool {
        self.0 == [0; WORDS]
    }

    /// Adds all of `others`. Returns the new ones.
    pub(crate) fn add(&mut self, others: WorkerSet) -> WorkerSet {
        let fresh = WorkerSet(std::array::from_fn(|word| others.0[word] & !self.0[word]));
        self.0.iter_mut().zip(others.0).for_each(|(mine, others)| *mine |= others);
        fresh
    }

    /// Iterates over the members from `first` on, then over those before it.
    pub(crate) fn starting_at(self, first: usize) -> impl Iterator<Item = usize> + Clone {
        let mut after = self;
        after.0[..first / 64].fill(0);
        after.0[first / 64] &= u64::MAX << (first % 64);
        let before = WorkerSet(std::array::from_fn(|word| self.0[word] & !after.0[word]));
        after.chain(before)
    }
}

impl Iterator for WorkerSet {
    type Item = usize;

    fn next(&mut self) -> Option<usize> {
        let word = self.0.iter().position(|&bits| bits != 0)?;
        let bit = self.0[word].trailing_zeros() as usize;
        self.0[word] &= self.0[word] - 1;
        Some(word * 64 + bit)
    }
}

#[cfg(all(test, not(sparring_loom)))]
mod tests {
    use super::*;

    #[test]
    fn sets_are_what_was_put_in() {
        let set = AtomicWorkerSet::new();
        let members = [0, 1, 63, 64, 130, 255];
        assert!(set.load().is_empty());
        for worker in members {
            assert!(set.insert(worker));
            assert!(!set.insert(worker));
        }
        assert_eq!(set.load().collect::<Vec<_>>(), members);
        assert_eq!(set.load().starting_at(64).collect::<Vec<_>>(), [64, 130, 255, 0, 1, 63]);
        assert_eq!(set.load().starting_at(255).collect::<Vec<_>>(), [255, 0, 1, 63, 64, 130]);
        set.remove(63);
        let mut some = set.load();
        set.insert(7);
        assert_eq!(some.add(set.load()).collect::<Vec<_>>(), [7]);
        assert_eq!(some.collect::<Vec<_>>(), [0, 1, 7, 64, 130, 255]);
    }
}

//! The processors that a thread may run on.
//!
//! core_affinity reads and narrows the affinity mask of the calling thread. If there is none, or it
//! has more than 1,024 bits, the processors are *unknown* except for their number.
//!
//! A thread inherits the mask of its starter, so a pool built on a pinned worker would have only
//! one processor. So a pinned worker remembers its pool's processors, and the threads of a pool
//! built on it widen their masks.

use std::cell::RefCell;
use std::sync::Arc;
use std::thread::available_parallelism;

const MASK_BITS: usize = 1024;

thread_local! {
    /// The processor to which this thread was pinned, and the set it is from.
    static PINNED: RefCell<Option<(usize, Processors)>> = const { RefCell::new(None) };
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Processors {
    /// Ascending; `None` if unknown.
    numbers: Option<Arc<[usize]>>,
    usable: usize,
    /// True if threads started here begin with one processor only.
    narrowed: bool,
}

impl Processors {
    /// The calling thread's processors; on a pinned worker, its pool's.
    pub(crate) fn of_this_thread() -> Processors {
        if cfg!(sparring_shuttle) {
            // As many as a pool can have threads. Nothing is pinned.
            return Processors::new(None, Some(super::MAX_THREADS));
        }
        let mask = core_affinity::get_core_ids().map(|cpus| cpus.iter().map(|cpu| cpu.id).collect());
        let processors = Processors::new(mask, available_parallelism().ok().map(usize::from));
        PINNED.with_borrow(|pinned| match pinned {
            // Otherwise the user has pinned the thread elsewhere meanwhile, and that holds.
            Some((cpu, all)) if processors.numbers().is_none_or(|numbers| numbers == [*cpu]) => {
                Processors { narrowed: true, ..all.clone() }
            }
            _ => processors,
        })
    }

    /// The processors of a mask, if known. `parallelism` is how many may be used at the
    /// same time, if known.
    pub(crate) fn new(mask: Option<Vec<usize>>, parallelism: Option<usize>) -> Processors {
        let numbers: Option<Arc<[usize]>> = mask.filter(|numbers| !numbers.is_empty()).map(Arc::from);
        let known = numbers.as_ref().map(|numbers| numbers.len());
        let usable = known.into_iter().chain(parallelism).min().unwrap_or(1).max(1);
        Processors { numbers, usable, narrowed: false }
    }

    pub(crate) fn numbers(&self) -> Option<&[usize]> {
        self.numbers.as_deref()
    }

    /// Returns how many may be used at the same time; a control group's quota may lower that.
    pub(crate) fn usable(&self) -> usize {
        self.usable
    }

    /// Pins the calling thread to one of them. Returns false if the system refuses.
    pub(crate) fn pin(&self, cpu: usize) -> bool {
        let pinned = cpu < MASK_BITS && core_affinity::set_for_current(core_affinity::CoreId { id: cpu });
        if pinned {
            PINNED.set(Some((cpu, Processors { narrowed: false, ..self.clone() })));
        }
        pinned
    }

    pub(crate) fn of_pinned(&self) -> Processors {
        Processors { narrowed: true, ..self.clone() }
    }

    /// Lets the calling thread run on all of them, after its starter was pinned, if the system
    /// allows.
    pub(crate) fn widen(&self) {
        #[cfg(any(target_os = "android", target_os = "linux"))]
        if let (true, Some(numbers)) = (self.narrowed, self.numbers()) {
            let mut mask = rustix::thread::CpuSet::new();
            numbers.iter().for_each(|&number| mask.set(number));
            _ = rustix::thread::sched_setaffinity(None, &mask);
        }
    }
}

pub(crate) fn usable_cpus() -> usize {
    Processors::of_this_thread().usable()
}

#[cfg(all(test, not(sparring_loom), not(sparring_shuttle)))]
mod tests {
    use super::*;

    #[test]
    fn a_quota_leaves_fewer_than_the_mask() {
        let of = |mask: Option<Vec<usize>>, parallelism| Processors::new(mask, parallelism).usable();
        assert_eq!(of(Some(vec![0, 1, 5]), Some(3)), 3);
        assert_eq!(of(Some(vec![0, 1, 5]), Some(2)), 2);
        assert_eq!(of(Some(vec![0, 1, 5]), None), 3);
    }

    #[test]
    fn without_a_mask_the_standard_library_says_how_many() {
        for mask in [None, Some(Vec::new())] {
            let processors = Processors::new(mask.clone(), Some(1_536));
            assert_eq!((processors.numbers(), processors.usable()), (None, 1_536));
            assert_eq!(Processors::new(mask, None).usable(), 1);
        }
    }

    #[test]
    fn a_processor_beyond_the_mask_is_refused() {
        assert!(!Processors::new(None, Some(4_096)).pin(3_000));
    }

    #[test]
    fn a_pinned_thread_remembers_all_unless_it_was_pinned_again() {
        let all = Processors::of_this_thread();
        let Some(&[first, .., last]) = all.numbers() else { return }; // nowhere else to go
        std::thread::spawn(move || {
            if !all.pin(last) {
                return; // the system refuses
            }
            let remembered = Processors::of_this_thread();
            assert_eq!(remembered, Processors { narrowed: true, ..all.clone() });
            assert!(core_affinity::set_for_current(core_affinity::CoreId { id: first }));
            assert_eq!(Processors::of_this_thread().numbers(), Some(&[first][..]));
        })
        .join()
        .unwrap();
    }
}

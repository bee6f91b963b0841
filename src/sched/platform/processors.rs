//! The processors that a thread may run on.
//!
//! core_affinity reads and narrows the affinity mask of the calling thread. On Linux it has room
//! for 1,024 processors, and a kernel that is built for more refuses to fill it; some systems
//! have no mask at all. Then the processors are *unknown*, and only their number is known, from
//! the standard library.
//!
//! # Threads that start threads
//! A thread begins with the mask of the one that starts it. A pinned worker has a mask of one
//! processor, so all workers of a pool that is built there would share that one. So a worker
//! remembers, when it is pinned, what its pool was built with ([`Processors::pin`]). A pool that
//! is built on it gets that, and the threads of that pool widen their masks again
//! ([`Processors::widen`]). A thread that is started there in any other way keeps the one
//! processor.

use std::cell::RefCell;
use std::sync::Arc;
use std::thread::available_parallelism;

/// Above the number of any processor that core_affinity can pin to on Linux.
const MASK_BITS: usize = 1024;

thread_local! {
    /// The processor to which this thread was pinned, and out of which; `None` if it was not.
    static PINNED: RefCell<Option<(usize, Processors)>> = const { RefCell::new(None) };
}

/// The processors that a pool built on some thread may use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Processors {
    /// Ascending; `None` if they are unknown.
    numbers: Option<Arc<[usize]>>,
    usable: usize,
    /// True if the threads that this thread starts may at first run on only one of them.
    narrowed: bool,
}

impl Processors {
    /// The processors of the calling thread; on a worker that its pool has pinned, those of that
    /// pool.
    pub(crate) fn of_this_thread() -> Processors {
        if cfg!(sparring_shuttle) {
            // As many as there are threads, on every machine; and nothing is pinned.
            return Processors::new(None, Some(super::MAX_THREADS));
        }
        let mask = core_affinity::get_core_ids().map(|cpus| cpus.iter().map(|cpu| cpu.id).collect());
        let processors = Processors::new(mask, available_parallelism().ok().map(usize::from));
        PINNED.with_borrow(|pinned| match pinned {
            // A user may have pinned the thread elsewhere meanwhile. That holds.
            Some((cpu, all)) if processors.numbers().is_none_or(|numbers| numbers == [*cpu]) => {
                Processors { narrowed: true, ..all.clone() }
            }
            _ => processors,
        })
    }

    /// The processors of an affinity mask; `None` if it could not be read. `parallelism` is the
    /// number of processors that the system lets the process use at the same time, if it tells.
    pub(crate) fn new(mask: Option<Vec<usize>>, parallelism: Option<usize>) -> Processors {
        let numbers: Option<Arc<[usize]>> = mask.filter(|numbers| !numbers.is_empty()).map(Arc::from);
        let known = numbers.as_ref().map(|numbers| numbers.len());
        let usable = known.into_iter().chain(parallelism).min().unwrap_or(1).max(1);
        Processors { numbers, usable, narrowed: false }
    }

    /// Their numbers, ascending, if they are known.
    pub(crate) fn numbers(&self) -> Option<&[usize]> {
        self.numbers.as_deref()
    }

    /// Number of processors that may be used at the same time: all of these, or fewer if the
    /// control group of the process has a quota.
    pub(crate) fn usable(&self) -> usize {
        self.usable
    }

    /// Pins the calling thread to one of them, which it may leave no more. False if the operating
    /// system refuses.
    pub(crate) fn pin(&self, cpu: usize) -> bool {
        let pinned = cpu < MASK_BITS && core_affinity::set_for_current(core_affinity::CoreId { id: cpu });
        if pinned {
            PINNED.set(Some((cpu, Processors { narrowed: false, ..self.clone() })));
        }
        pinned
    }

    /// The same, for threads that may be started by a pinned one.
    pub(crate) fn of_pinned(&self) -> Processors {
        Processors { narrowed: true, ..self.clone() }
    }

    /// On a thread that was started by one with these: lets it run on all of them. If the
    /// operating system refuses, the thread stays where it is.
    pub(crate) fn widen(&self) {
        #[cfg(any(target_os = "android", target_os = "linux"))]
        if let (true, Some(numbers)) = (self.narrowed, self.numbers()) {
            let mut mask = rustix::thread::CpuSet::new();
            numbers.iter().for_each(|&number| mask.set(number));
            _ = rustix::thread::sched_setaffinity(None, &mask);
        }
    }
}

/// Processors that a pool built on this thread may use at the same time.
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

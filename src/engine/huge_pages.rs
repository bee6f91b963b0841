//! Zeroed memory for a large shared table, in pages of 2 MiB where the system has them.
//!
//! Random accesses to pages of 4 KiB cost a TLB miss each; large pages avoid most. Linux provides
//! them on request (`madvise`).

use std::mem::{ManuallyDrop, align_of, size_of};
use std::ops::Deref;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::thread;

const _: () =
    assert!(size_of::<AtomicU64>() == size_of::<u64>() && align_of::<AtomicU64>() == align_of::<u64>());

const LARGE: usize = 2 << 20;

const LINE: usize = 64;

/// Zeroed words shared by all workers, from the beginning of a cache line.
pub struct Words {
    /// Longer than `len`, to leave room for alignment.
    all: Vec<AtomicU64>,
    from: usize,
    len: usize,
}

impl Words {
    pub fn zeroed(len: usize) -> Words {
        let align = if len * size_of::<u64>() >= LARGE { LARGE } else { LINE };
        // The allocator takes zeroed memory of this size from the system, untouched.
        let all = atomic(vec![0; len + align / size_of::<u64>()]);
        let from = all.as_ptr().align_offset(align).min(all.len() - len);
        let words = Words { all, from, len };
        if align == LARGE {
            ask_for_large_pages(&words);
        }
        words
    }

    /// Zeroes all words on this many threads, each a part of its own. This writes every page for
    /// the first time, which takes a second for some GiB, so it comes before a clock runs.
    pub fn zero(&self, threads: usize) {
        let part = self.len().div_ceil(threads.clamp(1, 64)).max(LARGE);
        let zero = |words: &[AtomicU64]| words.iter().for_each(|word| word.store(0, Relaxed));
        thread::scope(|scope| {
            let mut parts = self.chunks(part);
            let own = parts.next().unwrap_or_default();
            // A part whose thread cannot be started is zeroed here.
            let others: Vec<&[AtomicU64]> = parts
                .filter(|words| thread::Builder::new().spawn_scoped(scope, || zero(words)).is_err())
                .collect();
            zero(own);
            others.into_iter().for_each(zero);
        });
    }

    #[inline]
    pub fn fetch(&self, i: usize) {
        fetch(&self[i]);
    }
}

impl Deref for Words {
    type Target = [AtomicU64];

    #[inline]
    fn deref(&self) -> &[AtomicU64] {
        &self.all[self.from..self.from + self.len]
    }
}

#[allow(unsafe_code)]
fn atomic(words: Vec<u64>) -> Vec<AtomicU64> {
    let mut words = ManuallyDrop::new(words);
    let (data, len, capacity) = (words.as_mut_ptr(), words.len(), words.capacity());
    // SAFETY: the vector of these parts is never dropped. `AtomicU64` has the representation and,
    // as asserted above, the alignment of `u64`, so the layout is that which the new vector will
    // free.
    unsafe { Vec::from_raw_parts(data.cast::<AtomicU64>(), len, capacity) }
}

#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code)]
#[inline]
pub(crate) fn fetch(word: &AtomicU64) {
    use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
    // SAFETY: every x86-64 processor has this hint, which changes nothing and cannot fault.
    unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(word).cast()) }
}

#[cfg(not(target_arch = "x86_64"))]
#[inline]
pub(crate) fn fetch(_: &AtomicU64) {}

/// Requests large pages; if the system refuses, the table keeps small ones.
#[cfg(target_os = "linux")]
#[allow(unsafe_code)]
fn ask_for_large_pages(words: &[AtomicU64]) {
    use rustix::mm::{Advice, madvise};
    let start = words.as_ptr().cast_mut().cast();
    // SAFETY: the range belongs to the slice, and this advice changes no content.
    let _ = unsafe { madvise(start, size_of_val(words), Advice::LinuxHugepage) };
}

#[cfg(not(target_os = "linux"))]
fn ask_for_large_pages(_: &[AtomicU64]) {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_zero_and_begin_a_cache_line() {
        for len in [0, 1, 8, 1000, LARGE / 8 - 1, LARGE / 8, LARGE + 3] {
            let words = Words::zeroed(len);
            assert_eq!(words.len(), len);
            assert_eq!(words.as_ptr().addr() % LINE, 0);
            assert!(words.iter().all(|word| word.load(Relaxed) == 0));
            for threads in [0, 1, 3] {
                words.iter().for_each(|word| word.store(u64::MAX, Relaxed));
                words.zero(threads);
                assert!(words.iter().all(|word| word.load(Relaxed) == 0), "{len} words, {threads} threads");
            }
        }
    }
}

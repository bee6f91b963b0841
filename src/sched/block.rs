//! All memory of one worker, and the word by which others ask something of it.
//!
//! # The block
//! All memory of a worker is one [`Core`], 64 KiB long and aligned to 64 KiB. In it lies the *private ring*: one slot per
//! level of nesting, in which a fork leaves the address of its job. A task's handle ([`super::Worker`]) is the address of the
//! first *free* slot. So the handle is one word, the nesting depth travels in a register instead of
//! being loaded and stored at every fork, and the worker's memory is found by clearing the low bits of the address.
//! (Measured on fib 34: 1.2 ns over the twin; with the depth kept in memory 1.5; with a reference to a two-word handle 2.2.)
//!
//! # The signal word
//! Calm, it holds the address of the ring's end. Signalled, it is negative, with a bit for each reason. So one signed
//! comparison of the handle with it tells a fork that somebody wants something *or* that the ring is full, and a poll
//! looks at its sign. Others set bits with a locked instruction; this happens when somebody is hungry or cancelled.
//!
//! A worker that is asked to share and has nothing *defers*: the word becomes the bare hungry bit, which is small but not
//! negative. Forks and splits, which have something to give, still see it; polls do not, and go on at full speed.
//!
//! The invariants of the ring are those of `worker.rs`.

use super::counters::Counters;
use super::job::{Header, JobRef};
use super::latency::Latencies;
use super::pool::Shared;
use super::recorder::Log;
use super::split::{Slot, Ticket};
use crossbeam_deque::Worker as Deque;
use crossbeam_utils::CachePadded;
use parking_lot::Mutex;
use rand::rngs::SmallRng;
use std::cell::{Cell, RefCell};
use std::ptr::NonNull;
use std::sync::Arc;
use std::sync::atomic::{
    AtomicIsize, AtomicUsize,
    Ordering::{Acquire, Relaxed, Release},
};

/// Nesting depth up to which forks and splits are tasks; deeper ones overflow.
pub(super) const RING: usize = 4096;
/// Splits that one worker can have open inside each other; deeper ones overflow.
pub(super) const SLOTS: usize = 64;
pub(super) const BLOCK: usize = 1 << 16;

#[cfg(not(target_pointer_width = "64"))]
compile_error!("the signal word compares addresses as signed 64-bit numbers");
const _: () = assert!(size_of::<Core>() == BLOCK && align_of::<Core>() == BLOCK);

/// Somebody found nothing to do.
pub(super) const HUNGRY: isize = 1;
/// A scope in which this worker may be running was cancelled.
pub(super) const CANCEL: isize = 2;
const SIGNALLED: isize = isize::MIN;

/// What lies in a ring slot.
#[derive(Clone, Copy)]
pub(super) enum Private {
    /// Promoted, or nothing.
    Gone,
    /// The second half of a join.
    Job(JobRef),
    /// A split of this worker, by the number of its slot.
    Split(usize),
}

/// A slot of the private ring: a job's address, a split's number with the low bit set, or null.
#[repr(transparent)]
pub(super) struct RingSlot(Cell<*const Header>);

impl RingSlot {
    #[inline(always)]
    pub(super) fn put_job(&self, job: *const Header) {
        self.0.set(job);
    }

    #[inline]
    pub(super) fn put_split(&self, slot: usize) {
        self.0.set(std::ptr::without_provenance(slot << 1 | 1));
    }

    /// Whether the entry is still here, not promoted.
    #[inline(always)]
    pub(super) fn is_private(&self) -> bool {
        !self.0.get().is_null()
    }

    /// Whether a private job lies here.
    pub(super) fn is_job(&self) -> bool {
        self.is_private() && self.0.get().addr() & 1 == 0
    }

    pub(super) fn take(&self) -> Private {
        let entry = self.0.replace(std::ptr::null());
        match (entry.is_null(), entry.addr() & 1) {
            (true, _) => Private::Gone,
            (false, 0) => Private::Job(JobRef::new(entry)),
            (false, _) => Private::Split(entry.addr() >> 1),
        }
    }
}

/// What lies in a deque: small words to copy.
#[derive(Clone, Copy)]
pub(super) enum Entry {
    /// A promoted second half of a join.
    Job(JobRef),
    /// An invitation to a split.
    Ticket(Ticket),
}

/// The parts of a worker that only its own thread touches.
pub(super) struct Own {
    pub(super) deque: Deque<Entry>,
    pub(super) rng: RefCell<SmallRng>,
    /// Index of the oldest private ring entry.
    pub(super) first_private: Cell<usize>,
    /// When the present stretch of work or of waiting began.
    pub(super) since_ns: Cell<u64>,
    pub(super) shared: Arc<Shared>,
}

/// All memory of one worker.
#[repr(C, align(65536))]
pub(super) struct Core {
    pub(super) signal: CachePadded<AtomicIsize>,
    pub(super) counters: CachePadded<Counters>,
    pub(super) index: usize,
    /// The worker's split slots; the first [`Core::open_slots`] are in use.
    pub(super) slots: Box<[Slot]>,
    pub(super) open_slots: AtomicUsize,
    pub(super) latencies: Mutex<Latencies>,
    pub(super) log: Log,
    /// Filled in by the worker's thread before it runs anything.
    pub(super) own: Cell<Option<NonNull<Own>>>,
    pub(super) ring: [RingSlot; RING + 1],
}

// SAFETY: of the fields that are not `Sync` themselves, `own` (and what it points to) and `ring` are touched by the worker's own thread alone
// (invariant 1 of worker.rs), reached through `Worker` handles, which never leave that thread; the bodies in `slots` are handed over by their gates.
#[allow(clippy::non_send_fields_in_send_ty)]
unsafe impl Sync for Core {}
// SAFETY: a core is built by one thread and given to its worker before that starts; nothing in it is tied to a thread.
unsafe impl Send for Core {}

impl Core {
    /// Worker `index`, with room to record so many events.
    pub(super) fn new(index: usize, record: usize) -> Box<Core> {
        let core = Box::new(Core {
            signal: CachePadded::new(AtomicIsize::new(0)),
            counters: CachePadded::new(Counters::default()),
            index,
            slots: (0..SLOTS).map(|slot| Slot::new(index, slot)).collect(),
            open_slots: AtomicUsize::new(0),
            latencies: Mutex::new(Latencies::new()),
            log: Log::new(record),
            own: Cell::new(None),
            ring: [const { RingSlot(Cell::new(std::ptr::null())) }; RING + 1],
        });
        core.signal.store(core.calm(), Relaxed);
        core
    }

    /// The signal word's value when nobody wants anything: the address of the ring's last slot.
    fn calm(&self) -> isize {
        (&raw const self.ring[RING]).addr() as isize
    }

    /// Sets a reason in the signal word. Release: pairs with the acquire in [`Core::clear`].
    pub(super) fn signal(&self, reason: isize) {
        // A hungry bit that is set already needs no second locked instruction. A cancel bit always does: it carries
        // the visibility of the flag that was set before it.
        if reason == CANCEL || !self.is_signalled(reason) {
            self.signal.fetch_or(SIGNALLED | reason, Release);
        }
    }

    /// Whether a reason is set, urgent or deferred. (The calm value is an aligned address: its low bits are clear.)
    pub(super) fn is_signalled(&self, reason: isize) -> bool {
        self.signal.load(Relaxed) & reason != 0
    }

    /// Makes hunger a matter for the next fork only, unless something else is wanted too.
    pub(super) fn defer_hunger(&self) {
        // Losing a race with another reason is fine: then the word stays urgent.
        let word = self.signal.load(Relaxed);
        if word & CANCEL == 0 {
            let _ = self.signal.compare_exchange(word, HUNGRY, Relaxed, Relaxed);
        }
    }

    /// Clears a reason, acquiring what was written before it was set.
    pub(super) fn clear(&self, reason: isize) {
        // Acquire pairs with the release in `signal`.
        let _ = self.signal.fetch_update(Acquire, Relaxed, |word| {
            let rest = word & !reason;
            Some(if rest & (HUNGRY | CANCEL) == 0 { self.calm() } else { rest })
        });
    }
}

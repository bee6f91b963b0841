//! The memory of the workers, and what all workers of a pool share.
//!
//! # The block
//! Each worker has one [`Core`], 128 KiB long and aligned to 128 KiB, which holds the worker's
//! memory or names it (deque, split slots and log lie elsewhere). In the core lies the
//! *private ring*: one slot per level of nesting, in which a fork leaves the address of its job. A
//! task's handle ([`crate::Worker`]) is the address of the first *free* slot. So the handle is one
//! word, the nesting depth travels in a register instead of being loaded and stored at every fork,
//! and the worker's memory is found by clearing the low bits of the address. (Measured on fib 34:
//! 1.2 ns over a plain call; with the depth kept in memory 1.5; with a reference to a two-word
//! handle 2.2.)
//!
//! The invariants of the ring are those of `worker.rs`.
//!
//! A worker's memory names what the pool shares, and that names the memory of every worker. So they
//! stand in one file.

use crate::handle::Handle;
use crate::handover::ring::{RING, Ring, RingSlot};
use crate::handover::safepoint::Safepoint;
use crate::handover::signal::{EAGER, Signal};
use crate::handover::sleep::Sleep;
use crate::platform::{Costs, Platform, usable_cpus};
use crate::record::counters::{Counters, Tally};
use crate::record::latency::Latencies;
use crate::record::recorder::Log;
use crate::record::recording::Track;
use crate::record::stretch::Stretch;
use crate::sync::deque::{Stealer, Worker as Deque};
use crate::sync::{
    Mutex,
    atomic::{
        AtomicBool, AtomicUsize,
        Ordering::{Acquire, Release},
    },
};
use crate::task::entry::Entry;
use crate::task::pool_set::PoolSet;
use crate::task::slot::Slot;
use crate::topology::neighbours::{Neighbours, Rings};
use crate::worker::backoff::StealBackoff;
use crate::worker::deferred::DeferredSteals;
use crate::worker::injector::Injector;
use crate::worker::stand_ins::StandIns;
use crossbeam_utils::CachePadded;
use rand::{SeedableRng, rngs::SmallRng};
use std::cell::{Cell, RefCell};
use std::ptr::NonNull;
use std::sync::{Arc, OnceLock};

/// Splits that one worker can have open inside each other; deeper ones overflow.
pub(crate) const SLOTS: usize = if cfg!(sparring_shuttle) { 4 } else { 64 };
/// (A model makes a new pool for every schedule that it tries, so its blocks are small.)
const BLOCK: usize = if cfg!(sparring_shuttle) { 1 << 14 } else { 1 << 17 };

#[cfg(not(target_pointer_width = "64"))]
compile_error!("the signal word compares addresses as signed 64-bit numbers");
const _: () = assert!(size_of::<Core>() == BLOCK && align_of::<Core>() == BLOCK);

/// The parts of a worker that only its own thread touches.
pub(crate) struct Own {
    pub(crate) deque: Deque<Entry>,
    pub(crate) rng: RefCell<SmallRng>,
    /// Whom it steals from, the nearest first.
    pub(crate) rings: Rings,
    pub(crate) shared: Arc<Shared>,
    pub(crate) index: usize,
    /// Number of this thread: [`Core::thread`].
    pub(crate) thread: usize,
    /// The pools with an install that waits for what runs just now.
    pub(crate) inside: Cell<PoolSet>,
    /// True if what runs just now is background work (`background.rs`).
    pub(crate) background: Cell<bool>,
}

impl Own {
    pub(crate) fn new(shared: Arc<Shared>, core: &Core, deque: Deque<Entry>, seed: u64) -> Own {
        let &Core { index, thread, .. } = core;
        let (rng, rings) =
            (SmallRng::seed_from_u64(seed), shared.neighbours.rings(index, shared.cores.len()));
        let (inside, background) = (Cell::new(PoolSet::NONE), Cell::new(false));
        Own { deque, rng: RefCell::new(rng), rings, shared, index, thread, inside, background }
    }
}

/// All memory of one worker.
#[cfg_attr(not(sparring_shuttle), repr(C, align(131072)))]
#[cfg_attr(sparring_shuttle, repr(C, align(16384)))]
pub(crate) struct Core {
    pub(crate) signal: CachePadded<Signal>,
    pub(crate) counters: CachePadded<Counters>,
    pub(crate) stretch: CachePadded<Stretch>,
    /// Written by this worker and by those who steal from it.
    pub(crate) backoff: CachePadded<StealBackoff>,
    pub(crate) index: usize,
    /// A number that no other thread of the pool has: its index, or on a stand-in one that is
    /// larger than all of those.
    pub(crate) thread: usize,
    pub(crate) platform: Platform,
    /// The worker's split slots; the first [`Core::open_slots`] are in use.
    pub(crate) slots: Box<[CachePadded<Slot>]>,
    pub(crate) open_slots: AtomicUsize,
    pub(crate) latencies: Mutex<Latencies>,
    pub(crate) log: Log,
    /// Filled in by the worker's thread before it runs anything.
    pub(crate) own: Cell<Option<NonNull<Own>>>,
    /// [`Own::inside`] of what lies in the ring, for thieves. The lock of the ring orders it.
    pub(crate) inside_of_ring: std::sync::atomic::AtomicU64,
    pub(crate) ring: Ring,
}

// SAFETY: of the fields that are not `Sync` themselves, `own` (and what it points to) is touched by
// the worker's own thread alone (invariant 1 of worker.rs), reached through `Worker` handles, which
// never leave that thread; the bodies in `slots` are handed over by their gates.
#[allow(clippy::non_send_fields_in_send_ty)]
unsafe impl Sync for Core {}
// SAFETY: a core is built by one thread and given to its worker before that starts; nothing in it
// is tied to a thread.
unsafe impl Send for Core {}

impl Core {
    /// The memory of worker `index`, with room to record `record` events. `eager` says whether it
    /// shares before anybody asks (`signal.rs`).
    pub(crate) fn new(index: usize, record: usize, platform: &Platform, eager: bool) -> Box<Core> {
        Core::of_thread(index, index, record, platform, eager)
    }

    /// The memory of a thread with the number of worker `index`.
    pub(crate) fn of_thread(
        index: usize,
        thread: usize,
        record: usize,
        platform: &Platform,
        eager: bool,
    ) -> Box<Core> {
        let mut core = Box::new(Core {
            signal: CachePadded::new(Signal::new(BLOCK as isize)), // set below
            counters: CachePadded::new(Counters::default()),
            stretch: CachePadded::default(),
            backoff: CachePadded::default(),
            index,
            thread,
            platform: platform.clone(),
            slots: (0..SLOTS).map(|slot| CachePadded::new(Slot::new(index, slot))).collect(),
            open_slots: AtomicUsize::new(0),
            latencies: Mutex::new(Latencies::new()),
            log: Log::new(record, platform.now_ns()),
            own: Cell::new(None),
            inside_of_ring: PoolSet::NONE.bits().into(),
            ring: Ring::new(),
        });
        let end = (&raw const core.ring.slots[RING]).addr();
        let signal = if platform.is_simulated() { Signal::simulated } else { Signal::new };
        core.signal = CachePadded::new(signal(if eager { EAGER } else { end as isize }));
        core
    }

    /// All counters of this worker. From any thread; exact at rest.
    pub(crate) fn tally(&self) -> Tally {
        // A level forks before anything runs above it, so the first slot without a task is the end.
        let created = self.ring.slots.iter().map(RingSlot::tasks_created).take_while(|&created| created > 0);
        Tally { created: created.sum(), ..self.counters.read() }
    }

    /// Recording of this worker since `zero_ns`, when its counters stood at `zero`. At rest: see
    /// [`Log::read`].
    pub(crate) fn track(&self, zero: (u64, Tally), end: (u64, Tally)) -> Track {
        self.log.read(zero, (end.0, end.1 - zero.1))
    }
}

/// Memory that all workers of a pool share.
pub(crate) struct Shared {
    pub(crate) cores: Box<[Box<Core>]>,
    pub(crate) stealers: Box<[Stealer<Entry>]>,
    /// The pool as a set of one.
    pub(crate) pool: PoolSet,
    pub(crate) injector: Injector,
    pub(crate) deferred: DeferredSteals,
    pub(crate) sleep: Arc<Sleep>,
    pub(crate) safepoint: Safepoint,
    pub(crate) platform: Platform,
    pub(crate) neighbours: Neighbours,
    /// Number of processors that the process may use at the same time.
    pub(crate) processors: usize,
    /// Time in nanoseconds for which a worker may leave a request for work unanswered before
    /// others take what it has put up by force (`forced.rs`); `None` if they cannot or shall not.
    pub(crate) silence_ns: Option<u64>,
    pub(crate) stand_ins: StandIns,
    /// The memory of the stand-ins that were started, in this order.
    pub(crate) stand_in_cores: Box<[OnceLock<Box<Core>>]>,
    closing: AtomicBool,
}

impl Shared {
    pub(crate) fn new(
        cores: Box<[Box<Core>]>,
        stealers: Box<[Stealer<Entry>]>,
        platform: Platform,
        neighbours: Neighbours,
        silence_ns: Option<u64>,
        stand_ins: StandIns,
    ) -> Shared {
        let sleep = Sleep::new(cores.len(), &platform);
        // All look for work as soon as they are there. Until then injected jobs are left to them
        // already.
        cores.iter().for_each(|_| sleep.start_searching());
        Shared {
            pool: PoolSet::new_pool(),
            injector: Injector::new(),
            deferred: DeferredSteals::default(),
            sleep: Arc::new(sleep),
            safepoint: Safepoint::new(&platform),
            neighbours,
            processors: if platform.is_simulated() { cores.len() } else { usable_cpus() },
            silence_ns,
            stand_in_cores: (0..stand_ins.most()).map(|_| OnceLock::new()).collect(),
            stand_ins,
            closing: AtomicBool::new(false),
            cores,
            stealers,
            platform,
        }
    }

    /// Sets a reason in a worker's signal word and wakes it if it sleeps.
    pub(crate) fn signal_and_wake(&self, worker: usize, reason: isize) {
        self.cores[worker].signal.raise(reason);
        self.sleep.wake(worker);
    }

    /// Ends all workers, once they have nothing to do.
    pub(crate) fn close(&self) {
        self.closing.store(true, Release); // pairs with the acquire in `is_closing`
        self.wake_everybody();
        self.platform.close();
    }

    pub(crate) fn is_closing(&self) -> bool {
        self.closing.load(Acquire) // pairs with the release in `close`
    }

    pub(crate) fn wake_everybody(&self) {
        (0..self.cores.len()).for_each(|worker| {
            self.sleep.wake(worker);
        });
    }
}

impl Drop for Shared {
    fn drop(&mut self) {
        self.pool.give_back();
    }
}

impl<'w> Handle<'w> {
    /// The handle at the bottom of a worker's stack. Own thread only.
    pub(crate) fn bottom(core: &'w Core) -> Handle<'w> {
        // SAFETY: the ring's first slot lies inside the core's block; the pointer keeps the
        // provenance of all of it.
        unsafe { Handle::new(NonNull::from(core).byte_add(std::mem::offset_of!(Core, ring.slots)).cast()) }
    }

    /// The handle of what runs on top of a task, above the ring: every fork overflows, and
    /// nothing is promoted. Own thread only.
    pub(crate) fn on_top(core: &'w Core) -> Handle<'w> {
        // SAFETY: the ring has two slots more than it has room for; the second is this handle's.
        unsafe { Handle::new(Handle::bottom(core).place().add(RING + 1)) }
    }

    #[inline(always)]
    pub(crate) fn core(self) -> &'w Core {
        let block = self.place().as_ptr().map_addr(|address| address & !(BLOCK - 1));
        // SAFETY: a handle points into the ring of a core that is aligned to its own size, so this
        // is that core. The pool keeps it alive until its threads have ended, and a handle exists
        // only while its thread runs a task.
        unsafe { &*block.cast::<Core>() }
    }

    pub(crate) fn own(self) -> &'w Own {
        let own = self.core().own.get().expect("a running worker has its own part");
        // SAFETY: set by the thread of the worker in `run_worker`, of the stand-in in
        // `stand_in_loop::run`, whose frame holds the value until it has ended.
        unsafe { own.as_ref() }
    }

    pub(crate) fn shared(self) -> &'w Shared {
        &self.own().shared
    }

    #[inline]
    pub(crate) fn platform(self) -> &'w Platform {
        &self.core().platform
    }

    /// See [`Platform::now_ns`].
    #[inline]
    pub(crate) fn now_ns(self) -> u64 {
        self.platform().now_ns()
    }

    /// See [`Platform::spend`].
    #[inline]
    pub(crate) fn spend(self, cost: impl FnOnce(&Costs) -> u64) {
        self.platform().spend(cost);
    }

    /// The ring slot this handle stands for.
    #[inline(always)]
    pub(crate) fn slot(self) -> &'w RingSlot {
        // SAFETY: as in `core`; the handle's address is that of a slot of the ring.
        unsafe { self.place().as_ref() }
    }

    /// Index of this handle's slot.
    pub(crate) fn depth(self) -> usize {
        (self.place().as_ptr().addr() - (&raw const self.core().ring.slots).addr()) / size_of::<RingSlot>()
    }

    /// Returns true if the index of this handle's slot is at least `index`.
    #[inline]
    pub(crate) fn is_at_least(self, index: usize) -> bool {
        std::ptr::from_ref(self.slot()) >= &raw const self.core().ring.slots[index]
    }

    pub(crate) fn at_ring_end(self) -> bool {
        self.depth() >= RING
    }

    /// Returns true if this handle is that of [`Handle::on_top`].
    pub(crate) fn is_on_top(self) -> bool {
        self.depth() > RING
    }

    /// Asked before something is put up: whether another worker has signalled this one, or its ring
    /// is full. One relaxed load of the worker's own line.
    #[inline(always)]
    pub(crate) fn signalled(self) -> bool {
        self.core().signal.stops(self.place().as_ptr().addr() as isize)
    }

    /// The question of [`Handle::signalled`] on the slow way, also for a simulated worker.
    pub(crate) fn is_really_signalled(self) -> bool {
        self.core().signal.really_stops(self.place().as_ptr().addr() as isize)
    }

    /// Asked where nothing new can be shared: whether there is a signal that cannot wait. One
    /// relaxed load, as above.
    #[inline(always)]
    pub(crate) fn urgent(self) -> bool {
        self.core().signal.is_urgent()
    }

    pub(crate) fn index(self) -> usize {
        self.core().index
    }
}

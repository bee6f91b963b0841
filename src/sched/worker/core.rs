//! The memory of the workers, and what all workers of a pool share.
//!
//! Each worker has one [`Core`] of 128 KiB, aligned to its size, with the *private ring*
//! (`ring.rs`). A task's handle ([`crate::Worker`]) is the address of the first *free* slot of the
//! ring, and clearing its low bits gives the core. So the nesting depth stays in a register (fib
//! 34: 1.2 ns a fork instead of 1.5).

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
    Mutex, Rule,
    atomic::{
        AtomicBool, AtomicUsize,
        Ordering::{Acquire, Relaxed, Release},
    },
    omitted,
};
use crate::task::entry::Entry;
use crate::task::pool_set::PoolSet;
use crate::task::slot::Slot;
use crate::topology::neighbours::{Neighbours, Rings};
use crate::worker::backoff::StealBackoff;
use crate::worker::deferred::DeferredSteals;
use crate::worker::groups::{Groups, Mailbox};
use crate::worker::injector::{Injector, Run};
use crate::worker::stand_ins::StandIns;
use crossbeam_utils::CachePadded;
use rand::{SeedableRng, rngs::SmallRng};
use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::ptr::NonNull;
use std::sync::{Arc, OnceLock};

/// Nested open splits of one worker; deeper ones overflow.
pub(crate) const SLOTS: usize = if cfg!(sparring_shuttle) { 4 } else { 64 };
const BLOCK: usize = if cfg!(sparring_shuttle) { 1 << 14 } else { 1 << 17 };

#[cfg(not(target_pointer_width = "64"))]
compile_error!("the signal word compares addresses as signed 64-bit numbers");
const _: () = assert!(size_of::<Core>() == BLOCK && align_of::<Core>() == BLOCK);

pub(crate) struct Own {
    pub(crate) deque: Deque<Entry>,
    pub(crate) rng: RefCell<SmallRng>,
    pub(crate) rings: Rings,
    pub(crate) shared: Arc<Shared>,
    pub(crate) index: usize,
    pub(crate) thread: usize,
    /// Pools with an install that waits for the code that runs now.
    pub(crate) inside: Cell<PoolSet>,
    pub(crate) background: Cell<bool>,
    /// Handle for code that finds its worker by the thread (`current.rs`), while nobody uses it.
    pub(crate) current: Cell<Option<NonNull<RingSlot>>>,
}

impl Own {
    pub(crate) fn new(shared: Arc<Shared>, core: &Core, deque: Deque<Entry>, seed: u64) -> Own {
        let &Core { index, thread, .. } = core;
        let (rng, rings) =
            (SmallRng::seed_from_u64(seed), shared.neighbours.rings(index, shared.cores.len()));
        let (inside, background) = (Cell::new(PoolSet::NONE), Cell::new(false));
        let current = Cell::new(None);
        Own { deque, rng: RefCell::new(rng), rings, shared, index, thread, inside, background, current }
    }
}

#[cfg_attr(not(sparring_shuttle), repr(C, align(131072)))]
#[cfg_attr(sparring_shuttle, repr(C, align(16384)))]
pub(crate) struct Core {
    pub(crate) signal: CachePadded<Signal>,
    pub(crate) counters: CachePadded<Counters>,
    pub(crate) stretch: CachePadded<Stretch>,
    pub(crate) backoff: CachePadded<StealBackoff>,
    pub(crate) index: usize,
    /// The worker's index, or a larger number on a stand-in; unique in the pool.
    pub(crate) thread: usize,
    pub(crate) platform: Platform,
    /// The first `open_slots` are in use.
    pub(crate) slots: Box<[CachePadded<Slot>]>,
    pub(crate) open_slots: AtomicUsize,
    pub(crate) latencies: Mutex<Latencies>,
    pub(crate) log: Log,
    /// Set by the worker's thread before it runs anything.
    pub(crate) own: Cell<Option<NonNull<Own>>>,
    /// [`Own::inside`] of the entries in the ring, for thieves. Ordered by the lock of the ring.
    pub(crate) inside_of_ring: std::sync::atomic::AtomicU64,
    /// Tasks of groups that this worker spawned and another one ran, which counts them.
    pub(crate) lost_to_groups: std::sync::atomic::AtomicU64,
    pub(crate) ring: Ring,
}

// SAFETY: only the worker's own thread touches `own` and its target (invariant 1 of worker.rs),
// through `Worker` handles, which never leave it. Gates hand the bodies in `slots` over. All other
// fields are `Sync`.
#[allow(clippy::non_send_fields_in_send_ty)]
unsafe impl Sync for Core {}
// SAFETY: a core is given to its worker before that starts; nothing in it is tied to a thread.
unsafe impl Send for Core {}

impl Core {
    /// Returns the memory of worker `index`, with room for `record` events. If `eager`, it shares
    /// before anybody asks (`signal.rs`).
    pub(crate) fn new(index: usize, record: usize, platform: &Platform, eager: bool) -> Box<Core> {
        Core::of_thread(index, index, record, platform, eager)
    }

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
            lost_to_groups: 0.into(),
            ring: Ring::new(),
        });
        let end = (&raw const core.ring.slots[RING]).addr();
        let signal = if platform.is_simulated() { Signal::simulated } else { Signal::new };
        core.signal = CachePadded::new(signal(if eager { EAGER } else { end as isize }));
        core
    }

    /// Returns the counters, on any thread; exact at rest.
    pub(crate) fn tally(&self) -> Tally {
        // A level forks before anything runs above it, so the first empty count is the end.
        let created = self.ring.slots.iter().map(RingSlot::tasks_created).take_while(|&created| created > 0);
        let counted = self.counters.read();
        let lost = counted.lost.wrapping_add(self.lost_to_groups.load(Relaxed));
        Tally { created: created.sum(), lost, ..counted }
    }

    /// Returns the recording between `zero` and `end`, at rest.
    pub(crate) fn track(&self, zero: (u64, Tally), end: (u64, Tally)) -> Track {
        self.log.read(zero, (end.0, end.1 - zero.1))
    }
}

pub(crate) struct Shared {
    pub(crate) cores: Box<[Box<Core>]>,
    pub(crate) stealers: Box<[Stealer<Entry>]>,
    pub(crate) pool: PoolSet,
    pub(crate) injector: Injector,
    pub(crate) deferred: DeferredSteals,
    pub(crate) groups: Groups,
    pub(crate) mailboxes: Box<[Mailbox]>,
    pub(crate) sleep: Arc<Sleep>,
    pub(crate) safepoint: Safepoint,
    pub(crate) platform: Platform,
    pub(crate) neighbours: Neighbours,
    pub(crate) processors: usize,
    /// Nanoseconds of silence after which others take a worker's work by force; `None` if they
    /// never do.
    pub(crate) silence_ns: Option<u64>,
    pub(crate) stand_ins: StandIns,
    pub(crate) stand_in_cores: Box<[OnceLock<Box<Core>>]>,
    /// Closures that workers of this pool gave to
    /// [`Pool::spawn_detached_fifo`](crate::Pool::spawn_detached_fifo). For each there is a job,
    /// which runs the oldest.
    pub(crate) oldest_first: Mutex<VecDeque<Run<'static>>>,
    /// Called with the panic of a closure of [`Pool::spawn_detached`](crate::Pool).
    pub(crate) panic_handler: Option<PanicHandler>,
    closing: AtomicBool,
    /// True if nobody waits for the end of the threads.
    abandoned: AtomicBool,
    /// Workers that have ended.
    ended: AtomicUsize,
}

pub(crate) type PanicHandler = Arc<dyn Fn(Box<dyn std::any::Any + Send>) + Send + Sync>;

impl Shared {
    pub(crate) fn new(
        cores: Box<[Box<Core>]>,
        stealers: Box<[Stealer<Entry>]>,
        platform: Platform,
        neighbours: Neighbours,
        silence_ns: Option<u64>,
        stand_ins: StandIns,
        panic_handler: Option<PanicHandler>,
    ) -> Shared {
        let sleep = Sleep::new(cores.len(), &platform);
        // All workers search from the start, so injected jobs can already be left to them.
        cores.iter().for_each(|_| sleep.start_searching());
        Shared {
            pool: PoolSet::new_pool(),
            injector: Injector::new(),
            deferred: DeferredSteals::default(),
            groups: Groups::default(),
            mailboxes: cores.iter().map(|_| Mailbox::default()).collect(),
            sleep: Arc::new(sleep),
            safepoint: Safepoint::new(&platform),
            neighbours,
            processors: if platform.is_simulated() { cores.len() } else { usable_cpus() },
            silence_ns,
            stand_in_cores: (0..stand_ins.most()).map(|_| OnceLock::new()).collect(),
            stand_ins,
            oldest_first: Mutex::default(),
            panic_handler,
            closing: AtomicBool::new(false),
            abandoned: AtomicBool::new(false),
            ended: AtomicUsize::new(0),
            cores,
            stealers,
            platform,
        }
    }

    pub(crate) fn signal_and_wake(&self, worker: usize, reason: isize) {
        self.cores[worker].signal.raise(reason);
        self.sleep.wake(worker);
    }

    pub(crate) fn close(&self) {
        self.closing.store(true, Release); // pairs with the acquire in `is_closing`
        self.wake_everybody();
        self.platform.close();
    }

    /// Ends the pool when its last job has ended; nobody waits for that.
    pub(crate) fn abandon(&self) {
        self.abandoned.store(true, Relaxed); // ordered by `closing`
        self.close();
    }

    pub(crate) fn is_abandoned(&self) -> bool {
        self.abandoned.load(Relaxed)
    }

    /// True if the pool ends and has no job left.
    pub(crate) fn is_over(&self) -> bool {
        self.is_closing() && (self.injector.close() || omitted(Rule::LastClosure))
    }

    /// Called by each worker that ends. The last one of an abandoned pool ends its stand-ins.
    pub(crate) fn end_worker(&self) {
        let last = self.ended.fetch_add(1, Relaxed) + 1 == self.cores.len();
        if last && self.is_abandoned() {
            drop(self.stand_ins.end());
        }
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
    /// Returns the handle at the bottom of the stack. Own thread only.
    pub(crate) fn bottom(core: &'w Core) -> Handle<'w> {
        // SAFETY: the ring's first slot lies inside the core's block, whose provenance the pointer
        // keeps.
        unsafe { Handle::new(NonNull::from(core).byte_add(std::mem::offset_of!(Core, ring.slots)).cast()) }
    }

    /// Returns the handle on top of a task: every fork overflows, nothing is promoted. Own thread
    /// only.
    pub(crate) fn on_top(core: &'w Core) -> Handle<'w> {
        // SAFETY: the ring has two slots more than it has room for; this handle has the second.
        unsafe { Handle::new(Handle::bottom(core).place().add(RING + 1)) }
    }

    #[inline(always)]
    pub(crate) fn core(self) -> &'w Core {
        let block = self.place().as_ptr().map_addr(|address| address & !(BLOCK - 1));
        // SAFETY: a handle points into the ring of a core aligned to its own size, so this is that
        // core. The pool keeps it alive until its threads have ended, and handles exist only while
        // their thread runs a task.
        unsafe { &*block.cast::<Core>() }
    }

    #[inline]
    pub(crate) fn own(self) -> &'w Own {
        let own = self.core().own.get().expect("a running worker has its own part");
        // SAFETY: set by `run_worker`, or by `stand_in_loop::run` on a stand-in, whose frame holds
        // the value until the thread ends.
        unsafe { own.as_ref() }
    }

    pub(crate) fn shared(self) -> &'w Shared {
        &self.own().shared
    }

    #[inline]
    pub(crate) fn platform(self) -> &'w Platform {
        &self.core().platform
    }

    #[inline]
    pub(crate) fn now_ns(self) -> u64 {
        self.platform().now_ns()
    }

    #[inline]
    pub(crate) fn spend(self, cost: impl FnOnce(&Costs) -> u64) {
        self.platform().spend(cost);
    }

    #[inline(always)]
    pub(crate) fn slot(self) -> &'w RingSlot {
        // SAFETY: as in `core`; the handle's address is that of a slot of the ring.
        unsafe { self.place().as_ref() }
    }

    pub(crate) fn depth(self) -> usize {
        (self.place().as_ptr().addr() - (&raw const self.core().ring.slots).addr()) / size_of::<RingSlot>()
    }

    #[inline]
    pub(crate) fn is_at_least(self, index: usize) -> bool {
        std::ptr::from_ref(self.slot()) >= &raw const self.core().ring.slots[index]
    }

    pub(crate) fn at_ring_end(self) -> bool {
        self.depth() >= RING
    }

    pub(crate) fn is_on_top(self) -> bool {
        self.depth() > RING
    }

    /// Returns true if its worker is signalled or its ring is full, by one relaxed load.
    #[inline(always)]
    pub(crate) fn signalled(self) -> bool {
        self.core().signal.stops(self.place().as_ptr().addr() as isize)
    }

    pub(crate) fn is_really_signalled(self) -> bool {
        self.core().signal.really_stops(self.place().as_ptr().addr() as isize)
    }

    /// Returns true if a signal cannot wait for a fork, by one relaxed load.
    #[inline(always)]
    pub(crate) fn urgent(self) -> bool {
        self.core().signal.is_urgent()
    }

    pub(crate) fn index(self) -> usize {
        self.core().index
    }
}

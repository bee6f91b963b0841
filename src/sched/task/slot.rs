//! The memory of a split that several workers share, and the ticket that names it.
//!
//! Slots belong to workers and are used again by later splits. Their life is told in
//! `split/mod.rs`, and who may be inside when in `gate.rs`.

use crate::handle::Handle;
use crate::handle::scoped::Scoped;
use crate::handover::atomic_bitset::AtomicWorkerSet;
use crate::handover::cancel::{Cancelled, Home, ScopeNode};
use crate::handover::gate::Gate;
use crate::sync::counter::Counter;
use crate::sync::{
    Mutex,
    atomic::{AtomicBool, AtomicU64, Ordering::Relaxed},
};
use crate::task::pool_set::PoolSet;
use std::any::Any;
use std::cell::UnsafeCell;

/// An invitation to a split, as it lies in deques.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Ticket {
    worker: u16,
    slot: u16,
    pub(crate) generation: u32,
}

impl Ticket {
    pub(crate) fn worker(self) -> usize {
        usize::from(self.worker)
    }

    pub(crate) fn slot(self) -> usize {
        usize::from(self.slot)
    }
}

/// A split's body without its type.
#[derive(Clone, Copy)]
pub(crate) struct Body {
    pub(crate) data: *const (),
    pub(crate) call: unsafe fn(*const (), Scoped<'_>, usize) -> Result<(), Cancelled>,
}

/// # Safety
/// `data` points to a live `F` that may be shared between threads.
unsafe fn call<F>(data: *const (), scope: Scoped<'_>, index: usize) -> Result<(), Cancelled>
where
    F: Fn(Scoped<'_>, usize) -> Result<(), Cancelled> + Sync,
{
    // SAFETY: by the contract.
    unsafe { (*data.cast::<F>())(scope, index) }
}

/// The memory of a split, used again by later ones.
pub(crate) struct Slot {
    pub(crate) gate: Gate,
    pub(crate) node: ScopeNode,
    pub(crate) helpers: AtomicWorkerSet,
    /// Time at which the split was cancelled with helpers inside; 0 otherwise.
    pub(crate) cut_ns: AtomicU64,
    /// A body gave up (invariant 3 of `split/mod.rs`). Read by the owner after the gate has closed,
    /// which orders it.
    pub(crate) gave_up: AtomicBool,
    /// Indices that the owner ran as a helper, by way of a ticket for its own split. Owner only.
    pub(crate) ran_by_ticket: Counter,
    /// The pools with an install around the split. Written by who opens the gate, before.
    inside: AtomicU64,
    /// True if the split's owner has promoted it and pushed a ticket. The worker that opens the
    /// gate writes this; the owner reads it.
    pub(crate) ticketed: AtomicBool,
    /// True if a thief opened the gate by force to run indices. Written and read like `ticketed`.
    pub(crate) forced: AtomicBool,
    /// Time at which the split was promoted, if there is a recording; 0 if it was not shared.
    /// Written and read like `ticketed`.
    pub(crate) promoted_ns: AtomicU64,
    pub(crate) body: UnsafeCell<Option<Body>>,
    pub(crate) panic: Mutex<Option<Box<dyn Any + Send>>>,
    worker: u16,
    slot: u16,
}

impl Slot {
    pub(crate) fn new(worker: usize, slot: usize) -> Slot {
        Slot {
            gate: Gate::new(),
            node: ScopeNode::new(Home::Split { worker, slot }, None),
            helpers: AtomicWorkerSet::new(),
            cut_ns: AtomicU64::new(0),
            gave_up: AtomicBool::new(false),
            ran_by_ticket: Counter::new(),
            inside: AtomicU64::new(0),
            ticketed: AtomicBool::new(false),
            forced: AtomicBool::new(false),
            promoted_ns: AtomicU64::new(0),
            body: UnsafeCell::new(None),
            panic: Mutex::new(None),
            worker: worker as u16,
            slot: slot as u16,
        }
    }

    pub(crate) fn node(&self) -> &ScopeNode {
        &self.node
    }

    /// Owner, before anybody can come in.
    #[inline]
    pub(crate) fn prepare<F>(&self, parent: Option<&ScopeNode>, n: usize, body: &F)
    where
        F: Fn(Scoped<'_>, usize) -> Result<(), Cancelled> + Sync,
    {
        self.gate.reset(n);
        self.node.reset(parent);
        self.cut_ns.store(0, Relaxed);
        self.gave_up.store(false, Relaxed);
        self.ran_by_ticket.reset();
        let body = Body { data: std::ptr::from_ref(body).cast(), call: call::<F> };
        // SAFETY: the gate is closed (the slot was free), so the owner is alone with it.
        unsafe { *self.body.get() = Some(body) };
    }

    /// Owner, on promotion. `None` if there is nothing left to share; the gate is open all the
    /// same.
    pub(crate) fn open(&self, inside: PoolSet, now_ns: u64) -> Option<Ticket> {
        self.inside.store(inside.bits(), Relaxed);
        let generation = self.gate.open();
        let shares = self.gate.has_untried();
        self.ticketed.store(shares, Relaxed);
        self.forced.store(false, Relaxed);
        self.promoted_ns.store(if shares { now_ns } else { 0 }, Relaxed);
        shares.then(|| self.ticket(generation))
    }

    /// Thief that has taken the split from its owner, which had claimed so many indices; `None` if
    /// all. (No ticket lies in the owner's deque.)
    pub(crate) fn open_by_force(&self, claimed: Option<usize>, inside: PoolSet, now_ns: u64) -> Ticket {
        self.inside.store(inside.bits(), Relaxed);
        self.ticketed.store(false, Relaxed);
        self.forced.store(claimed.is_some(), Relaxed);
        self.promoted_ns.store(now_ns, Relaxed);
        self.ticket(claimed.map_or_else(|| self.gate.open(), |claimed| self.gate.open_at(claimed)))
    }

    /// An invitation to the split that has the slot in this generation.
    pub(crate) fn ticket(&self, generation: u32) -> Ticket {
        Ticket { worker: self.worker, slot: self.slot, generation }
    }

    /// The pools with an install around the split. Inside the gate only.
    pub(crate) fn inside(&self) -> PoolSet {
        PoolSet::from_bits(self.inside.load(Relaxed))
    }

    /// The worker whose slot this is.
    pub(crate) fn owner(&self) -> usize {
        usize::from(self.worker)
    }

    /// Its number among that worker's slots.
    pub(crate) fn number(&self) -> usize {
        usize::from(self.slot)
    }

    /// A body returned [`Cancelled`]: unless the split was cancelled, it has given up, and the rest
    /// is not worth trying either.
    pub(crate) fn body_returned_cancelled(&self, worker: Handle<'_>) {
        if !self.node.is_set() {
            self.gave_up.store(true, Relaxed);
            worker.cancel(&self.node);
        }
    }

    /// Returns true if this split was opened inside that one. Inside the gate only.
    pub(crate) fn lies_below(&self, other: &Slot) -> bool {
        self.node.chain().skip(1).any(|node| std::ptr::eq(node, &other.node))
    }

    pub(crate) fn is_mine(&self, ticket: Ticket) -> bool {
        ticket.worker == self.worker && ticket.slot == self.slot
    }
}

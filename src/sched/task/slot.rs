//! The memory of a split that several workers share, and the ticket that names it. `split/mod.rs`
//! describes its life, `gate.rs` entry to it.

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

pub(crate) struct Slot {
    pub(crate) gate: Gate,
    pub(crate) node: ScopeNode,
    pub(crate) helpers: AtomicWorkerSet,
    /// Time at which the split was cancelled with helpers inside, else 0.
    pub(crate) cut_ns: AtomicU64,
    /// True if a body gave up (invariant 3 of `split/mod.rs`). The closing of the gate orders it.
    pub(crate) gave_up: AtomicBool,
    /// Indices that the owner ran by a ticket for its own split.
    pub(crate) ran_by_ticket: Counter,
    /// The pools with an install around the split. Written before the gate is opened.
    inside: AtomicU64,
    /// True if the owner has pushed a ticket. Written when the gate is opened, read by the owner.
    pub(crate) ticketed: AtomicBool,
    /// True if a thief opened the gate to run indices. Written and read like `ticketed`.
    pub(crate) forced: AtomicBool,
    /// Time of the promotion if there is a recording, else 0. Written and read like `ticketed`.
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

    /// Prepares the slot. Owner only, before anybody can come in.
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
        // SAFETY: the gate is closed (the slot was free), so only the owner has access.
        unsafe { *self.body.get() = Some(body) };
    }

    /// Opens the gate on promotion. Returns `None` if no index is left.
    pub(crate) fn open(&self, inside: PoolSet, now_ns: u64) -> Option<Ticket> {
        self.inside.store(inside.bits(), Relaxed);
        let generation = self.gate.open();
        let shares = self.gate.has_untried();
        self.ticketed.store(shares, Relaxed);
        self.forced.store(false, Relaxed);
        self.promoted_ns.store(if shares { now_ns } else { 0 }, Relaxed);
        shares.then(|| self.ticket(generation))
    }

    /// Opens the gate for a thief of the split with this many indices claimed, or all (`None`). The
    /// owner's deque gets no ticket.
    pub(crate) fn open_by_force(&self, claimed: Option<usize>, inside: PoolSet, now_ns: u64) -> Ticket {
        self.inside.store(inside.bits(), Relaxed);
        self.ticketed.store(false, Relaxed);
        self.forced.store(claimed.is_some(), Relaxed);
        self.promoted_ns.store(now_ns, Relaxed);
        self.ticket(claimed.map_or_else(|| self.gate.open(), |claimed| self.gate.open_at(claimed)))
    }

    pub(crate) fn ticket(&self, generation: u32) -> Ticket {
        Ticket { worker: self.worker, slot: self.slot, generation }
    }

    /// The pools with an install around the split. Inside the gate only.
    pub(crate) fn inside(&self) -> PoolSet {
        PoolSet::from_bits(self.inside.load(Relaxed))
    }

    pub(crate) fn owner(&self) -> usize {
        usize::from(self.worker)
    }

    pub(crate) fn number(&self) -> usize {
        usize::from(self.slot)
    }

    /// Notes that a body returned [`Cancelled`]. Unless the split was cancelled, this gives the
    /// rest up.
    pub(crate) fn body_returned_cancelled(&self, worker: Handle<'_>) {
        if !self.node.is_set() {
            self.gave_up.store(true, Relaxed);
            worker.cancel(&self.node);
        }
    }

    /// True if this split lies inside the other. For those inside the gate.
    pub(crate) fn lies_below(&self, other: &Slot) -> bool {
        self.node.chain().skip(1).any(|node| std::ptr::eq(node, &other.node))
    }

    pub(crate) fn is_mine(&self, ticket: Ticket) -> bool {
        ticket.worker == self.worker && ticket.slot == self.slot
    }
}

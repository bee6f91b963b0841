//! Handles: what a task has in hand, and by which it forks.
//!
//! Inside both public handles, [`Worker`](worker::Worker) in `worker.rs` and
//! [`Scoped`](scoped::Scoped) in `scoped.rs`, is one word, the [`Handle`]. Here it is only an
//! address. How the worker's memory is found from it is in `core.rs`; the invariants of handles and
//! ring are in `worker.rs`. A verb of a handle stands in the folder of the verb.
//!
//! `shared_lines.rs`: memory that workers share, told to a pool in virtual time.

pub(crate) mod scoped;
pub(crate) mod shared_lines;
pub(crate) mod worker;

use crate::handover::ring::RingSlot;
use std::cell::Cell;
use std::marker::PhantomData;
use std::ptr::NonNull;

/// The word inside a handle: the address of the first free slot of its worker's ring, which stands
/// for a level of nesting. Inside the scheduler it may be copied.
#[derive(Clone, Copy)]
pub(crate) struct Handle<'w> {
    /// The slot's address, with the provenance of the worker's whole block.
    slot: NonNull<RingSlot>,
    /// Invariant in `'w`; neither `Send` nor `Sync`.
    bound: PhantomData<Cell<&'w ()>>,
}

impl<'w> Handle<'w> {
    /// # Safety
    /// `slot` is one of the ring of a worker whose thread this is, or the one after the last, with
    /// the provenance of the worker's block; and that lives for `'w`.
    pub(crate) unsafe fn new(slot: NonNull<RingSlot>) -> Handle<'w> {
        Handle { slot, bound: PhantomData }
    }

    /// The slot of the ring.
    #[inline(always)]
    pub(crate) fn place(self) -> NonNull<RingSlot> {
        self.slot
    }

    /// The handle one level up; never asked for at the ring's end.
    #[inline(always)]
    pub(crate) fn next(self) -> Handle<'w> {
        // SAFETY: callers have an accepted entry in this slot, and entries are accepted only below
        // the ring's end, so the next slot exists.
        Handle { slot: unsafe { self.slot.add(1) }, bound: PhantomData }
    }

    /// The handle one level down; never asked for at the bottom.
    pub(crate) fn before(self) -> Handle<'w> {
        // SAFETY: callers know of an entry in that slot.
        Handle { slot: unsafe { self.slot.sub(1) }, bound: PhantomData }
    }

    /// The handle this many levels up, at the ring's end at most.
    pub(crate) fn above(self, levels: usize) -> Handle<'w> {
        // SAFETY: as in `next`, for each of them.
        Handle { slot: unsafe { self.slot.add(levels) }, bound: PhantomData }
    }

    /// The same handle for a shorter time.
    #[inline(always)]
    pub(crate) fn shorten<'x>(self) -> Handle<'x>
    where
        'w: 'x,
    {
        Handle { slot: self.slot, bound: PhantomData }
    }
}

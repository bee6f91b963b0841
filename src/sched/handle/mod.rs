//! Handles: the word by which a task forks.
//!
//! The public handles, [`Worker`](worker::Worker) and [`Scoped`](scoped::Scoped), contain a
//! [`Handle`], from which `core.rs` finds the worker's memory. Invariants are in `worker.rs`.

pub(crate) mod scoped;
pub(crate) mod shared_lines;
pub(crate) mod worker;

use crate::handover::ring::RingSlot;
use std::cell::Cell;
use std::marker::PhantomData;
use std::ptr::NonNull;

/// Address of the first free slot of its worker's ring, which stands for a level of nesting.
#[derive(Clone, Copy)]
pub(crate) struct Handle<'w> {
    /// Has the provenance of the worker's whole block.
    slot: NonNull<RingSlot>,
    /// Makes the handle invariant in `'w`, and neither `Send` nor `Sync`.
    bound: PhantomData<Cell<&'w ()>>,
}

impl<'w> Handle<'w> {
    /// # Safety
    /// `slot` lies in the ring of a worker whose thread this is, or one behind its end, with the
    /// provenance of the worker's block, which lives for `'w`.
    #[inline(always)]
    pub(crate) unsafe fn new(slot: NonNull<RingSlot>) -> Handle<'w> {
        Handle { slot, bound: PhantomData }
    }

    #[inline(always)]
    pub(crate) fn place(self) -> NonNull<RingSlot> {
        self.slot
    }

    #[inline(always)]
    pub(crate) fn next(self) -> Handle<'w> {
        // SAFETY: callers have an accepted entry in this slot. Entries are accepted only below the
        // ring's end, so the next slot exists.
        Handle { slot: unsafe { self.slot.add(1) }, bound: PhantomData }
    }

    pub(crate) fn before(self) -> Handle<'w> {
        // SAFETY: callers know of an entry in that slot.
        Handle { slot: unsafe { self.slot.sub(1) }, bound: PhantomData }
    }

    pub(crate) fn above(self, levels: usize) -> Handle<'w> {
        // SAFETY: as in `next`, for each of them.
        Handle { slot: unsafe { self.slot.add(levels) }, bound: PhantomData }
    }

    #[inline(always)]
    pub(crate) fn shorten<'x>(self) -> Handle<'x>
    where
        'w: 'x,
    {
        Handle { slot: self.slot, bound: PhantomData }
    }
}

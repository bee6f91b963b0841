//! A level of a worker's ring: the one word inside a handle.
//!
//! The invariants of handles and ring are those of `worker.rs`; the memory is that of `block.rs`.

use super::block::{BLOCK, Core, Own, RING, RingSlot};
use super::pool::Shared;
use std::cell::Cell;
use std::marker::PhantomData;
use std::ptr::NonNull;

/// A level of a worker's ring, by the address of its slot: what is inside a handle. Inside the
/// scheduler it may be copied.
#[derive(Clone, Copy)]
pub(super) struct Level<'w> {
    /// The first free slot of the ring, with the provenance of the whole block.
    slot: NonNull<RingSlot>,
    /// Invariant in `'w`; neither `Send` nor `Sync`.
    bound: PhantomData<Cell<&'w ()>>,
}

impl<'w> Level<'w> {
    /// The handle at the bottom of a worker's stack. Own thread only.
    pub(super) fn bottom(core: &'w Core) -> Level<'w> {
        // SAFETY: the ring's first slot lies inside the core's block; the pointer keeps the
        // provenance of all of it.
        let slot = unsafe { NonNull::from(core).byte_add(std::mem::offset_of!(Core, ring)) };
        Level { slot: slot.cast(), bound: PhantomData }
    }

    /// The handle at the end of a worker's ring, where every fork overflows. Own thread only.
    pub(super) fn ring_end(core: &'w Core) -> Level<'w> {
        // SAFETY: the ring has one slot more than it has room for, which is this handle's.
        Level { slot: unsafe { Level::bottom(core).slot.add(RING) }, bound: PhantomData }
    }

    #[inline(always)]
    pub(super) fn core(self) -> &'w Core {
        let block = self.slot.as_ptr().map_addr(|address| address & !(BLOCK - 1));
        // SAFETY: a handle points into the ring of a core that is aligned to its own size, so this
        // is that core. The pool keeps it alive until its threads have ended, and a handle exists
        // only while its thread runs a task.
        unsafe { &*block.cast::<Core>() }
    }

    pub(super) fn own(self) -> &'w Own {
        let own = self.core().own.get().expect("a running worker has its own part");
        // SAFETY: set by the worker's thread in `run_worker`, whose frame holds the value until the
        // worker has ended.
        unsafe { own.as_ref() }
    }

    pub(super) fn shared(self) -> &'w Shared {
        &self.own().shared
    }

    /// The ring slot this handle stands for.
    #[inline(always)]
    pub(super) fn slot(self) -> &'w RingSlot {
        // SAFETY: as in `core`; the handle's address is that of a slot of the ring.
        unsafe { self.slot.as_ref() }
    }

    /// The handle one level up; never asked for at the ring's end.
    #[inline(always)]
    pub(super) fn next(self) -> Level<'w> {
        // SAFETY: callers have an entry in this slot, and entries are put only below the ring's
        // end, so the next slot exists.
        Level { slot: unsafe { self.slot.add(1) }, bound: PhantomData }
    }

    /// The same level for a shorter time.
    #[inline(always)]
    pub(super) fn shorten<'x>(self) -> Level<'x>
    where
        'w: 'x,
    {
        Level { slot: self.slot, bound: PhantomData }
    }

    /// Index of this handle's slot.
    pub(super) fn depth(self) -> usize {
        (self.slot.as_ptr().addr() - (&raw const self.core().ring).addr()) / size_of::<RingSlot>()
    }

    pub(super) fn at_ring_end(self) -> bool {
        self.depth() == RING
    }

    /// For whoever puts something up: whether somebody wants something of this worker, or its ring
    /// is full. One relaxed load of the worker's own line.
    #[inline(always)]
    pub(super) fn signalled(self) -> bool {
        self.core().signal.stops(self.slot.as_ptr().addr() as isize)
    }

    /// For whoever has nothing new to give: whether somebody wants something that cannot wait. One
    /// relaxed load, as above.
    #[inline(always)]
    pub(super) fn urgent(self) -> bool {
        self.core().signal.is_urgent()
    }

    pub(super) fn index(self) -> usize {
        self.core().index
    }
}

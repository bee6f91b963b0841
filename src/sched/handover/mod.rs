//! TODO

pub(crate) mod atomic_bitset;
pub(crate) mod cancel;
pub(crate) mod fence;
pub(crate) mod gate;
pub(crate) mod latch;
pub(crate) mod oneshot;
pub(crate) mod ring;
pub(crate) mod safepoint;
pub(crate) mod signal;
pub(crate) mod sleep;

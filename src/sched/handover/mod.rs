//! Hand-over protocols between threads.
//!
//! Each file states its steps, the bad interleaving, and the fence or lock that excludes it. None
//! knows of pools or tasks, so loom runs each in all interleavings, beside versions broken on
//! purpose (`loom_models`, `tools/loom`). Only `oneshot.rs` has no model.

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

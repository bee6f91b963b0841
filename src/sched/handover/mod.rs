//! Hand-overs between threads: the protocols on which everything above relies.
//!
//! Each file is one protocol: it states its steps, the interleaving that could go wrong, and the
//! fence or lock that excludes it. They know nothing of pools or tasks. So loom can run them as
//! they are, in all interleavings, beside versions that are broken on purpose (`loom_models`,
//! `tools/loom`). Only `oneshot.rs`, a value behind one lock, has no model.
//!
//! * `ring.rs`: private work, between its owner and a thief that takes it by force; `fence.rs`: the
//!   asymmetric fence they need.
//! * `signal.rs`: the word that a worker polls. `sleep.rs`: falling asleep without missing work.
//! * `latch.rs`: the thief of a job tells its owner that the job is done.
//! * `gate.rs`: who may come into a split, and which index is whose.
//! * `cancel.rs`: the tree of cancel scopes. `atomic_bitset.rs`: sets of workers.
//! * `safepoint.rs`: the moment at which numbers may be read. `oneshot.rs`: one value from one
//!   thread to another.

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

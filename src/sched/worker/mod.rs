//! Workers: their memory, how they find work, and how they share it.
//!
//! * `core.rs`: the memory of a worker, and what all workers of a pool share.
//! * `main_loop.rs`: the life of a worker. `thief.rs`: requests for work, and theft from deques.
//!   `forced.rs`: theft from workers that do not answer a request. `promotion.rs`: how a worker
//!   answers one. `backoff.rs`: when a worker is left alone. `deferred.rs`: steals that came an
//!   instant too late.
//! * `injector.rs`: where installed jobs wait. `current.rs`: what this thread is, and how it waits
//!   for others. `stand_ins.rs`, `stand_in_loop.rs`: who takes its place meanwhile. `thread.rs`: a
//!   thread of a pool.
//! * `cancellation.rs`: which workers a cancelled scope signals. `waking.rs`: whom a worker wakes.
//!   `events.rs`: where everything is counted.

pub(crate) mod backoff;
pub(crate) mod cancellation;
pub(crate) mod core;
pub(crate) mod current;
pub(crate) mod deferred;
pub(crate) mod events;
pub(crate) mod forced;
pub(crate) mod injector;
pub(crate) mod main_loop;
pub(crate) mod promotion;
pub(crate) mod stand_in_loop;
pub(crate) mod stand_ins;
pub(crate) mod thief;
pub(crate) mod thread;
pub(crate) mod waking;

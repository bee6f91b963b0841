#![doc = include_str!("README.md")]
//!
//! If you know rayon: [`from_rayon`] has its words beside those of this crate.
//!
//! # Life of a task
//! A task is the second half of a [`join`](Worker::join), one index of a
//! [`split`](Worker::split), or a closure that was spawned ([`Tasks::spawn`]). It is *private*
//! at first: known to its creator alone, at the price of a few plain stores (and of three
//! allocations if it was spawned). Only when another worker is hungry is the oldest private
//! entry (the one nearest the root, hence usually the largest) *promoted* to the creator's
//! deque, where thieves find it.
//! So while everybody is busy nothing is published, and no fence or locked instruction is executed.
//!
//! # Where to read what
//! 1. `memory.rs`: the memory of the workers. `signal.rs`: the word a worker polls. `level.rs`: the
//!    word inside a handle. `worker.rs`: the handle, and the invariants. `promotion.rs`: how
//!    private work becomes visible. `main_loop.rs`: theft, and what idle workers do; `backoff.rs`:
//!    when they leave somebody alone.
//! 2. `fork.rs`: `join`; `two_words.rs`: small closures in registers. `job.rs`: a closure that
//!    another thread may run; most of the unsafe code. `latch.rs`: how the thief of a job says
//!    that the job is done; `leapfrog.rs`: waiting for that; `strays.rs`: what was stolen
//!    meanwhile but must not be run there.
//! 3. `split.rs`: the ordered speculative loop, `slot.rs`: its memory, `help.rs`: its helpers;
//!    `filler.rs`: bodies that fill time; `gate.rs`: who may come in, which index is whose.
//!    `split_map.rs`: values out of a split.
//!    `loops.rs`: loops in which every item is wanted; `find.rs`: loops that end at a hit;
//!    `divisible.rs`, `ranges.rs`, `chunks.rs`: what they go over. `tasks.rs`: tasks with handles.
//! 4. `cancel.rs`: the tree of scopes, and how running work learns of a cut. `scope.rs`: the handle
//!    of a worker inside a scope, and how scopes are opened. `cancel_scope.rs`: a scope of the
//!    whole pool.
//! 5. `sleep.rs`: falling asleep without missing a wake-up.
//! 6. `counters.rs`: the ledger and its identities. `events.rs`: where everything is counted.
//!    `latency.rs`: what is worth timing.
//! 7. `recording.rs`: who did what when, as plain data; `recorder.rs`: how it is noted while it
//!    happens.
//! 8. `pool.rs`: the pool. `builder.rs`, `hooks.rs`: its settings; `newcomer.rs`: its threads
//!    before it is there; `error.rs`: why there is none. `affinity.rs`: who runs where;
//!    `topology.rs`: what is near on a machine, `sysfs.rs` and `lscpu.rs`: how that is known;
//!    `neighbours.rs`: whom a thief looks at first. `platform`: clock and waits, real or
//!    simulated; `lines.rs`: what simulated workers share.
//! 9. `install.rs`: work from outside; `queue.rs`: where it waits for workers; `letter.rs`: how
//!    a thread waits for another one; `here.rs`: what a thread is, and inside which installs.
//!    `snapshot.rs`: numbers at rest; `rest.rs`: how workers say that they are. `glance.rs`:
//!    numbers meanwhile, approximate.
//!
//! `gate.rs`, `sleep.rs`, `signal.rs`, `latch.rs`, `rest.rs` and the scopes of `cancel.rs` have
//! loom models beside deliberately broken twins (`loom_models`, run by `tools/loom`). All of it
//! together, with two pools and more, runs under shuttle (`shuttle_models`, `tools/shuttle`).
//!
//! # What waits for what
//! A join whose second half was stolen waits for the thief and helps only it (leapfrogging); the
//! owner of a split waits for its helpers and helps only with splits below its own. A worker that
//! waits never takes unrelated work, so its stack stays as deep as the program's own nesting, give
//! or take a constant. There are two exceptions:
//! - of tasks with handles (`tasks.rs`), one may run on top of another that was spawned beside
//!   it;
//! - a task that waits for an install in another pool, or for a pool to be built or to end, runs
//!   what is installed in its own pool, if no worker of that is idle (`letter.rs`).
//!
//! # References
//! Mohr, Kranz and Halstead 1991 (lazy task creation); Acar, Charguéraud and Rainey 2013 (private
//! deques); van Dijk and van de Pol 2014 (Lace: what a fork may cost); Wagner and Calder 1993
//! (leapfrogging); Feldmann 1993 (young brothers wait, the helpful master); Marlow, Peyton Jones
//! and Singh 2009 (GHC's sparks and their accounting).
#![deny(missing_docs)]
#![allow(unsafe_code)]
#![cfg_attr(loom, allow(dead_code, reason = "under loom only the modelled parts are compiled"))]

#[cfg(not(loom))]
mod abort;
mod cancel;
mod gate;
mod latch;
mod platform;
mod rest;
mod signal;
mod sleep;
mod sync;
mod worker_set;

#[cfg(not(loom))]
mod affinity;
#[cfg(not(loom))]
mod backoff;
#[cfg(not(loom))]
mod builder;
#[cfg(not(loom))]
mod cancel_scope;
#[cfg(not(loom))]
mod chunks;
#[cfg(not(loom))]
mod counters;
#[cfg(not(loom))]
mod divisible;
#[cfg(not(loom))]
mod error;
#[cfg(not(loom))]
mod events;
#[cfg(not(loom))]
mod filler;
#[cfg(not(loom))]
mod find;
#[cfg(not(loom))]
mod fork;
#[cfg(not(loom))]
mod glance;
#[cfg(not(loom))]
mod help;
#[cfg(not(loom))]
mod here;
#[cfg(not(loom))]
mod hooks;
#[cfg(not(loom))]
mod install;
#[cfg(not(loom))]
mod job;
#[cfg(not(loom))]
mod latency;
#[cfg(not(loom))]
mod leapfrog;
#[cfg(not(loom))]
mod letter;
#[cfg(not(loom))]
mod level;
#[cfg(not(loom))]
mod lines;
#[cfg(not(loom))]
mod loops;
#[cfg(not(loom))]
mod lscpu;
#[cfg(not(loom))]
mod main_loop;
#[cfg(not(loom))]
mod memory;
#[cfg(not(loom))]
mod neighbours;
#[cfg(not(loom))]
mod newcomer;
#[cfg(not(loom))]
mod pool;
#[cfg(not(loom))]
mod promotion;
#[cfg(not(loom))]
mod queue;
#[cfg(not(loom))]
mod ranges;
#[cfg(not(loom))]
mod recorder;
#[cfg(not(loom))]
mod recording;
#[cfg(not(loom))]
mod scope;
#[cfg(not(loom))]
mod slot;
#[cfg(not(loom))]
mod snapshot;
#[cfg(not(loom))]
mod split;
#[cfg(not(loom))]
mod split_map;
#[cfg(not(loom))]
mod strays;
#[cfg(not(loom))]
mod sysfs;
#[cfg(not(loom))]
mod tasks;
#[cfg(not(loom))]
mod topology;
#[cfg(not(loom))]
mod two_words;
#[cfg(not(loom))]
mod worker;

#[cfg(all(test, loom))]
mod loom_models;
#[cfg(all(test, shuttle))]
mod shuttle_models;

#[doc = include_str!("FROM_RAYON.md")]
pub mod from_rayon {
    #[cfg(doc)]
    use super::{Pool, PoolBuilder, Scoped, Worker};
}

/// The most workers a pool can have.
pub const MAX_THREADS: usize = 256;
/// The most workers a simulated pool can have. (In models a set of workers is one word.)
pub const MAX_SIMULATED: usize = if cfg!(any(loom, shuttle)) { 64 } else { 1024 };

#[cfg(not(loom))]
pub use {
    affinity::{Pin, Pinning},
    builder::{DEFAULT_STACK, PoolBuilder, SIMULATED_STACK},
    cancel::Cancelled,
    cancel_scope::CancelScope,
    chunks::{Chunks, ChunksMut, chunks, chunks_mut},
    counters::Tally,
    divisible::Divisible,
    error::{PinParseError, PoolError, TopologyParseError},
    glance::{Doing, Glance, WorkerGlance},
    latency::{Durations, Latencies},
    neighbours::Victims,
    platform::{CacheLine, Costs, Stopwatch},
    pool::Pool,
    recording::{News, Recording, Sample, Span, Track, What},
    scope::Scoped,
    snapshot::{Snapshot, WorkerReport},
    tasks::{TaskHandle, Tasks},
    topology::Topology,
    worker::Worker,
};

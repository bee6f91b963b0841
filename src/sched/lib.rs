#![doc = include_str!("README.md")]
//!
//! The module [`from_rayon`] compares rayon's names with those of this crate.
//!
//! A task has a [`Worker`], or inside a cancel scope a [`Scoped`], with the same methods. Inside a
//! scope they and their closures return `Result<_, Cancelled>`. Only a `Worker` can
//! [`enter`](Worker::enter) a scope of the whole pool. Only a `Scoped` can
//! [`cancel`](Scoped::cancel) its scope and do background work ([`help`](Scoped::help)).
//!
//! # Life of a task
//! A task is the second half of a [`join`](Worker::join), one index of a [`split`](Worker::split),
//! or a spawned closure ([`Tasks::spawn`]). It is *private* at first: its entry lies in a ring that
//! only its creator reads, which costs a few plain stores. A worker that wants work asks the
//! others. When one of these forks, splits, polls or claims an index, it *promotes* its oldest
//! private entry, usually the largest, to its deque, where thieves find it. If it does not answer,
//! because it computes, blocks or sleeps, the idle worker takes the entry *by force*.
//!
//! So while all workers are busy, nothing is published and no fence or locked instruction runs. And
//! no worker idles while a task waits (see [`Pool`]).
//!
//! # Folders
//! Each file begins with its purpose. A folder uses only folders further down in this list, apart
//! from methods of a handle.
//!
//! - `group`: task groups, tasks without handles. Uses `pool`, `worker` and all below.
//! - `scope`: cancel scopes of a pool, deadlines, closures with handles. Uses `pool`, `worker`.
//! - `pool`: the pool, its builder and threads, `install`, snapshots, metrics. Uses `worker` and
//!   all below.
//! - `split`: the ordered speculative loop, its helpers, background work. Uses `worker` and all
//!   below.
//! - `join`: `join`, tasks with handles.
//! - `worker`: memory, main loop, theft, promotion, injected jobs, stand-ins. Uses `task`,
//!   `record`, `topology` and all below.
//! - `task`: jobs and split slots. Uses `handle`, `handover`, `sync`.
//! - `loops`, `sort`: loops over items, sorts of slices. Use `handle`, `handover`, `sync`.
//! - `handle`: [`Worker`] and [`Scoped`]. Uses `handover`, `platform`, `sync`.
//! - `record`: counters, latencies, recordings. Uses `error.rs`, `sync`.
//! - `topology`: processors and caches, pinning, order of victims. Uses `error.rs`, `platform`.
//! - `handover`: the protocols between threads.
//! - `platform`: clocks and waits, real or simulated.
//! - `sync`: primitives, real or a model checker's.
//!
//! A stolen second half of a `join` passes these files: `join/fork.rs` offers it,
//! `worker/main_loop.rs` asks for it, `worker/promotion.rs` or `worker/forced.rs` makes it public,
//! `worker/thief.rs` steals it, `task/job.rs` runs it, and `join/leapfrog.rs` waits for it.
//!
//! A waiting worker runs only parts of what it waits for (see [`Pool`] for two exceptions), so
//! its stack stays as deep as the program nests, plus a constant.
//!
//! `loom_models` (`tools/loom`) checks the protocols of `handover`, `shuttle_models`
//! (`tools/shuttle`) whole pools. Deliberately broken versions of both must fail.
//!
//! # References
//! Mohr, Kranz and Halstead 1991 (lazy task creation); Acar, Charguéraud and Rainey 2013 (private
//! deques); van Dijk and van de Pol 2014 (Lace: cost of a fork); Wagner and Calder 1993
//! (leapfrogging); Feldmann 1993 (young brothers wait, the helpful master); Marlow, Peyton Jones
//! and Singh 2009 (GHC's sparks and their accounting).
#![deny(missing_docs, missing_debug_implementations)]
#![allow(unsafe_code)]
#![cfg_attr(sparring_loom, allow(dead_code, reason = "under loom only the modelled parts are compiled"))]

mod handover;
mod platform;
mod sync;

#[cfg(not(sparring_loom))]
mod error;
#[cfg(not(sparring_loom))]
mod group;
#[cfg(not(sparring_loom))]
mod handle;
#[cfg(not(sparring_loom))]
mod join;
#[cfg(not(sparring_loom))]
mod loops;
#[cfg(not(sparring_loom))]
mod pool;
#[cfg(not(sparring_loom))]
mod record;
#[cfg(not(sparring_loom))]
mod scope;
#[cfg(not(sparring_loom))]
mod sort;
#[cfg(not(sparring_loom))]
mod split;
#[cfg(not(sparring_loom))]
mod task;
#[cfg(not(sparring_loom))]
mod topology;
#[cfg(not(sparring_loom))]
mod worker;

#[cfg(all(test, sparring_loom))]
mod loom_models;
#[cfg(all(test, sparring_shuttle))]
mod shuttle_models;

#[doc = include_str!("FROM_RAYON.md")]
pub mod from_rayon {
    #[cfg(doc)]
    use super::{Pool, PoolBuilder, Scoped, Worker};
}

#[cfg(not(sparring_loom))]
pub use group::current;
pub use platform::{MAX_SIMULATED, MAX_THREADS};

#[cfg(not(sparring_loom))]
pub use {
    error::{LedgerError, PinParseError, PoolError, TopologyParseError},
    group::TaskGroup,
    handle::{scoped::Scoped, worker::Worker},
    handover::cancel::Cancelled,
    join::tasks::{TaskHandle, Tasks},
    loops::{
        chunks::{Chunks, ChunksMut, chunks, chunks_mut},
        divisible::Divisible,
        owned::Owned,
    },
    platform::{CacheLine, Costs, Stopwatch},
    pool::{
        Pool,
        builder::{PoolBuilder, SIMULATED_STACK},
        metrics::{Metrics, WorkerMetrics, WorkerState},
        snapshot::{Snapshot, WorkerReport},
        start::{DEFAULT_STACK, WorkerThread},
        worker_local::WorkerLocal,
    },
    record::{
        counters::Tally,
        latency::{Durations, Latencies},
        recording::{InstantEvent, Recording, Sample, Span, SpanKind, Track},
    },
    scope::{cancel_scope::CancelScope, spawned::Spawned},
    topology::{
        Topology,
        affinity::{Pin, Pinning},
        neighbours::Victims,
    },
};

#![doc = include_str!("README.md")]
//!
//! If you know rayon: [`from_rayon`] has its words beside those of this crate.
//!
//! # What a handle can do
//! A task has a [`Worker`], or inside a cancel scope a [`Scoped`]. Both have the same verbs, by
//! the same names. Inside a scope their closures return `Result<_, Cancelled>`, and so do they.
//!
//! | verbs | what they do | only |
//! |---|---|---|
//! | [`join`](Worker::join) | two closures | |
//! | [`split`](Worker::split), [`split_map`](Worker::split_map), [`split_reduce`](Worker::split_reduce) | a speculative loop over indices | |
//! | [`for_each`](Worker::for_each), [`reduce`](Worker::reduce), [`fold`](Worker::fold) | a loop in which every item is wanted | |
//! | [`find_first`](Worker::find_first), [`find_any`](Worker::find_any), [`try_for_each`](Worker::try_for_each) | a loop that ends at a hit or an error | |
//! | [`tasks`](Worker::tasks) | closures with handles | |
//! | [`sort`](Worker::sort), [`sort_unstable`](Worker::sort_unstable) and their kind | sorts of slices | |
//! | [`scope`](Worker::scope), [`try_scope`](Worker::try_scope) | a cancel scope in this frame | |
//! | [`enter`](Worker::enter), [`try_enter`](Worker::try_enter) | a cancel scope of the whole pool, which has none around it | `Worker` |
//! | [`cancel`](Scoped::cancel), [`is_cancelled`](Scoped::is_cancelled) | about the innermost scope | `Scoped` |
//! | [`help`](Scoped::help), [`fill`](Scoped::fill) | for bodies of a split, which have a scope | `Scoped` |
//! | [`poll`](Worker::poll) | shares work with idle workers, and asks whether the scope is cancelled | |
//! | [`lend`](Worker::lend), [`index`](Worker::index), [`idle_workers`](Worker::idle_workers) | about the handle, the worker, the pool | |
//! | [`count`](Worker::count), [`sample`](Worker::sample) | for the ledger and the recording | |
//! | [`pass`](Worker::pass), [`reads`](Worker::reads), [`prefetches`](Worker::prefetches), [`writes`](Worker::writes) | for pools in virtual time | |
//!
//! # Life of a task
//! A task is the second half of a [`join`](Worker::join), one index of a
//! [`split`](Worker::split), or a closure that was spawned ([`Tasks::spawn`]). It is *private* at
//! first: it lies in a ring that only its creator looks at, at the price of a few plain stores. It
//! becomes public in one of two ways. A worker that wants work asks the others; one that forks,
//! splits, polls or claims an index then *promotes* its oldest private entry (the one nearest the
//! root, hence usually the largest) to its deque, where thieves find it. From one that does not
//! answer, because it computes, blocks or sleeps, the idle worker takes the entry *by force*.
//!
//! So while everybody is busy nothing is published, and no fence or locked instruction is executed;
//! and nobody idles beside work that nobody has begun ([`Pool`] has the promise).
//!
//! # Where to read what
//! Each folder says in its `mod.rs` which file is for what. A folder names only folders further
//! down in this table. (The methods of a handle are spread over the folders: each lies where its
//! verb is explained, and may be called from any folder.)
//!
//! | folder | what is in it | uses |
//! |---|---|---|
//! | `scope` | cancel scopes of a pool, deadlines | `pool` and all below |
//! | `pool` | the pool, its builder and threads, `install`, snapshots, metrics | `worker` and all below |
//! | `split` | the ordered speculative loop, its helpers, background work | `worker` and all below |
//! | `join` | `join`, tasks with handles | `worker` and all below |
//! | `worker` | memory, main loop, theft, promotion, injected jobs, stand-ins | `task`, `record`, `topology` and all below |
//! | `task` | jobs and split slots, as they are handed on | `handle`, `handover`, `sync` |
//! | `loops`, `sort` | loops over items, sorts of slices | `handle`, `handover`, `sync` |
//! | `handle` | [`Worker`], [`Scoped`] and the one word inside | `handover`, `platform`, `sync` |
//! | `record` | counters, latencies, recordings | `error.rs`, `sync` |
//! | `topology` | processors and caches, pinning, whom a thief looks at first | `error.rs`, `platform` |
//! | `handover` | the protocols between threads | `platform`, `sync` |
//! | `platform` | clocks and waits, real or simulated | `sync` |
//! | `sync` | primitives, real or those of a model checker | |
//!
//! # A walk
//! The second closure of a `join` is put up, stolen, run, and joined:
//! 1. `join/fork.rs` writes it as a job into the frame of the call and puts the job's address into
//!    a slot of the worker's ring. It compares the signal word and calls the first closure.
//! 2. `worker/main_loop.rs`: another worker has found nothing to do. It asks all others to share,
//!    by a bit in their signal words.
//! 3. `worker/promotion.rs`: the first worker sees the bit at its next fork and moves its oldest
//!    job, this one, to its deque. (If it comes to no fork for long, the other worker takes the job
//!    out of the ring itself: `worker/forced.rs`.)
//! 4. `worker/thief.rs`: the other worker steals the job from the deque.
//! 5. `task/job.rs`: the other worker runs it, leaves the result in the frame, and says last of all
//!    that the job is done.
//! 6. `join/leapfrog.rs`: the first worker, back from the first closure, waits for that, and runs
//!    meanwhile what its thief puts up. Then `join/fork.rs` returns both results.
//!
//! # How it is checked
//! The protocols of `handover` have loom models beside versions that are broken on purpose
//! (`loom_models`, run by `tools/loom`). All of it together, with two pools and more, runs under
//! shuttle, also with one rule left out (`shuttle_models`, `tools/shuttle`).
//!
//! # What waits for what
//! A join whose second half was stolen waits for the thief and helps only it (leapfrogging); the
//! owner of a split waits for its helpers and helps only with splits below its own. A worker that
//! waits never takes unrelated work, so its stack stays as deep as the program's own nesting, give
//! or take a constant. There is one exception: of tasks with handles (`join/tasks.rs`), one may run
//! on top of another that was spawned beside it. While a task waits for an install in another pool,
//! or for a pool to be built or to end, its worker runs nothing. What is installed in its own pool
//! is run by another worker that is idle, or by a stand-in (`worker/stand_ins.rs`).
//!
//! # References
//! Mohr, Kranz and Halstead 1991 (lazy task creation); Acar, Charguéraud and Rainey 2013 (private
//! deques); van Dijk and van de Pol 2014 (Lace: what a fork may cost); Wagner and Calder 1993
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

pub use platform::{MAX_SIMULATED, MAX_THREADS};

#[cfg(not(sparring_loom))]
pub use {
    error::{LedgerError, PinParseError, PoolError, TopologyParseError},
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
        start::DEFAULT_STACK,
        worker_local::WorkerLocal,
    },
    record::{
        counters::Tally,
        latency::{Durations, Latencies},
        recording::{InstantEvent, Recording, Sample, Span, SpanKind, Track},
    },
    scope::cancel_scope::CancelScope,
    topology::{
        Topology,
        affinity::{Pin, Pinning},
        neighbours::Victims,
    },
};

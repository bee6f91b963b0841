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
//! 1. `core.rs`: the memory of the workers. `signal.rs`: the word a worker polls. `handle/mod.rs`: the
//!    word inside a handle. `worker.rs`: the handle, and the invariants. `ring.rs`: where private
//!    work lies, and who gets it; `promotion.rs`: how its owner shares it; `forced.rs`: how thieves
//!    take it, and `fence.rs`: the fence they need. `main_loop.rs`: theft, and what idle workers
//!    do;
//!    `backoff.rs`: when they leave somebody alone.
//! 2. `fork.rs`: `join`; `two_words.rs`: small closures in registers. `job.rs`: a closure that
//!    another thread may run; most of the unsafe code. `latch.rs`: how the thief of a job says
//!    that the job is done; `leapfrog.rs`: waiting for that; `deferred.rs`: what was stolen
//!    meanwhile but must not be run there.
//! 3. `split/mod.rs`: the ordered speculative loop, `slot.rs`: its memory, `help.rs`: its helpers;
//!    `background.rs`: bodies that fill time; `gate.rs`: who may come in, which index is whose.
//!    `split/map.rs`: values out of a split.
//!    `for_each.rs`, `fold.rs`: loops in which every item is wanted; `find.rs`: loops that end at a
//!    hit;
//!    `divisible.rs`, `ranges.rs`, `chunks.rs`, `owned.rs`: what they go over. `tasks.rs`: tasks
//!    with handles, `spawned.rs`: how they end, `arena.rs`: their memory. `worker_local.rs`:
//!    state of each worker, lent to tasks.
//!    `sort/mod.rs`: sorts of slices; `merge_sort.rs`, `merge.rs`: the stable one; `quicksort.rs`,
//!    `partition.rs`: the unstable one; `presorted.rs`, `nearly_sorted.rs`: order that is there
//!    already.
//! 4. `cancel.rs`: the tree of scopes, and how running work learns of a cut. `scoped.rs`: the handle
//!    of a worker inside a scope, and how scopes are opened. `cancel_scope.rs`: a scope of the
//!    whole pool; `deadline.rs`: its deadline.
//! 5. `sleep.rs`: falling asleep without missing a wake-up.
//! 6. `counters.rs`: the ledger and its identities. `events.rs`: where everything is counted.
//!    `latency.rs`: what is worth timing.
//! 7. `recording.rs`: who did what when, as plain data; `recorder.rs`: how it is noted while it
//!    happens.
//! 8. `pool/mod.rs`: the pool. `builder.rs`, `hooks.rs`: its settings; `worker_thread.rs`: its threads
//!    before it is there; `error.rs`: why there is none; `process.rs`: what is left of it in a
//!    forked process. `affinity.rs`: who runs where; `topology/mod.rs`: what is near on a machine,
//!    `sysfs.rs` and `lscpu.rs`: how that is known;
//!    `neighbours.rs`: whom a thief looks at first. `platform`: clock and waits, real or
//!    simulated; `shared_lines.rs`: what simulated workers share.
//! 9. `install.rs`: work from outside; `injector.rs`: where it waits for workers; `oneshot.rs`: how
//!    a thread waits for another one, and `stand_ins.rs`: who works meanwhile; `current.rs`: what a
//!    thread is, and inside which installs. `snapshot.rs`: numbers at rest; `safepoint.rs`: how workers
//!    say that they are. `metrics.rs`: numbers meanwhile, approximate.
//!
//! `ring.rs`, `gate.rs`, `sleep.rs`, `signal.rs`, `latch.rs`, `safepoint.rs` and the scopes of
//! `cancel.rs` have loom models beside deliberately mutants (`loom_models`, run by
//! `tools/loom`). All of it together, with two pools and more, runs under shuttle
//! (`shuttle_models`, `tools/shuttle`).
//!
//! # What waits for what
//! A join whose second half was stolen waits for the thief and helps only it (leapfrogging); the
//! owner of a split waits for its helpers and helps only with splits below its own. A worker that
//! waits never takes unrelated work, so its stack stays as deep as the program's own nesting, give
//! or take a constant. There is one exception: of tasks with handles (`tasks.rs`), one may run on
//! top of another that was spawned beside it. While a task waits for an install in another pool, or
//! for a pool to be built or to end, its worker runs nothing. What is installed in its own pool is
//! run by another worker that is idle, or by a stand-in (`stand_ins.rs`).
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
        metrics::{Doing, Glance, WorkerGlance},
        snapshot::{Snapshot, WorkerReport},
        worker_local::WorkerLocal,
        worker_thread::DEFAULT_STACK,
    },
    record::{
        counters::Tally,
        latency::{Durations, Latencies},
        recording::{News, Recording, Sample, Span, Track, What},
    },
    scope::cancel_scope::CancelScope,
    topology::{
        Topology,
        affinity::{Pin, Pinning},
        neighbours::Victims,
    },
};

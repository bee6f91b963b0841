//! A work-stealing scheduler for speculative fork-join work, with hierarchical cancellation and exact accounting.
#![cfg_attr(loom, allow(dead_code))]

mod gate;
mod platform;
mod sleep;
mod sync;

#[cfg(not(loom))]
mod affinity;
#[cfg(not(loom))]
mod cancel;
#[cfg(not(loom))]
mod counters;
#[cfg(not(loom))]
mod fork;
#[cfg(not(loom))]
mod job;
#[cfg(not(loom))]
mod latency;
#[cfg(not(loom))]
mod pool;
#[cfg(not(loom))]
mod split;
#[cfg(not(loom))]
mod worker;

#[cfg(all(test, loom))]
mod loom_models;

#[cfg(not(loom))]
pub use {
    affinity::Pin,
    cancel::Cancelled,
    counters::Tally,
    latency::{Durations, Latencies},
    pool::{CancelScope, DEFAULT_STACK, MAX_THREADS, Pinning, Pool, PoolBuilder, Snapshot, WorkerReport},
    split::Scoped,
    worker::Worker,
};

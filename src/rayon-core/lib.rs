#![doc = include_str!("README.md")]
#![deny(missing_docs, missing_debug_implementations)]

mod broadcast;
mod builder;
mod configuration;
mod join;
mod ledger;
mod registry;
mod scope;
mod spawn;
mod thread_pool;

#[allow(deprecated)]
pub use configuration::{Configuration, initialize};
pub use {
    broadcast::{BroadcastContext, broadcast, spawn_broadcast},
    builder::{ThreadBuilder, ThreadPoolBuildError, ThreadPoolBuilder},
    join::{FnContext, join, join_context},
    scope::{Scope, ScopeFifo, in_place_scope, in_place_scope_fifo, scope, scope_fifo},
    spawn::{spawn, spawn_fifo},
    thread_pool::{
        ThreadPool, Yield, current_num_threads, current_thread_has_pending_tasks, current_thread_index,
        max_num_threads, yield_local, yield_now,
    },
};

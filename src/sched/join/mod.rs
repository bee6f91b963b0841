//! Joins, and tasks with handles.
//!
//! * `fork.rs`: `join`. `two_words.rs`: small closures in registers. `leapfrog.rs`: waiting for a
//!   thief.
//! * `by_thread.rs`: joins without handles.
//! * `tasks.rs`: tasks with handles. `spawned.rs`: their end. `arena.rs`: their memory.

pub(crate) mod arena;
pub(crate) mod by_thread;
pub(crate) mod fork;
pub(crate) mod leapfrog;
pub(crate) mod spawned;
pub(crate) mod tasks;
pub(crate) mod two_words;

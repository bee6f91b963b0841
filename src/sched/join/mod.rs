//! Joins, and tasks with handles: closures that may run in parallel and are waited for.
//!
//! * `fork.rs`: `join`. `two_words.rs`: small closures in registers. `leapfrog.rs`: waiting for a
//!   thief, and helping it.
//! * `tasks.rs`: tasks with handles. `spawned.rs`: how they end. `arena.rs`: their memory.

pub(crate) mod arena;
pub(crate) mod fork;
pub(crate) mod leapfrog;
pub(crate) mod spawned;
pub(crate) mod tasks;
pub(crate) mod two_words;

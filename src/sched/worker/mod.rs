//! Workers: their memory (`core.rs`), their life (`main_loop.rs`), and how they find and share
//! work.

pub(crate) mod backoff;
pub(crate) mod cancellation;
pub(crate) mod core;
pub(crate) mod current;
pub(crate) mod current_handle;
pub(crate) mod deferred;
pub(crate) mod events;
pub(crate) mod forced;
pub(crate) mod group;
pub(crate) mod groups;
pub(crate) mod injector;
pub(crate) mod main_loop;
pub(crate) mod promotion;
pub(crate) mod stand_in_loop;
pub(crate) mod stand_ins;
pub(crate) mod thief;
pub(crate) mod thread;
pub(crate) mod waking;

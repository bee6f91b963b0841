//! TODO

pub(crate) mod backoff;
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
pub(crate) mod thread;

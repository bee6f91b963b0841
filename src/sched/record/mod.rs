//! TODO

pub(crate) mod counters;
pub(crate) mod latency;
pub(crate) mod recorder;
pub(crate) mod recording;
pub(crate) mod stretch;

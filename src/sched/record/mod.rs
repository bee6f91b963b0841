//! Counters, durations and recordings, as plain data, all fed by `worker/events.rs`.

pub(crate) mod counters;
pub(crate) mod latency;
pub(crate) mod recorder;
pub(crate) mod recording;
pub(crate) mod stretch;

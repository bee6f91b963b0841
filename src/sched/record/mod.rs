//! Numbers: what is counted, timed and recorded, as plain data.
//!
//! `counters.rs` has the ledger and its identities, `latency.rs` the histograms, `recording.rs` who
//! did what when. `recorder.rs` notes that while it happens, and `stretch.rs` since when a worker
//! works or waits. Counters are raised and notes are made in one place, `worker/events.rs`.

pub(crate) mod counters;
pub(crate) mod latency;
pub(crate) mod recorder;
pub(crate) mod recording;
pub(crate) mod stretch;

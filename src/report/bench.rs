//! The documents of `sparring sched`.

use serde::Serialize;

use super::{Stats, Tasks, WorkerLine};

/// A latency in two numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct LatencyLine {
    /// Half are not longer.
    pub median_ns: u64,
    /// 99 in 100 are not longer.
    pub p99_ns: u64,
}

/// One microbenchmark. Every kind has its own keys.
#[derive(Clone, Debug, Default, Serialize)]
pub struct BenchDocument {
    /// Its name.
    pub bench: &'static str,
    /// Its size.
    pub n: u64,
    /// Workers.
    pub threads: usize,
    /// What became of the tasks of exactly one run.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tasks: Option<Tasks>,
    /// (best time - best time of the sequential baseline) / forks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ns_per_fork: Option<f64>,
    /// Best total time of the sequential baseline.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub twin_ns: Option<u64>,
    /// The baseline's best time divided by the best time.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub speedup: Option<f64>,
    /// `latency`: from a fork to the start of its second half, while the first half computes.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub latency: Option<LatencyLine>,
    /// `latency`: the same, while the first half forks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub polling: Option<LatencyLine>,
    /// `cancel`: from the cut to the end of the split, divided by the number of tasks discarded.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ns_per_discarded: Option<f64>,
    /// `cancel`: from the cut to the last helper being out; null on one worker, which has no
    /// helpers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_helper_out_ns: Option<Option<u64>>,
    /// `idle`: processor time of an idle pool.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cpu_ms_per_s: Option<f64>,
    /// What `--stats` asks for: by worker.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub workers: Option<Vec<WorkerLine>>,
    /// What `--stats` asks for: latencies.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stats: Option<Stats>,
}

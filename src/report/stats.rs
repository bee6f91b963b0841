//! What `--stats` adds to a document.

use schemars::JsonSchema;
use serde::Serialize;

use sparring_engine::search::Counts;
use sparring_sched::{Durations, Latencies};

/// A histogram in five numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, JsonSchema, Serialize)]
pub struct DurationLine {
    /// Number of durations.
    pub count: u64,
    /// The median.
    pub median_ns: u64,
    /// The 90th percentile.
    pub p90_ns: u64,
    /// The 99th percentile.
    pub p99_ns: u64,
    /// The longest.
    pub max_ns: u64,
}

impl From<&Durations> for DurationLine {
    fn from(durations: &Durations) -> DurationLine {
        DurationLine {
            count: durations.count(),
            median_ns: durations.at(0.5),
            p90_ns: durations.at(0.9),
            p99_ns: durations.at(0.99),
            max_ns: durations.max(),
        }
    }
}

/// The scheduler's latencies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, JsonSchema, Serialize)]
pub struct LatencyLines {
    /// From running out of work, or waking up, to having taken some.
    pub steal: DurationLine,
    /// From a waker's decision to the woken worker running.
    pub wake: DurationLine,
    /// From cancelling a split that has helpers until its owner has closed it.
    pub cutoff: DurationLine,
    /// Run times of stolen jobs and of stays in a split.
    pub run: DurationLine,
}

impl From<&Latencies> for LatencyLines {
    fn from(latencies: &Latencies) -> LatencyLines {
        LatencyLines {
            steal: (&latencies.steal).into(),
            wake: (&latencies.wake).into(),
            cutoff: (&latencies.cutoff).into(),
            run: (&latencies.run).into(),
        }
    }
}

/// What a search counted besides nodes.
#[derive(Clone, Copy, Debug, PartialEq, JsonSchema, Serialize)]
pub struct SearchStats {
    /// Nodes outside cancelled tasks.
    pub useful_nodes: u64,
    /// Nodes of cancelled tasks.
    pub wasted_nodes: u64,
    /// Nodes where a move failed high.
    pub cuts: u64,
    /// Of those: nodes where the first move did.
    pub first_move_cuts: u64,
    /// `first_move_cuts / cuts`; 0 without any cut.
    pub first_move_cut_rate: f64,
    /// Nodes whose moves were offered to all workers.
    pub split_points: u64,
}

impl From<&Counts> for SearchStats {
    fn from(counts: &Counts) -> SearchStats {
        SearchStats {
            useful_nodes: counts.nodes - counts.wasted_nodes,
            wasted_nodes: counts.wasted_nodes,
            cuts: counts.cuts,
            first_move_cuts: counts.first_move_cuts,
            first_move_cut_rate: counts.first_move_cuts as f64 / counts.cuts.max(1) as f64,
            split_points: counts.split_points,
        }
    }
}

impl SearchStats {
    /// The two lines of the text form.
    pub fn lines(&self) -> String {
        let nodes = self.useful_nodes + self.wasted_nodes;
        format!(
            "cuts     {} ({:.1} % by the first move), {} split points\nwasted   {} of {} nodes ({:.1} %)\n",
            self.cuts,
            100.0 * self.first_move_cut_rate,
            self.split_points,
            self.wasted_nodes,
            nodes,
            100.0 * self.wasted_nodes as f64 / nodes.max(1) as f64
        )
    }
}

/// Everything under `"stats"`.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct Stats {
    /// Counters of a search; null if the run was none.
    pub search: Option<SearchStats>,
    /// Latencies of the scheduler.
    pub latencies: LatencyLines,
    /// When each worker was at work, for the text form.
    #[serde(skip)]
    pub lanes: Option<String>,
}

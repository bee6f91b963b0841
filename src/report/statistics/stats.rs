use schemars::JsonSchema;
use serde::Serialize;

use super::resources::Resources;
use sparring_engine::search::Counts;
use sparring_sched::{Durations, Latencies, Recording};

/// A histogram in five numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, JsonSchema, Serialize)]
pub struct DurationLine {
    /// Number of durations.
    pub count: u64,
    /// Median.
    pub median_ns: u64,
    /// 90th percentile.
    pub p90_ns: u64,
    /// 99th percentile.
    pub p99_ns: u64,
    /// Longest.
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

impl DurationLine {
    /// Summarises durations in ascending order.
    pub(crate) fn of(durations: &[u64]) -> DurationLine {
        let n = durations.len();
        let at = |share: f64| match n {
            0 => 0,
            _ => durations[((share * n as f64).ceil() as usize).clamp(1, n) - 1],
        };
        DurationLine {
            count: n as u64,
            median_ns: at(0.5),
            p90_ns: at(0.9),
            p99_ns: at(0.99),
            max_ns: at(1.0),
        }
    }
}

/// The run times of stolen tasks, ascending. Indices of splits count as single tasks.
pub fn stolen_tasks(recording: &Recording) -> Vec<u64> {
    let spans = recording.tracks.iter().flat_map(|track| &track.spans);
    let mut durations: Vec<u64> =
        spans.filter(|span| span.kind.is_task()).map(|span| span.duration_ns()).collect();
    durations.sort_unstable();
    durations
}

/// The scheduler's latencies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, JsonSchema, Serialize)]
pub struct LatencyLines {
    /// From running out of work, or waking up, to having taken some.
    pub steal: DurationLine,
    /// From a waker's decision to the woken worker running.
    pub wake: DurationLine,
    /// From cancelling a split with helpers until its owner has closed it.
    pub cutoff: DurationLine,
    /// Time that a thief spends on a stolen job, or on all tasks that it runs in one split.
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

/// Counters of a search besides nodes.
#[derive(Clone, Copy, Debug, PartialEq, JsonSchema, Serialize)]
pub struct SearchStats {
    /// Nodes outside cancelled tasks.
    pub useful_nodes: u64,
    /// Nodes of cancelled tasks.
    pub wasted_nodes: u64,
    /// Nodes where a move failed high.
    pub cuts: u64,
    /// Nodes where the first move failed high.
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

/// The keys that `--stats` adds.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct Stats {
    /// Counters of a search; null if there was none or, as in a game, several.
    pub search: Option<SearchStats>,
    /// Resources; null in virtual time and for microbenchmarks, which repeat.
    pub resources: Option<Resources>,
    /// Latencies of the scheduler.
    pub latencies: LatencyLines,
    /// Run times of single stolen tasks, incomplete if the recording was full; null without a
    /// recording.
    pub stolen_tasks: Option<DurationLine>,
    /// Each worker's time at work, for the text form.
    #[serde(skip)]
    pub lanes: Option<String>,
}

impl Stats {
    pub fn of(latencies: &Latencies, resources: Option<Resources>) -> Stats {
        Stats { search: None, resources, latencies: latencies.into(), stolen_tasks: None, lanes: None }
    }

    /// Adds the run times of stolen tasks, if recorded.
    pub fn with_recording(self, recording: Option<&Recording>) -> Stats {
        let stolen_tasks = recording.map(|recording| DurationLine::of(&stolen_tasks(recording)));
        Stats { stolen_tasks, ..self }
    }
}

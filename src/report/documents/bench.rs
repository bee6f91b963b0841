use schemars::JsonSchema;
use serde::Serialize;

use crate::statistics::{Stats, Tasks, WorkerLine};
use crate::text::{Width, fitted, grouped, span, table};

/// A latency in two numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, JsonSchema, Serialize)]
pub struct LatencyLine {
    /// Median in nanoseconds.
    pub median_ns: u64,
    /// 99th percentile in nanoseconds.
    pub p99_ns: u64,
}

/// A microbenchmark.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct BenchDocument {
    /// Name.
    pub bench: &'static str,
    /// Size.
    pub n: u64,
    /// Workers.
    pub threads: usize,
    /// Measurements.
    #[serde(flatten)]
    pub figures: Figures,
    /// Counters of every worker; null without `--stats`.
    pub workers: Option<Vec<WorkerLine>>,
    /// Latencies; null without `--stats`.
    pub stats: Option<Stats>,
}

/// The measurements of a kind of microbenchmark.
#[derive(Clone, Debug, JsonSchema, Serialize)]
#[serde(untagged)]
pub enum Figures {
    /// Forks, compared with a sequential baseline.
    Forks {
        /// Tasks of exactly one run.
        tasks: Tasks,
        /// (best time - best time of the baseline) / forks, in nanoseconds.
        ns_per_fork: f64,
        /// Best nanoseconds of the baseline.
        twin_ns: u64,
        /// Best time of the baseline divided by the best time.
        speedup: f64,
    },
    /// Time from a fork to the start of its second half on another worker.
    Starts {
        /// While the first half computes.
        #[serde(flatten)]
        silent: LatencyLine,
        /// While the first half forks.
        polling: LatencyLine,
    },
    /// Cancelling a split.
    Cut {
        /// Tasks of exactly one run.
        tasks: Tasks,
        /// Nanoseconds from the cut to the end of the split, for each task discarded.
        ns_per_discarded: f64,
        /// Nanoseconds from the cut until the last helper left; null without helpers.
        last_helper_out_ns: Option<u64>,
    },
    /// Processor time of an idle pool.
    Idle {
        /// Milliseconds of processor time per second.
        cpu_ms_per_s: f64,
    },
}

pub fn bench_table(document: &BenchDocument, width: Width) -> String {
    let mut table = table(&[document.bench, ""]);
    let mut add = |name: &str, value: String| {
        table.add_row([name.to_owned(), value]);
    };
    add("n", grouped(document.n));
    add("threads", document.threads.to_string());
    match &document.figures {
        Figures::Forks { tasks, ns_per_fork, twin_ns, speedup } => {
            add("forks", grouped(tasks.created + tasks.overflowed + tasks.dud));
            add("over a plain call, per fork", format!("{ns_per_fork:.2} ns"));
            add("sequential baseline", span(*twin_ns));
            add("speed-up", format!("{speedup:.2}"));
        }
        Figures::Starts { silent, polling } => {
            add("median", span(silent.median_ns));
            add("p99", span(silent.p99_ns));
            add("polling, median", span(polling.median_ns));
            add("polling, p99", span(polling.p99_ns));
        }
        Figures::Cut { tasks, ns_per_discarded, last_helper_out_ns } => {
            add("forks", grouped(tasks.created + tasks.overflowed + tasks.dud));
            add("per brother discarded", format!("{ns_per_discarded:.4} ns"));
            add("last helper out", last_helper_out_ns.map_or("no helpers".to_owned(), span));
        }
        Figures::Idle { cpu_ms_per_s } => {
            add("processor time of an idle pool", format!("{cpu_ms_per_s:.3} ms/s"));
        }
    }
    fitted(&table, 1, width)
}

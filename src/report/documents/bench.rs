//! The documents of `sparring sched`.

use schemars::JsonSchema;
use serde::Serialize;

use crate::statistics::{Stats, Tasks, WorkerLine};
use crate::text::{Width, fitted, grouped, span, table};

/// A latency in two numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, JsonSchema, Serialize)]
pub struct LatencyLine {
    /// Half are not longer.
    pub median_ns: u64,
    /// 99 in 100 are not longer.
    pub p99_ns: u64,
}

/// One microbenchmark.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct BenchDocument {
    /// Its name.
    pub bench: &'static str,
    /// Its size.
    pub n: u64,
    /// Workers.
    pub threads: usize,
    /// What was measured.
    #[serde(flatten)]
    pub figures: Figures,
    /// The counters of every worker; null without `--stats`.
    pub workers: Option<Vec<WorkerLine>>,
    /// Latencies; null without `--stats`.
    pub stats: Option<Stats>,
}

/// What a kind of microbenchmark measures.
#[derive(Clone, Debug, JsonSchema, Serialize)]
#[serde(untagged)]
pub enum Figures {
    /// Forks beside a sequential baseline.
    Forks {
        /// What became of the tasks of exactly one run.
        tasks: Tasks,
        /// (best time - best time of the sequential baseline) / forks.
        ns_per_fork: f64,
        /// Best total time of the sequential baseline.
        twin_ns: u64,
        /// The baseline's best time divided by the best time.
        speedup: f64,
    },
    /// From a fork to the start of its second half on another worker.
    Starts {
        /// While the first half computes.
        #[serde(flatten)]
        silent: LatencyLine,
        /// While the first half forks.
        polling: LatencyLine,
    },
    /// A cut.
    Cut {
        /// What became of the tasks of exactly one run.
        tasks: Tasks,
        /// From the cut to the end of the split, divided by the number of tasks discarded.
        ns_per_discarded: f64,
        /// From the cut to the last helper being out; null on one worker, which has no helpers.
        last_helper_out_ns: Option<u64>,
    },
    /// Processor time of an idle pool.
    Idle {
        /// Milliseconds per second.
        cpu_ms_per_s: f64,
    },
}

/// The results of a microbenchmark, one in each row.
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

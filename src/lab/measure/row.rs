use std::time::Duration;

use crate::documents::{ReproduceRow, TimeSource};
use sparring_report::Ledger;

/// Least time for which a row is measured: single runs of microseconds are too inexact.
pub const LONG_ENOUGH: Duration = Duration::from_millis(50);

/// Least number of runs: a single slow baseline would inflate every speed-up over it.
pub const RUNS: usize = 3;

/// The run of median time, with the spread of all. `runs` must not be empty.
pub fn median(mut runs: Vec<ReproduceRow>) -> ReproduceRow {
    runs.sort_by_key(|run| run.ns_per_decision);
    let [fastest_ns, slowest_ns] = [0, runs.len() - 1].map(|i| runs[i].ns_per_decision);
    let n = runs.len();
    ReproduceRow { fastest_ns, slowest_ns, runs: n as u64, ..runs.swap_remove((n - 1) / 2) }
}

pub struct Run {
    /// By the pool's clock.
    pub ns_per_decision: u64,
    pub decisions: u64,
    pub nodes: u64,
    pub ledger: Ledger,
}

/// The row of a single run, without a setting.
pub fn row(threads: usize, run: Run) -> ReproduceRow {
    let Run { ns_per_decision, decisions, nodes, ledger } = run;
    let all_ns = ns_per_decision as f64 * decisions as f64 * threads as f64;
    // Work may begin before the clock starts and end after it stops.
    let busy = (ledger.total.busy_ns as f64 / all_ns.max(1.0)).min(1.0);
    let asked = ledger.tasks.created + ledger.tasks.overflowed + ledger.tasks.dud;
    ReproduceRow {
        setting: String::new(),
        depth: 0,
        keep: None,
        strategy: "",
        threads,
        decisions,
        ns_per_decision,
        fastest_ns: ns_per_decision,
        slowest_ns: ns_per_decision,
        runs: 1,
        speedup: 1.0,
        speedup_range: [1.0; 2],
        nodes,
        tasks: ledger.tasks,
        sparks: ledger.total.sparks_line(),
        ancestor: None,
        published: None,
        clock: TimeSource::Real,
        node_ns: None,
        ns_per_game: None,
        conversion: (asked > 0).then(|| ledger.tasks.stolen as f64 / asked as f64),
        memory_mib: None,
        busy,
        best: None,
    }
}

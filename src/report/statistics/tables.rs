use super::ledger::{Ledger, Tasks, WorkerLine};
use super::stats::{DurationLine, LatencyLines, Stats};
use crate::text::{Width, fitted, span, table};

pub fn task_table(ledger: &Ledger, width: Width) -> String {
    let mut table = table(&[&["worker"], &Tasks::NAMES[..]].concat());
    let mut add = |name: String, tasks: &Tasks| {
        let numbers = tasks.counts().map(|n| n.to_string());
        table.add_row([name].into_iter().chain(numbers));
    };
    for (index, worker) in ledger.workers.iter().enumerate() {
        add(index.to_string(), &worker.tasks);
    }
    add("total".to_owned(), &ledger.tasks);
    fitted(&table, 1, width)
}

/// Returns other counters and processors by worker. `filling`, part of `busy`, is shown if not 0.
pub fn work_table(ledger: &Ledger, width: Width) -> String {
    let names = WorkerLine::headings("failed");
    let times = if ledger.total.fills > 0 { &["busy", "idle", "filling"][..] } else { &["busy", "idle"] };
    let mut table = table(&[&["worker", "cpu"], &names[..], times].concat());
    let mut add = |name: String, cpu: String, line: &WorkerLine| {
        let counts = line.counts().map(|n| n.to_string());
        let spans = [line.busy_ns, line.idle_ns, line.filling_ns].map(span);
        table.add_row([name, cpu].into_iter().chain(counts).chain(spans.into_iter().take(times.len())));
    };
    for (index, worker) in ledger.workers.iter().enumerate() {
        let cpu = worker.pinned_to.map_or("any".to_owned(), |cpu| cpu.to_string());
        add(index.to_string(), cpu, worker);
    }
    add("total".to_owned(), String::new(), &WorkerLine::new(&ledger.total, None));
    fitted(&table, 1, width)
}

pub fn latency_table(stats: &Stats, width: Width) -> String {
    let LatencyLines { steal, wake, cutoff, run } = &stats.latencies;
    let mut table = table(&["latency", "count", "median", "p90", "p99", "longest"]);
    let mut add = |name: &str, line: &DurationLine| {
        let spans = [line.median_ns, line.p90_ns, line.p99_ns, line.max_ns].map(span);
        let cells = [name.to_owned(), line.count.to_string()].into_iter().chain(spans);
        table.add_row(cells.collect::<Vec<_>>());
    };
    for (name, line) in [("steal", steal), ("wake-up", wake), ("cutoff", cutoff), ("stay", run)] {
        add(name, line);
    }
    stats.stolen_tasks.iter().for_each(|line| add("stolen task", line));
    fitted(&table, 1, width)
}

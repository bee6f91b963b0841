//! Tables for a terminal.

use comfy_table::{CellAlignment, Table, presets};

use super::width::{Width, fitted};
use super::{
    BenchDocument, DurationLine, Figures, LatencyLines, Ledger, Stats, Tasks, WorkerLine, grouped, span,
};

/// A table without lines, its columns but the first aligned to the right.
pub fn table(head: &[&str]) -> Table {
    let mut table = Table::new();
    table.load_style(presets::NOTHING).set_header(head.iter().copied());
    for column in table.column_iter_mut().skip(1) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    table
}

/// What became of the tasks, by worker and in total.
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

/// What else the workers did, and where they were pinned. `filling` is part of `busy`, and shown
/// if there was any.
pub fn work_table(ledger: &Ledger, width: Width) -> String {
    let names = WorkerLine::NAMES.map(|name| if name == "failed_steals" { "failed" } else { name });
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

/// The scheduler's latencies, and the run times of stolen tasks if they were recorded.
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

//! Tables for a terminal, at most 110 columns wide.

use comfy_table::{CellAlignment, Table, presets};

use super::{BenchDocument, DurationLine, Figures, LatencyLines, Ledger, Tasks, grouped, span};

pub(super) fn table(head: &[&str]) -> Table {
    let mut table = Table::new();
    table.load_style(presets::NOTHING).set_header(head.iter().copied());
    for column in table.column_iter_mut().skip(1) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    table
}

pub(super) fn text(table: &Table) -> String {
    let lines: Vec<String> = table.lines().map(|line| line.trim_end().to_owned()).collect();
    lines.join("\n") + "\n"
}

/// What became of the tasks, by worker and in total.
pub fn task_table(ledger: &Ledger) -> String {
    let head = ["worker", "created", "dud", "overflowed", "inlined", "stolen", "run", "discarded", "aborted"];
    let mut table = table(&head);
    let row = |name: String, tasks: &Tasks| {
        let numbers = head[1..].iter().map(|key| tasks.get(key).to_string());
        std::iter::once(name).chain(numbers).collect::<Vec<_>>()
    };
    for (index, worker) in ledger.workers.iter().enumerate() {
        table.add_row(row(index.to_string(), &worker.tasks));
    }
    table.add_row(row("total".to_owned(), &ledger.tasks));
    text(&table)
}

/// What else the workers did, and where they were pinned.
pub fn work_table(ledger: &Ledger) -> String {
    let head =
        ["worker", "cpu", "promoted", "steals", "failed", "parks", "wakes", "polls", "nodes", "busy", "idle"];
    let mut table = table(&head);
    let row = |name: String, cpu: String, counts: [u64; 7], times: [u64; 2]| {
        let counts = counts.map(|n| n.to_string()).into_iter();
        [name, cpu].into_iter().chain(counts).chain(times.map(span)).collect::<Vec<_>>()
    };
    for (index, w) in ledger.workers.iter().enumerate() {
        let cpu = w.pinned_to.map_or("any".to_owned(), |cpu| cpu.to_string());
        let counts = [w.promoted, w.steals, w.failed_steals, w.parks, w.wakes, w.polls, w.nodes];
        table.add_row(row(index.to_string(), cpu, counts, [w.busy_ns, w.idle_ns]));
    }
    let t = &ledger.total;
    let counts = [t.promoted, t.steals, t.failed_steals, t.parks, t.wakes, t.polls, t.nodes];
    table.add_row(row("total".to_owned(), String::new(), counts, [t.busy_ns, t.idle_ns]));
    text(&table)
}

/// The scheduler's latencies.
pub fn latency_table(latencies: &LatencyLines) -> String {
    let mut table = table(&["latency", "count", "median", "p90", "p99", "longest"]);
    let mut add = |name: &str, line: &DurationLine| {
        let spans = [line.median_ns, line.p90_ns, line.p99_ns, line.max_ns].map(span);
        let cells = [name.to_owned(), line.count.to_string()].into_iter().chain(spans);
        table.add_row(cells.collect::<Vec<_>>());
    };
    add("steal", &latencies.steal);
    add("wake", &latencies.wake);
    add("cutoff", &latencies.cutoff);
    add("run", &latencies.run);
    text(&table)
}

/// The results of a microbenchmark, one in each row.
pub fn bench_table(document: &BenchDocument) -> String {
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
    text(&table)
}

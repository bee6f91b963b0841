//! The ledger and the workers as tables.

use super::html::{Part, TOTAL, Text, bar, legend, table};
use crate::report::{Ledger, Tasks, WorkerLine, grouped, span};

/// A table cell with a number that a script can read.
fn number(key: &str, n: u64) -> String {
    format!("<data value=\"{n}\" data-key=\"{key}\">{}</data>", grouped(n))
}

/// What became of the tasks: by worker, in total, and in the two lines of text.
pub(super) fn tasks(ledger: &Ledger) -> String {
    let row = |name: String, t: &Tasks| {
        let numbers = [
            ("created", t.created),
            ("inlined", t.inlined),
            ("stolen", t.stolen),
            ("run", t.run),
            ("discarded", t.discarded),
            ("aborted", t.aborted),
            ("dud", t.dud),
            ("overflowed", t.overflowed),
        ];
        let cells = numbers.map(|(key, n)| number(key, n));
        [name, sparks_bar(t.inlined, t.stolen, t.discarded, t.overflowed, t.dud)]
            .into_iter()
            .chain(cells)
            .collect::<Vec<_>>()
    };
    let workers = ledger.workers.iter().enumerate();
    let mut rows: Vec<_> = workers.map(|(i, worker)| row(i.to_string(), &worker.tasks)).collect();
    rows.push(row(TOTAL.to_owned(), &ledger.tasks));
    let head = [
        "worker",
        "kinds",
        "created",
        "inlined",
        "stolen",
        "run",
        "discarded",
        "aborted",
        "dud",
        "overflowed",
    ];
    let lines = ledger.lines();
    sparks_legend()
        + &table("Tasks by worker", &head, &rows)
        + &format!("<pre tabindex=\"0\" aria-label=\"Totals as text\">{}</pre>\n", Text(lines.trim_end()))
}

/// The legend of [`sparks_bar`], in this program's words and in GHC's.
pub(super) fn sparks_legend() -> String {
    legend(&[
        ("inlined", "inlined (fizzled)"),
        ("stolen", "stolen (converted)"),
        ("discarded", "discarded (GC&#39;d)"),
        ("overflowed", "overflowed"),
        ("dud", "dud"),
    ])
}

/// Tasks by what became of them.
pub(super) fn sparks_bar(inlined: u64, stolen: u64, discarded: u64, overflowed: u64, dud: u64) -> String {
    let whole = (inlined + stolen + discarded + overflowed + dud).max(1) as f64;
    let part = |class, n: u64| Part { class, name: class, share: n as f64 / whole, amount: grouped(n) };
    bar(&[
        part("inlined", inlined),
        part("stolen", stolen),
        part("discarded", discarded),
        part("overflowed", overflowed),
        part("dud", dud),
    ])
}

/// What else the workers did.
pub(super) fn workers(ledger: &Ledger) -> String {
    let cpu = |w: &WorkerLine| w.pinned_to.map_or("any".to_owned(), |cpu| cpu.to_string());
    let row = |name: String, cpu: String, numbers: [(&str, u64); 7], times: [u64; 2]| {
        let cells = numbers.map(|(key, n)| number(key, n));
        [name, cpu].into_iter().chain(cells).chain(times.map(span)).collect::<Vec<_>>()
    };
    let mut rows = Vec::new();
    for (i, w) in ledger.workers.iter().enumerate() {
        let numbers = [
            ("nodes", w.nodes),
            ("promoted", w.promoted),
            ("steals", w.steals),
            ("failed_steals", w.failed_steals),
            ("parks", w.parks),
            ("wakes", w.wakes),
            ("polls", w.polls),
        ];
        rows.push(row(i.to_string(), cpu(w), numbers, [w.busy_ns, w.idle_ns]));
    }
    let t = &ledger.total;
    let numbers = [
        ("nodes", t.nodes),
        ("promoted", t.promoted),
        ("steals", t.steals),
        ("failed_steals", t.failed_steals),
        ("parks", t.parks),
        ("wakes", t.wakes),
        ("polls", t.polls),
    ];
    rows.push(row(TOTAL.to_owned(), String::new(), numbers, [t.busy_ns, t.idle_ns]));
    let head = [
        "worker", "cpu", "nodes", "promoted", "steals", "failed", "parks", "wakes", "polls", "at work",
        "idle",
    ];
    table("Workers", &head, &rows)
}
